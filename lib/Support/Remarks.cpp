//===- Remarks.cpp - Emits remarks and warnings ---------------------------===//
#include "Support/Remarks.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace phobos;

static constexpr const char *PassName = "phobos";

// A location is metadata that nothing in the module refers to: the module's text does not change for a remark.
DebugLoc Remarks::locate(Function &F, uint32_t SiteId, DebugLoc Loc) const {
  auto It = Sites.find(SiteId);
  if (It == Sites.end() || !It->second.Line)
    return Loc;
  LLVMContext &Context = F.getContext();
  const Site &S = It->second;
  DIFile *File = DIFile::get(Context, S.File, "");
  DISubprogram *Scope =
      DISubprogram::getDistinct(Context, File, F.getName(), "", File, S.Line, nullptr, S.Line, nullptr, 0, 0,
                                DINode::FlagZero, DISubprogram::SPFlagDefinition, nullptr);
  return DILocation::get(Context, S.Line, S.Column, Scope);
}

std::string Remarks::place(uint32_t SiteId, DebugLoc Loc) const {
  Site S = site(SiteId);
  if (!S.Line && Loc)
    S = {Loc->getFilename().str(), Loc.getLine(), Loc.getCol()};
  return (sys::path::filename(S.File) + ":" + Twine(S.Line) + ":" + Twine(S.Column)).str();
}

void Remarks::moved(Function &F, uint32_t SiteId, DebugLoc Loc, ArrayRef<RemarkPart> Parts) const {
  OptimizationRemark Remark(PassName, "Moved", DiagnosticLocation(locate(F, SiteId, Loc)), &F.getEntryBlock());
  for (const RemarkPart &Part : Parts) {
    if (Part.Key.empty())
      Remark << Part.Text;
    else
      Remark << ore::NV(Part.Key, Part.Text);
  }
  OptimizationRemarkEmitter(&F).emit(Remark);
}

void Remarks::declined(Function &F, uint32_t SiteId, DebugLoc Loc, const Reject &R, Severity Level) const {
  DebugLoc At = locate(F, SiteId, Loc);
  OptimizationRemarkMissed Remark(PassName, stableId(R.Why), DiagnosticLocation(At), &F.getEntryBlock());
  Remark << "loop not moved to tensor cores: " << ore::NV("What", R.what()) << "; " << ore::NV("Remedy", R.remedy());
  OptimizationRemarkEmitter(&F).emit(Remark);
  if (Level == Severity::Remark)
    return;
  std::string Text = "loop not moved to tensor cores: " + R.what() + "; " + R.remedy();
  F.getContext().diagnose(DiagnosticInfoOptimizationFailure(F, DiagnosticLocation(At), Text));
}

void Remarks::analysis(Function &F, uint32_t SiteId, DebugLoc Loc, StringRef Name, StringRef Text) const {
  OptimizationRemarkAnalysis Remark(PassName, Name, DiagnosticLocation(locate(F, SiteId, Loc)), &F.getEntryBlock());
  Remark << Text;
  OptimizationRemarkEmitter(&F).emit(Remark);
}
