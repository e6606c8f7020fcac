//===- Directives.cpp - Reads and removes the carrier ---------------------===//
#include "IR/Directives.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace phobos;

SmallVector<CallInst *, 4> phobos::findMarkers(Function &F) {
  SmallVector<CallInst *, 4> Markers;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction(); Callee && Callee->getName() == DirectiveFunctionName)
        Markers.push_back(Call);
  return Markers;
}

static void add(DirectiveKind Kind, int64_t Value, LoopDirectives &Into) {
  switch (Kind) {
  case DirectiveKind::TensorCore:
    Into.TensorCore = true;
    Into.Path = static_cast<MmaPath>(Value);
    return;
  case DirectiveKind::Pipeline:
    Into.Stages = static_cast<unsigned>(Value);
    return;
  case DirectiveKind::Precision:
    Into.Precision = static_cast<OperandPrecision>(Value);
    return;
  }
}

namespace {
/// The constants of one marker.
struct MarkerFields {
  uint32_t Site;
  DirectiveKind Kind;
  int64_t Value;
  DirectiveOrigin Origin;
};
} // namespace

static std::optional<MarkerFields> fields(const CallInst &Marker) {
  SmallVector<int64_t, 5> Values;
  for (const Use &Argument : Marker.args()) {
    auto *Constant = dyn_cast<ConstantInt>(Argument);
    Values.push_back(Constant ? Constant->getSExtValue() : 0);
  }
  if (Values.size() != 5)
    return std::nullopt;
  return MarkerFields{static_cast<uint32_t>(Values[0]), static_cast<DirectiveKind>(Values[1]), Values[2],
                      static_cast<DirectiveOrigin>(Values[4])};
}

void phobos::readMarker(const CallInst &Marker, LoopDirectives &Into) {
  std::optional<MarkerFields> Fields = fields(Marker);
  if (!Fields)
    return;
  Into.Site = Fields->Site;
  add(Fields->Kind, Fields->Value, Into);
  if (Fields->Kind == DirectiveKind::TensorCore)
    Into.FromKernel = Fields->Origin == DirectiveOrigin::KernelLoop;
}

bool phobos::removeMarkers(Module &M) {
  Function *Marker = M.getFunction(DirectiveFunctionName);
  if (!Marker)
    return false;
  for (User *U : make_early_inc_range(Marker->users()))
    if (auto *Call = dyn_cast<CallInst>(U))
      Call->eraseFromParent();
  if (Marker->use_empty())
    Marker->eraseFromParent();
  return true;
}

static constexpr const char *SiteAttribute = "phobos.site";
static constexpr std::pair<DirectiveKind, const char *> KernelAttributes[] = {
    {DirectiveKind::TensorCore, "phobos.tensorcore"},
    {DirectiveKind::Pipeline, "phobos.pipeline"},
    {DirectiveKind::Precision, "phobos.precision"},
};

bool phobos::liftKernelDirectives(Module &M) {
  Function *Marker = M.getFunction(DirectiveFunctionName);
  if (!Marker)
    return false;
  bool Any = false;
  for (User *U : make_early_inc_range(Marker->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    std::optional<MarkerFields> Fields = Call ? fields(*Call) : std::nullopt;
    if (!Fields || Fields->Origin != DirectiveOrigin::Kernel)
      continue;
    Function &Kernel = *Call->getFunction();
    for (auto [Kind, Name] : KernelAttributes)
      if (Kind == Fields->Kind)
        Kernel.addFnAttr(Name, itostr(Fields->Value));
    if (Fields->Kind == DirectiveKind::TensorCore)
      Kernel.addFnAttr(SiteAttribute, utostr(Fields->Site));
    Call->eraseFromParent();
    Any = true;
  }
  return Any;
}

void phobos::readKernelDirectives(const Function &F, LoopDirectives &Into) {
  for (auto [Kind, Name] : KernelAttributes) {
    int64_t Value;
    if (F.hasFnAttribute(Name) && to_integer(F.getFnAttribute(Name).getValueAsString(), Value, 10))
      add(Kind, Value, Into);
  }
}

std::optional<uint32_t> phobos::kernelSite(const Function &F) {
  uint32_t Site;
  if (!F.hasFnAttribute(SiteAttribute) || !to_integer(F.getFnAttribute(SiteAttribute).getValueAsString(), Site, 10))
    return std::nullopt;
  return Site;
}

void phobos::removeKernelDirectives(Module &M) {
  for (Function &F : M) {
    F.removeFnAttr(SiteAttribute);
    for (auto [Kind, Name] : KernelAttributes)
      F.removeFnAttr(Name);
  }
}
