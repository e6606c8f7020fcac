//===- Piece.cpp - Clones, coordinates and cuts ---------------------------===//
#include "Emit/Piece.h"
#include "Raise/Dependence.h"
#include "Raise/ThreadSpace.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace phobos;

static constexpr unsigned ShapeParameters = 6;

Function *phobos::createPieceFunction(const Contraction &C, StringRef Name, Type *Return, unsigned NumCoordinates,
                                      ArrayRef<Type *> Extra) {
  LLVMContext &Context = C.Work->getContext();
  SmallVector<Type *, 16> Parameters;
  for (const Argument &A : C.Work->args())
    Parameters.push_back(A.getType());
  Parameters.append(ShapeParameters + NumCoordinates, Type::getInt32Ty(Context));
  Parameters.append(Extra.begin(), Extra.end());
  Function *F = Function::Create(FunctionType::get(Return, Parameters, false), GlobalValue::InternalLinkage,
                                 C.Work->getName() + "." + Name, C.Work->getParent());
  return F;
}

void phobos::copyByValue(const Function &From, Function &To) {
  for (const Argument &A : From.args())
    if (A.hasByValAttr()) {
      AttrBuilder Attributes(From.getContext());
      Attributes.addByValAttr(A.getParamByValType());
      Attributes.addAlignmentAttr(A.getParamAlign());
      To.addParamAttrs(A.getArgNo(), Attributes);
    }
}

static void finishAttributes(Function &F) {
  F.setAttributes({});
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setCallingConv(CallingConv::C);
  F.setComdat(nullptr);
  F.setVisibility(GlobalValue::DefaultVisibility);
  F.setDSOLocal(true);
  F.addFnAttr(Attribute::AlwaysInline);
  F.addFnAttr(Attribute::NoUnwind);
}

static unsigned count(Coordinates Given) {
  switch (Given) {
  case Coordinates::Batch:
    return 1;
  case Coordinates::BatchM:
  case Coordinates::BatchN:
    return 2;
  case Coordinates::BatchMN:
    return 3;
  }
  llvm_unreachable("covered");
}

Piece::Piece(const Contraction &C, StringRef Name, Type *Return, Coordinates Given, ArrayRef<Type *> Extra)
    : C(C), NumExtra(Extra.size()) {
  F = createPieceFunction(C, Name, Return, count(Given), Extra);
  for (const Argument &A : C.Work->args())
    Map[&A] = F->getArg(A.getArgNo());
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(F, C.Work, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  finishAttributes(*F);
  F->setSubprogram(nullptr);
  for (Instruction &I : instructions(F))
    I.setDebugLoc({});
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == DirectiveFunctionName)
      Call->eraseFromParent();

  BasicBlock *OldEntry = &F->getEntryBlock();
  BasicBlock *Entry = BasicBlock::Create(F->getContext(), "place", F, OldEntry);
  IRBuilder<> B(Entry);
  VirtualThread Thread = placeThread(B, Given);
  BasicBlock *Absent = BasicBlock::Create(F->getContext(), "absent", F);
  B.CreateCondBr(Thread.Exists, OldEntry, Absent);
  IRBuilder<> AbsentBuilder(Absent);
  if (Return->isVoidTy())
    AbsentBuilder.CreateRetVoid();
  else
    AbsentBuilder.CreateRet(Constant::getNullValue(Return));

  ExtentEmitter Extents(C, *F, B);
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction())
      continue;
    for (auto [Index, S] : enumerate(C.Space.Sources))
      if (S.Leaf && mapped<Value>(S.Leaf) == Call) {
        Call->replaceAllUsesWith(Thread.Sources[Index]);
        Call->eraseFromParent();
        Call = nullptr;
        break;
      }
    if (!Call)
      continue;
    StringRef Callee = Call->getCalledFunction()->getName();
    bool IsGrid = Callee.starts_with("llvm.nvvm.read.ptx.sreg.nctaid.");
    if (IsGrid || Callee.starts_with("llvm.nvvm.read.ptx.sreg.ntid.")) {
      Call->replaceAllUsesWith(Extents.shape((IsGrid ? 0 : 3) + Callee.back() - 'x'));
      Call->eraseFromParent();
    }
  }
}

