//===- DevicePass.cpp - Raise, Plan, Emit, in this order ------------------===//
#include "Emit/Companion.h"
#include "Emit/Scalar.h"
#include "Emit/Workspace.h"
#include "IR/Directives.h"
#include "Launch/RecordBuilder.h"
#include "Passes/HostFacts.h"
#include "Passes/Import.h"
#include "Passes/Passes.h"
#include "Passes/PlanFile.h"
#include "Raise/Recognize.h"
#include "Support/Remarks.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace phobos;

namespace {
/// One companion of a kernel: its function in the clone and its row of the record.
struct BuiltVariant {
  Function *Companion;
  PhobosVariant Row;
};

/// All companions of a kernel, or none.
struct Built {
  SmallVector<BuiltVariant, 4> Variants;
  /// The kernels that pack the operands of A and B; null where no variant is packed.
  Function *Pack[2] = {nullptr, nullptr};
  std::optional<Plan> Chosen;
  std::string Text;
  json::Value Json = nullptr;
  SmallVector<RemarkPart, 16> Parts;
};

class Sequence {
  const Options &Opts;
  Module &M;
  Remarks Report;
  const ParameterTable &Parameters;
  bool Relocatable;
  json::Array Entries;
  std::string Arch;

public:
  Sequence(const Options &Opts, const SiteTable &Sites, const ParameterTable &Parameters, Module &M, bool Relocatable)
      : Opts(Opts), M(M), Report(Sites), Parameters(Parameters), Relocatable(Relocatable) {}

  void run();

private:
  void nameParameters(Module &Clone);
  Result<Built> build(const Contraction &C, const Outlined &Pieces, const HostKnowledge &Host, StringRef Name);
  void runOnKernel(const PreparedKernel &Kernel, ArrayRef<AnnotatedLoop> Loops, const ValueToValueMapTy &ToClone,
                   FunctionAnalysisManager &FAM);
  std::optional<Reject> move(const PreparedKernel &Kernel, uint32_t Site, const ValueToValueMapTy &ToClone,
                             FunctionAnalysisManager &FAM);
  void decline(StringRef Name, uint32_t Site, DebugLoc Loc, const Reject &R, Severity Level);
  void record(StringRef Name, uint32_t Site, StringRef Decision, json::Value Reason, json::Value Plan);
};
} // namespace

static std::string companionName(StringRef Kernel, unsigned Variant) {
  return (Kernel + "__phobos" + (Variant ? "_" + Twine(Variant) : Twine(""))).str();
}

static std::string targetCpu(const Module &M) {
  for (const Function &F : M)
    if (F.hasFnAttribute("target-cpu"))
      return F.getFnAttribute("target-cpu").getValueAsString().str();
  return "sm_90";
}

void Sequence::record(StringRef Name, uint32_t Site, StringRef Decision, json::Value Reason, json::Value Plan) {
  phobos::Site Where = Report.site(Site);
  std::string Loc = Where.File + ":" + std::to_string(Where.Line) + ":" + std::to_string(Where.Column);
  Entries.push_back(json::Object{{"name", Name.str()},
                                 {"loc", Where.Line ? json::Value(Loc) : json::Value(nullptr)},
                                 {"arch", Arch},
                                 {"decision", Decision.str()},
                                 {"reason", std::move(Reason)},
                                 {"plan", std::move(Plan)}});
}

void Sequence::decline(StringRef Name, uint32_t Site, DebugLoc Loc, const Reject &R, Severity Level) {
  Function *F = M.getFunction(Name);
  if (Opts.PrintRaise)
    errs() << "no contraction in '" << Name << "': " << stableId(R.Why) << ": " << R.what() << '\n';
  Report.declined(*F, Site, R.Loc ? R.Loc : Loc, R, Level);
  record(Name, Site, "declined", json::Object{{"id", stableId(R.Why)}, {"what", R.what()}, {"remedy", R.remedy()}},
         nullptr);
}

static Built buildScalar(const Contraction &C, const Outlined &Pieces, StringRef Name) {
  Built Result;
  Function *F = emitScalarCompanion(C, Pieces, companionName(Name, 0));
  Result.Variants.push_back({F, {ScalarTile * ScalarTile, 0, ScalarTile, ScalarTile, 1, 0, PHOBOS_PACK_NEVER}});
  Result.Text = "scalar check";
  Result.Parts.push_back({"", "loop rebuilt as a scalar check, not on tensor cores"});
  return Result;
}

