//===- Vectorize.cpp - Accesses as the device would have them ---*- C++ -*-===//
//
// NVPTX's code generation joins neighbouring loads and stores, after the bitcode that the simulator reads was written.
// The same pass runs here with the same target's rules: what is joined needs the alignment of the whole, and is one
// access.
//
//===----------------------------------------------------------------------===//
#include "Sim/Retarget.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace phobos::sim;

static TargetMachine *deviceMachine() {
  static TargetMachine *Machine = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    const Triple T("nvptx64-nvidia-cuda");
    std::string Error;
    const Target *NVPTX = TargetRegistry::lookupTarget(T, Error);
    return NVPTX ? NVPTX->createTargetMachine(T, "sm_80", "+ptx80", TargetOptions(), std::nullopt) : nullptr;
  }();
  return Machine;
}

void phobos::sim::vectorizeAccesses(Module &M) {
  TargetMachine *Machine = deviceMachine();
  if (!Machine)
    return;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Graph;
  ModuleAnalysisManager Modules;
  PassBuilder Builder(Machine);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Graph);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Graph, Modules);
  ModulePassManager Passes;
  cantFail(Builder.parsePassPipeline(Passes, "function(infer-address-spaces,load-store-vectorizer)"));
  Passes.run(M, Modules);
}