// Splits a coordinate into the sources of its axis, the last one fastest.
static void splitCoordinate(const ThreadSpace &Space, ArrayRef<unsigned> Order, Value *Coordinate,
                            ExtentEmitter &Extents, IRBuilder<> &B, VirtualThread &Thread) {
  for (unsigned Index : reverse(Order)) {
    bool IsOutermost = Index == Order.front();
    if (IsOutermost) {
      Thread.Sources[Index] = Coordinate;
      return;
    }
    Value *Extent = B.CreateTrunc(Extents.extent(Index), B.getInt32Ty());
    Thread.Sources[Index] = B.CreateURem(Coordinate, Extent);
    Coordinate = B.CreateUDiv(Coordinate, Extent);
  }
}

VirtualThread Piece::placeThread(IRBuilder<> &B, Coordinates Given) {
  const ThreadSpace &Space = C.Space;
  ExtentEmitter Extents(C, *F, B);
  VirtualThread Thread;
  Thread.Sources.assign(Space.Sources.size(), nullptr);
  Thread.Exists = B.getTrue();
  unsigned Next = C.Work->arg_size() + ShapeParameters;
  auto Place = [&](ArrayRef<unsigned> Order, bool IsGiven) {
    Value *Coordinate = B.getInt32(0);
    if (IsGiven) {
      Coordinate = F->getArg(Next++);
      Value *InRange = B.CreateICmpULT(B.CreateZExt(Coordinate, B.getInt64Ty()), Extents.extent(Order));
      Thread.Exists = B.CreateAnd(Thread.Exists, InRange);
    }
    splitCoordinate(Space, Order, Coordinate, Extents, B, Thread);
  };
  Place(Space.Batch, true);
  Place(Space.M, Given == Coordinates::BatchM || Given == Coordinates::BatchMN);
  Place(Space.N, Given == Coordinates::BatchN || Given == Coordinates::BatchMN);
  // A source divided later stands before its parts in the list: build parents last to first.
  for (unsigned Index = Space.Sources.size(); Index-- > 0;) {
    const Source &S = Space.Sources[Index];
    if (!S.isDivided())
      continue;
    Type *I64 = B.getInt64Ty();
    Value *Divisor = B.CreateZExtOrTrunc(Extents.uniform(Space.Sources[S.QuotientAt].Divisor), I64);
    Value *Whole = B.CreateAdd(B.CreateMul(B.CreateZExt(Thread.Sources[S.QuotientAt], I64), Divisor),
                               B.CreateZExt(Thread.Sources[S.RemainderAt], I64));
    Thread.Exists = B.CreateAnd(Thread.Exists, B.CreateICmpULT(Whole, Extents.extent(Index)));
    Thread.Sources[Index] = B.CreateTrunc(Whole, B.getInt32Ty());
  }
  for (Value *&Source : Thread.Sources)
    if (!Source)
      Source = B.getInt32(0);
  return Thread;
}

// Exactly one successor of a condition's branch leads to the loop.
static bool leadsTo(BasicBlock *From, BasicBlock *To) { return From == To || isPotentiallyReachable(From, To); }

void Piece::fixCoordinates(ArrayRef<unsigned> Values) {
  for (auto [I, Value] : enumerate(Values)) {
    Argument *Coordinate = F->getArg(C.Work->arg_size() + ShapeParameters + I);
    Coordinate->replaceAllUsesWith(ConstantInt::get(Coordinate->getType(), Value));
  }
}