static Built buildTensorCore(const Plan &P, const Outlined &Pieces, StringRef Name) {
  Built Result;
  Result.Chosen = P;
  for (auto [Index, V] : enumerate(P.Variants)) {
    Function *F = emitCompanion(P, Index, Pieces, companionName(Name, Index));
    Result.Variants.push_back({F, describeVariant(V)});
  }
  if (P.packedVariant()) {
    Result.Pack[0] = emitPack(P, Side::A, Pieces, (Name + "__phobos_pack_a").str());
    Result.Pack[1] = emitPack(P, Side::B, Pieces, (Name + "__phobos_pack_b").str());
  }
  const Variant &Main = P.Variants.front();
  auto Number = [](uint64_t N) { return std::to_string(N); };
  std::string Tile = Number(Main.TileM) + "x" + Number(Main.TileN) + "x" + Number(Main.TileK);
  auto Add = [&](StringRef Text, StringRef Key, std::string Value) {
    Result.Parts.push_back({"", Text.str()});
    Result.Parts.push_back({Key.str(), std::move(Value)});
  };
  Add("loop moved to tensor cores: tile ", "Tile", Tile);
  Add(", stages ", "Stages", Number(Main.Stages));
  Add(", shared memory bytes ", "SharedBytes", Number(Main.SharedBytes));
  Add(", instruction ", "Instruction", std::string(Main.Instr->Name));
  if (Main.Operands == Packing::Always)
    Add(", operands packed where the problem is ", "Packing", "large");
  else if (Main.Operands == Packing::IfMisaligned)
    Add(", operands packed where they are ", "Packing", "misaligned");
  for (const RemarkPart &Part : Result.Parts)
    Result.Text += Part.Text;
  Result.Json = P.toJson();
  return Result;
}

Result<Built> Sequence::build(const Contraction &C, const Outlined &Pieces, const HostKnowledge &Host, StringRef Name) {
  if (Opts.Emit == EmitKind::Scalar)
    return buildScalar(C, Pieces, Name);
  const Chip *Target = findChip(Arch);
  if (!Target)
    return Reject(Reason::NoTensorCores, {Arch});
  Result<Plan> P = plan(C.Facts, *Target, Host);
  if (!P)
    return P.reject();
  if (Opts.PrintPlan)
    P->print(errs());
  if (std::optional<std::string> Fault = verify(*P))
    report_fatal_error(Twine("phobos: plan of '") + Name + "': " + *Fault);
  return buildTensorCore(*P, Pieces, Name);
}

// The replayed kernel treats denormals as the original does (-fgpu-flush-denormals-to-zero).
static void keepDenormals(const Function &Original, Function &Companion) {
  for (StringRef Kind : {"denormal-fp-math", "denormal-fp-math-f32"})
    if (Original.hasFnAttribute(Kind))
      Companion.addFnAttr(Original.getFnAttribute(Kind));
}

std::optional<Reject> Sequence::move(const PreparedKernel &Kernel, uint32_t Site, const ValueToValueMapTy &ToClone,
                                     FunctionAnalysisManager &FAM) {
  StringRef Name = Kernel.Work->getName();
  if (Relocatable)
    return Reject(Reason::RelocatableCode);
  // What is registered on the host is found by name.
  for (const GlobalValue &G : M.global_values())
    if (G.getName().starts_with((Name + "__phobos").str()))
      return Reject(Reason::NameTaken, {G.getName().str()});
  Result<Contraction> C = recognize(Kernel, Site, FAM);
  if (!C)
    return C.reject();
  if (Opts.PrintRaise)
    C->print(errs());
  Outlined Pieces = outline(*C);
  PhobosPlanRecord Record = makePlanRecord();
  if (!describeParameters(*C->Work, Record))
    return Reject(Reason::ParameterSpace, {"24"}, C->Loc);
  if (std::optional<Reject> R = fillExtents(*C, Pieces, Record))
    return R;
  HostKnowledge Host = fillHostValues(*C, Pieces, Record);
  Result<Built> B = build(*C, Pieces, Host, Name);
  if (!B)
    return B.reject();

  setText(Record, Report.place(C->Site, C->Loc) + (Opts.Emit == EmitKind::Scalar ? ": scalar check" : ""));
  Record.Hash = xxh3_64bits(B->Text);
  Record.NumVariants = B->Variants.size();
  auto Finish = [&](Function &Companion) {
    optimizeCompanion(Companion);
    Function *New = importFunction(Companion, M, ToClone);
    keepDenormals(*M.getFunction(Name), *New);
    if (verifyFunction(*New, &errs()))
      report_fatal_error(Twine("phobos: broken companion '") + New->getName() + "'");
  };
  for (auto [Index, V] : enumerate(B->Variants)) {
    Finish(*V.Companion);
    Record.Variants[Index] = V.Row;
  }
  for (Function *Pack : B->Pack)
    if (Pack)
      Finish(*Pack);
  if (B->Chosen && B->Chosen->packedVariant())
    describePacking(*B->Chosen, Record);
  buildPlanRecord(M, Name, Record);
  Report.moved(*M.getFunction(Name), C->Site, C->Loc, B->Parts);
  record(Name, C->Site, "moved", nullptr, std::move(B->Json));
  if (Opts.Emit == EmitKind::TensorCore &&
      (C->Facts.A.Type == ElementType::F32 || C->Facts.B.Type == ElementType::F32) &&
      C->Facts.Directives.Precision != OperandPrecision::BF16)
    Report.analysis(*M.getFunction(Name), C->Site, C->Loc, "Rounding",
                    "float operands are rounded to f16: values above 65504 become infinite; "
                    "'phobos::precision(bf16)' keeps float's range with fewer digits");
  return std::nullopt;
}

