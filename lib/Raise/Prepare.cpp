//===- Prepare.cpp - Inlines and canonicalizes the clone ------------------===//
#include "Raise/Prepare.h"
#include "IR/Directives.h"
#include "Raise/Arithmetic.h"
#include "Raise/ThreadSpace.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace phobos;

static bool isKernel(const Function &F) { return F.getCallingConv() == CallingConv::PTX_Kernel; }

// A marker must not hide that its loop only reads memory, and must not be hoisted or dropped before it is read.
static void describeMarker(Module &M) {
  Function *Marker = M.getFunction(DirectiveFunctionName);
  if (!Marker)
    return;
  Marker->deleteBody();
  Marker->setAttributes({});
  Marker->setLinkage(GlobalValue::ExternalLinkage);
  Marker->setComdat(nullptr);
  Marker->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  Marker->addFnAttr(Attribute::NoUnwind);
  Marker->addFnAttr(Attribute::WillReturn);
  Marker->addFnAttr(Attribute::NoFree);
  Marker->addFnAttr(Attribute::NoSync);
  for (User *U : Marker->users())
    if (auto *Call = dyn_cast<CallBase>(U)) {
      Call->setAttributes({});
      Call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    }
}

// What -O0 does not say may not be used at -O3: the same loop gets the same facts at every level.
static void forgetTypes(Function &F) {
  for (Instruction &I : instructions(F)) {
    I.setMetadata(LLVMContext::MD_tbaa, nullptr);
    I.setMetadata(LLVMContext::MD_tbaa_struct, nullptr);
  }
}

// Assembly that only computes comes back: without this, no loop that contains it has a known trip count unless it steps
// by 1. The header's loads are said to read memory, as other loads do; else they alone would let a sum that is kept in
// memory leave the loop before it is recognized.
static void describeAssembly(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isInlineAsm() && Call->doesNotAccessMemory()) {
      Call->addFnAttr(Attribute::WillReturn);
      Call->addFnAttr(Attribute::NoUnwind);
      if (readArithmetic(Call).Kind == Arithmetic::Load)
        Call->setMemoryEffects(MemoryEffects::readOnly());
    }
}

// Whether memory at V is read, and nothing else can happen to it.
static bool isOnlyRead(const Value *V) {
  return all_of(V->uses(), [](const Use &U) {
    const User *I = U.getUser();
    if (isa<GEPOperator, BitCastOperator, AddrSpaceCastOperator, SelectInst>(I))
      return isOnlyRead(I);
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Load->isSimple();
    if (auto *Copy = dyn_cast<MemTransferInst>(I))
      return &U == &Copy->getRawSourceUse() && !Copy->isVolatile();
    return false;
  });
}

// A parameter that is a structure is its thread's own memory. Where the kernel may change it, it becomes a local
// variable, as which one thread that replays several has it anew each time.
static void privatizeParameters(Function &F) {
  LLVMContext &Context = F.getContext();
  const DataLayout &Layout = F.getDataLayout();
  Type *Pointer = PointerType::get(Context, 0), *Length = Type::getInt64Ty(Context);
  for (Argument &A : F.args()) {
    if (!A.hasByValAttr() || isOnlyRead(&A))
      continue;
    Type *T = A.getParamByValType();
    BasicBlock::iterator At = F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    auto *Local = new AllocaInst(T, Layout.getAllocaAddrSpace(), nullptr, A.getParamAlign().valueOrOne(), "", At);
    A.replaceAllUsesWith(Local);
    Function *Copy = Intrinsic::getOrInsertDeclaration(F.getParent(), Intrinsic::memcpy, {Pointer, Pointer, Length});
    auto *Bytes = ConstantInt::get(Length, Layout.getTypeAllocSize(T));
    CallInst::Create(Copy, {Local, &A, Bytes, ConstantInt::getFalse(Context)}, "", At);
  }
}

// Functions that reach a marker through calls.
static SmallPtrSet<Function *, 16> reachMarker(Module &M) {
  SmallPtrSet<Function *, 16> Reach;
  SmallVector<Function *, 16> Work;
  if (Function *Marker = M.getFunction(DirectiveFunctionName))
    Work.push_back(Marker);
  while (!Work.empty()) {
    Function *F = Work.pop_back_val();
    for (User *U : F->users())
      if (auto *I = dyn_cast<Instruction>(U))
        if (Function *Caller = I->getFunction(); Reach.insert(Caller).second)
          Work.push_back(Caller);
  }
  return Reach;
}

static void inlineEverything(Module &M, ModuleAnalysisManager &MAM) {
  SmallPtrSet<Function *, 8> Recursive;
  CallGraph Graph(M);
  for (auto It = scc_begin(&Graph); !It.isAtEnd(); ++It)
    if (It.hasCycle())
      for (CallGraphNode *Node : *It)
        Recursive.insert(Node->getFunction());
  for (Function &F : M) {
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
    if (F.isDeclaration() || isKernel(F) || Recursive.contains(&F))
      continue;
    F.addFnAttr(Attribute::AlwaysInline);
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setComdat(nullptr);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->removeFnAttr(Attribute::NoInline);
  }
  ModulePassManager MPM;
  MPM.addPass(AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/false));
  MPM.addPass(GlobalDCEPass());
  MPM.run(M, MAM);
}

static void simplify(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.run(F, FAM);
}

static void simplifyIndices(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(InstCombinePass());
  FPM.addPass(EarlyCSEPass());
  FPM.run(F, FAM);
}

static void canonicalizeLoops(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(/*EnableHeaderDuplication=*/true)));
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(DCEPass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  FPM.run(F, FAM);
}

SmallVector<PreparedKernel, 4> phobos::prepareKernels(Module &Clone, ModuleAnalysisManager &MAM,
                                                      FunctionAnalysisManager &FAM) {
  describeMarker(Clone);
  SmallPtrSet<Function *, 16> Reach = reachMarker(Clone);
  SmallVector<Function *, 4> Kernels;
  for (Function &F : Clone) {
    if (!isKernel(F) || F.isDeclaration())
      continue;
    if (Reach.contains(&F))
      Kernels.push_back(&F);
    else
      F.deleteBody();
  }
  for (Function *F : Kernels)
    F->setComdat(nullptr);
  // Asks for a compilation option; a constant to everything but the header that declares it.
  if (Function *Reflect = Clone.getFunction("__nvvm_reflect"))
    Reflect->setDoesNotAccessMemory();
  inlineEverything(Clone, MAM);
  SmallVector<PreparedKernel, 4> Prepared;
  for (Function *F : Kernels) {
    PreparedKernel K;
    K.Work = F;
    describeAssembly(*F);
    forgetTypes(*F);
    privatizeParameters(*F);
    simplify(*F, FAM);
    K.Space = findSources(*F);
    FAM.invalidate(*F, PreservedAnalyses::none());
    simplifyIndices(*F, FAM);
    pairSources(*F, K.Space);
    FAM.invalidate(*F, PreservedAnalyses::none());
    canonicalizeLoops(*F, FAM);
    resolveLeaves(*F, K.Space);
    Prepared.push_back(std::move(K));
  }
  return Prepared;
}