void Piece::returnZero() {
  for (BasicBlock &Block : *F)
    if (Instruction *End = Block.getTerminator();
        isa<UnreachableInst>(End) || (isa<ReturnInst>(End) && !cast<ReturnInst>(End)->getReturnValue())) {
      IRBuilder<> B(End);
      B.CreateRet(Constant::getNullValue(F->getReturnType()));
      End->eraseFromParent();
    }
}

void Piece::endWith(BasicBlock *Block, function_ref<Value *(IRBuilder<> &)> MakeResult) {
  Instruction *Old = Block->getTerminator();
  IRBuilder<> B(Old);
  Value *Result = MakeResult(B);
  for (BasicBlock *Successor : successors(Block))
    Successor->removePredecessor(Block);
  B.CreateRet(Result);
  Old->eraseFromParent();
}

void Piece::assumeOthers(unsigned Keep) {
  // A condition holds where its branch leads to the loop, and only there: each branch gets a condition of its own.
  MapVector<BranchInst *, SmallVector<const LiveCondition *, 4>> ByBranch;
  for (const LiveCondition &L : C.Conditions)
    ByBranch[L.Branch].push_back(&L);
  for (const auto &[Original, Conditions] : ByBranch) {
    auto *Branch = cast<BranchInst>(mapped<Value>(Original));
    IRBuilder<> B(Branch);
    Value *Reaches = B.getTrue();
    for (const LiveCondition *L : Conditions) {
      if (L->Axes & ~(Keep | unsigned(Axis::Batch)))
        continue;
      Value *Condition = mapped<Value>(L->Condition);
      Reaches = B.CreateAnd(Reaches, L->ReachesWhen ? Condition : B.CreateNot(Condition));
    }
    BasicBlock *Way = mapped(C.Preheader);
    bool FirstLeads = leadsTo(Branch->getSuccessor(0), Way);
    Branch->setCondition(FirstLeads ? Reaches : B.CreateNot(Reaches));
  }
}

void Piece::makePure() {
  IRBuilder<> B(F->getContext());
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    I.dropPoisonGeneratingAnnotations();
    I.dropUBImplyingAttrsAndMetadata();
    if (I.isTerminator() || isa<AllocaInst>(I))
      continue;
    bool IsDivision = I.isIntDivRem();
    if (IsDivision && !isUniform(I.getOperand(1)) && !isa<Constant>(I.getOperand(1))) {
      // The original divides under its guards only.
      B.SetInsertPoint(&I);
      Value *Divisor = B.CreateFreeze(I.getOperand(1));
      Value *IsZero = B.CreateICmpEQ(Divisor, Constant::getNullValue(Divisor->getType()));
      I.setOperand(1, B.CreateSelect(IsZero, ConstantInt::get(Divisor->getType(), 1), Divisor));
    }
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (auto *P = dyn_cast<Argument>(getUnderlyingObject(Load->getPointerOperand()));
          P && P->getArgNo() < C.Work->arg_size() && isReadOnlyParameter(*C.Work->getArg(P->getArgNo())))
        continue;
    auto *Call = dyn_cast<CallBase>(&I);
    // Assembly that only computes may decide an address; assembly that loads is told by its pointer.
    bool Loads =
        Call && Call->isInlineAsm() && any_of(Call->args(), [](const Use &U) { return U->getType()->isPointerTy(); });
    if (!I.mayReadOrWriteMemory() && !Loads)
      continue;
    // Nothing that a probe returns depends on it, but a branch between two ways to the loop may: any value but poison.
    if (!I.getType()->isVoidTy())
      I.replaceAllUsesWith(Constant::getNullValue(I.getType()));
    I.eraseFromParent();
  }
}

void Piece::clean() {
  removeUnreachableBlocks(*F);
  for (BasicBlock &Block : make_early_inc_range(*F))
    ConstantFoldTerminator(&Block, /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(*F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock &Block : *F)
      Changed |= SimplifyInstructionsInBlock(&Block);
  }
}
