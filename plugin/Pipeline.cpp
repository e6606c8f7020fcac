//===- Pipeline.cpp - Puts the passes into Clang's pipeline ---------------===//
#include "plugin/Pipeline.h"
#include "IR/Directives.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Path.h"
#ifdef PHOBOS_HAVE_PASSES
#include "Passes/Passes.h"
#endif
#ifdef PHOBOS_HAVE_LAUNCH
#include "Launch/HostPass.h"
#endif

using namespace llvm;
using namespace phobos;

namespace {

/// All of Phobos' work on one module. Holds the compilation, whose options and sites the stages refer to.
class PhobosPass : public PassInfoMixin<PhobosPass> {
  std::shared_ptr<Compilation> C;

public:
  explicit PhobosPass(std::shared_ptr<Compilation> C) : C(std::move(C)) {}
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    if (!C->HasDirectives)
      return PreservedAnalyses::all();
    C->Where == Side::Device ? runOnDevice(M, MAM) : runOnHost(M, MAM);
    return PreservedAnalyses::none();
  }

private:
  void runOnDevice(Module &M, ModuleAnalysisManager &MAM) {
    if (C->Opts.PrintDirectives)
      printDirectives(M);
    liftKernelDirectives(M);
#ifdef PHOBOS_HAVE_PASSES
    DevicePass(C->Opts, C->Sites, C->Parameters, C->Relocatable).run(M, MAM);
#endif
    removeMarkers(M);
    removeKernelDirectives(M);
  }

  void runOnHost(Module &M, ModuleAnalysisManager &MAM) {
    if (C->Opts.PrintDirectives)
      printMarkedStubs(M);
#ifdef PHOBOS_HAVE_LAUNCH
    if (!C->MarkedStubs.empty() && !C->Relocatable)
      HostPass(symbolsOf(M)).run(M, MAM);
#endif
  }

  /// The marked stubs as this module calls them: -funique-internal-linkage-names adds to what the mangler says.
  StringSet<> symbolsOf(const Module &M) {
    StringSet<> Symbols = C->MarkedStubs;
    for (const Function &F : M)
      if (auto [Name, Suffix] = F.getName().split(".__uniq."); !Suffix.empty() && C->MarkedStubs.contains(Name))
        Symbols.insert(F.getName());
    return Symbols;
  }

  void printDirectives(Module &M) {
    for (Function &F : M)
      for (CallInst *Marker : findMarkers(F)) {
        auto Number = [&](unsigned I) { return cast<ConstantInt>(Marker->getArgOperand(I))->getSExtValue(); };
        const AttributeRow &Row = attribute(static_cast<DirectiveKind>(Number(1)));
        static constexpr const char *Origins[] = {"loop", "loop of kernel", "kernel"};
        Site At = C->Sites.lookup(static_cast<uint32_t>(Number(0)));
        errs() << "directive in '" << F.getName() << "': " << Row.Name << " = " << Number(2) << ", on "
               << Origins[Number(4)] << " at " << sys::path::filename(At.File) << ':' << At.Line << ':' << At.Column
               << '\n';
      }
  }

  void printMarkedStubs(const Module &M) {
    StringSet<> Symbols = symbolsOf(M);
    for (const Function &F : M)
      if (Symbols.contains(F.getName()))
        errs() << "launches redirected: '" << F.getName() << "'\n";
  }
};

} // namespace

/// Runs the pass where Clang builds no pipeline to put it in.
static void runAlone(Module &M, const std::shared_ptr<Compilation> &C) {
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
  PhobosPass(C).run(M, MAM);
}

/// Workaround, clang 22: -save-temps compiles in two steps, source to bitcode with -disable-llvm-passes, then bitcode
/// to assembly; the first has no pipeline and the second runs no plugin. But the first writes its bitcode with a pass,
/// and instrumentation is told of each pass before it runs. Retire it when plugins see IR inputs.
static void runBeforeFirstPass(PassInstrumentationCallbacks &PIC, std::shared_ptr<Compilation> C) {
  PIC.registerBeforeNonSkippedPassCallback([C, Done = false](StringRef, Any IR) mutable {
    const auto *M = any_cast<const Module *>(&IR);
    if (Done || !M)
      return;
    Done = true;
    runAlone(const_cast<Module &>(**M), C);
  });
}

void phobos::addToPipeline(clang::CodeGenOptions &CodeGen, std::shared_ptr<Compilation> C) {
  bool HasPipeline = !CodeGen.DisableLLVMPasses;
  CodeGen.PassBuilderCallbacks.push_back([C, HasPipeline](PassBuilder &PB) {
    if (HasPipeline)
      PB.registerPipelineStartEPCallback(
          [C](ModulePassManager &MPM, OptimizationLevel) { MPM.addPass(PhobosPass(C)); });
    else if (PassInstrumentationCallbacks *PIC = PB.getPassInstrumentationCallbacks())
      runBeforeFirstPass(*PIC, C);
  });
}