// Of a kernel's loops at most one is moved: one that is annotated itself, or the first that fits where the kernel is.
void Sequence::runOnKernel(const PreparedKernel &Kernel, ArrayRef<AnnotatedLoop> Loops,
                           const ValueToValueMapTy &ToClone, FunctionAnalysisManager &FAM) {
  std::string Name = Kernel.Work->getName().str();
  auto IsOwn = [](const AnnotatedLoop &L) { return L.Directives.TensorCore && !L.Directives.FromKernel; };
  bool SeveralOwn = count_if(Loops, IsOwn) > 1, Moved = false;
  std::optional<Reject> First;
  auto Try = [&](const AnnotatedLoop &L, Severity Level) {
    std::optional<Reject> R = Moved || (SeveralOwn && IsOwn(L)) ? Reject(Reason::SecondContraction, {}, L.Loc)
                                                                : move(Kernel, L.Directives.Site, ToClone, FAM);
    if (!R) {
      Moved = true;
      return;
    }
    decline(Name, L.Directives.Site, L.Loc, *R, Level);
    if (!First)
      First = R;
  };
  for (const AnnotatedLoop &L : Loops)
    if (IsOwn(L))
      Try(L, Severity::Warning);
  for (const AnnotatedLoop &L : Loops)
    if (L.Directives.TensorCore && !IsOwn(L))
      Try(L, Severity::Remark);
  std::optional<uint32_t> KernelSite = kernelSite(*Kernel.Work);
  if (KernelSite && !Moved && none_of(Loops, IsOwn))
    decline(Name, *KernelSite, {}, First ? *First : Reject(Reason::NoReduction, {"kernel"}), Severity::Warning);
}

// Messages speak of the user's arrays; in the clone they may have their names.
void Sequence::nameParameters(Module &Clone) {
  LLVMContext &Context = Clone.getContext();
  bool Discards = Context.shouldDiscardValueNames();
  Context.setDiscardValueNames(false);
  for (const auto &[Kernel, Names] : Parameters)
    if (Function *F = Clone.getFunction(Kernel); F && F->arg_size() == Names.size())
      for (auto [A, Name] : zip(F->args(), Names))
        A.setName(Name);
  Context.setDiscardValueNames(Discards);
}

void Sequence::run() {
  Arch = targetCpu(M);
  ValueToValueMapTy ToClone;
  std::unique_ptr<Module> Clone = CloneModule(M, ToClone);
  nameParameters(*Clone);
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);

  DenseMap<uint32_t, std::pair<Function *, DebugLoc>> Unreached;
  for (Function &F : M)
    for (const AnnotatedLoop &L : findAnnotations(F))
      if (L.Directives.TensorCore && !L.Directives.FromKernel)
        Unreached[L.Directives.Site] = {&F, L.Loc};
  StringSet<> Prepared;
  for (PreparedKernel &Kernel : prepareKernels(*Clone, MAM, FAM)) {
    Prepared.insert(Kernel.Work->getName());
    SmallVector<AnnotatedLoop, 2> Loops = findAnnotations(*Kernel.Work);
    for (const AnnotatedLoop &L : Loops)
      Unreached.erase(L.Directives.Site);
    runOnKernel(Kernel, Loops, ToClone, FAM);
  }
  // An annotated kernel without a loop has no marker left by which it could have been prepared.
  for (Function &F : M)
    if (std::optional<uint32_t> Site = kernelSite(F); Site && !Prepared.contains(F.getName()))
      decline(F.getName(), *Site, {}, Reject(Reason::NoReduction, {"kernel"}), Severity::Warning);
  for (const auto &[Site, Where] : Unreached)
    decline(Where.first->getName(), Site, Where.second, Reject(Reason::NotAKernel), Severity::Warning);
  if (!Opts.PlanFile.empty())
    if (std::optional<std::string> Error = writePlanFile(Opts.PlanFile, Arch, std::move(Entries)))
      M.getContext().emitError("phobos: " + *Error);
}

PreservedAnalyses DevicePass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getFunction(DirectiveFunctionName))
    return PreservedAnalyses::all();
  Sequence(Opts, Sites, Parameters, M, Relocatable).run();
  removeMarkers(M);
  if (Opts.VerifyEach && verifyModule(M, &errs()))
    report_fatal_error("phobos: broken module");
  return PreservedAnalyses::none();
}
