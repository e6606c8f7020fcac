//===- DevicePass.cpp - Raise, Plan, Emit, in this order ------------------===//
#include "IR/Directives.h"
#include "Passes/Passes.h"
#include "Raise/Recognize.h"
#include "Support/Remarks.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace phobos;

PreservedAnalyses DevicePass::run(Module &M, ModuleAnalysisManager &) {
  if (!M.getFunction(DirectiveFunctionName))
    return PreservedAnalyses::all();
  Remarks Report(Sites);
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Clone = CloneModule(M, Map);
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
  for (PreparedKernel &Kernel : prepareKernels(*Clone, MAM, FAM)) {
    Result<Contraction> C = recognize(Kernel, FAM);
    if (Opts.PrintRaise) {
      if (C)
        C->print(errs());
      else
        errs() << "no contraction in '" << Kernel.Work->getName() << "': " << C.reject().what() << '\n';
      if (getenv("DUMP")) Kernel.Work->print(errs());
    }
  }
  removeMarkers(M);
  return PreservedAnalyses::none();
}
