//===- Optimize.cpp - A companion's own pipeline ----------------*- C++ -*-===//
//
// The device pass runs at the start of the user's pipeline, which may be -O0's, so a companion must be final when it
// leaves. Inlining first; then what makes a naive kernel's index arithmetic cheap: its parts that depend on one
// coordinate leave the loop over the other. Loops are not unrolled beyond what their metadata asks for.
//
//===----------------------------------------------------------------------===//
#include "Emit/Companion.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace phobos;
using namespace llvm;

/// Inlines calls of the pieces, and what these call.
static void inlinePieces(Function &F) {
  bool Changed = true;
  while (Changed) {
    SmallVector<CallInst *, 16> Calls;
    for (BasicBlock &BB : F)
      for (Instruction &I : BB)
        if (auto *Call = dyn_cast<CallInst>(&I))
          if (Function *Callee = Call->getCalledFunction())
            if (Callee->hasFnAttribute(Attribute::AlwaysInline) && !Callee->isDeclaration())
              Calls.push_back(Call);
    Changed = false;
    for (CallInst *Call : Calls) {
      InlineFunctionInfo Info;
      Changed |= InlineFunction(*Call, Info).isSuccess();
    }
  }
}

/// What could be unrolled has been: a request that is left would only make a later pipeline warn about it.
static void freezeLoops(Function &F) {
  LLVMContext &Context = F.getContext();
  for (BasicBlock &BB : F) {
    Instruction *End = BB.getTerminator();
    if (!End->getMetadata(LLVMContext::MD_loop))
      continue;
    MDNode *Disable = MDNode::get(Context, MDString::get(Context, "llvm.loop.unroll.disable"));
    MDNode *Loop = MDNode::getDistinct(Context, {nullptr, Disable});
    Loop->replaceOperandWith(0, Loop);
    End->setMetadata(LLVMContext::MD_loop, Loop);
  }
}

void phobos::optimizeCompanion(Function &Companion) {
  inlinePieces(Companion);

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

  FunctionPassManager FPM;
  auto simplify = [&] {
    FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
    FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    FPM.addPass(InstCombinePass());
    FPM.addPass(SimplifyCFGPass());
  };
  auto hoist = [&] {
    FPM.addPass(LoopSimplifyPass());
    FPM.addPass(LCSSAPass());
    FPM.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  };
  simplify();
  hoist();
  FPM.addPass(GVNPass());
  simplify();
  hoist();
  FPM.addPass(LoopUnrollPass(LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  simplify();
  FPM.addPass(GVNPass());
  FPM.addPass(DSEPass());
  FPM.addPass(ADCEPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.run(Companion, FAM);
  freezeLoops(Companion);
}
