//===- Outline.cpp - Extents, Uniform, probes, Replay ---------------------===//
#include "Emit/Outline.h"
#include "Emit/Piece.h"
#include "Raise/Affine.h"
#include "Raise/ThreadSpace.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace phobos;

static Value *makeStruct(IRBuilder<> &B, Type *T, ArrayRef<Value *> Fields) {
  Value *Result = PoisonValue::get(T);
  for (auto [I, Field] : enumerate(Fields))
    Result = B.CreateInsertValue(Result, Field, I);
  return Result;
}

static Function *outlineExtents(const Contraction &C) {
  LLVMContext &Context = C.Work->getContext();
  Type *I32 = Type::getInt32Ty(Context);
  StructType *T = StructType::get(Context, {I32, I32, I32});
  Function *F = createPieceFunction(C, "extents", T, 0, {});
  F->addFnAttr(Attribute::AlwaysInline);
  IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
  ExtentEmitter Extents(C, *F, B);
  SmallVector<Value *, 3> Fields;
  for (ArrayRef<unsigned> Order :
       {ArrayRef<unsigned>(C.Space.M), ArrayRef<unsigned>(C.Space.N), ArrayRef<unsigned>(C.Space.Batch)})
    Fields.push_back(B.CreateTrunc(Extents.extent(Order), I32));
  B.CreateRet(makeStruct(B, T, Fields));
  return F;
}

static Function *outlineHostExtent(const Contraction &C, ArrayRef<unsigned> Order) {
  LLVMContext &Context = C.Work->getContext();
  Function *F = createPieceFunction(C, "hostextent", Type::getInt64Ty(Context), 0, {});
  copyByValue(*C.Work, *F);
  IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
  ExtentEmitter Extents(C, *F, B);
  B.CreateRet(Extents.extent(Order));
  return F;
}

static Function *outlineUniform(const Contraction &C) {
  LLVMContext &Context = C.Work->getContext();
  StructType *T = StructType::get(Context, {Type::getInt1Ty(Context), Type::getInt64Ty(Context)});
  Piece P(C, "uniform", T, Coordinates::Batch);
  P.assumeOthers(0);
  P.endWith(P.mapped(C.Preheader),
            [&](IRBuilder<> &B) { return makeStruct(B, T, {B.getTrue(), P.mapped<Value>(C.Trips)}); });
  P.returnZero();
  P.makePure();
  P.clean();
  return P.F;
}

namespace {
/// Computes a value of the loop body in the preheader of a piece, for one iteration.
class Iteration {
  const Piece &P;
  const Contraction &C;
  IRBuilder<> &B;
  DenseMap<Value *, Value *> Known;

public:
  /// Number: 0 or 1.
  Iteration(const Piece &P, IRBuilder<> &B, unsigned Number) : P(P), C(P.C), B(B) {
    DominatorTree DT(*C.Work);
    LoopInfo LI(DT);
    const Loop *L = LI.getLoopFor(C.Header);
    for (PHINode &Phi : C.Header->phis())
      if (std::optional<Induction> Ind = readInduction(Phi, *L)) {
        Value *Start = P.mapped<Value>(Ind->Start);
        Known[&Phi] = Number == 0 ? Start : advance(*Ind, Start);
      }
  }

  Value *of(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || I->getParent() != C.Header)
      return P.mapped<Value>(V);
    Value *&Result = Known[V];
    if (Result)
      return Result;
    Instruction *Copy = I->clone();
    for (Use &U : Copy->operands())
      if (!isa<Function>(U))
        U = of(U);
    Copy->dropPoisonGeneratingAnnotations();
    Copy->setDebugLoc({});
    B.Insert(Copy);
    return Known[V] = Copy;
  }

private:
  Value *advance(const Induction &Ind, Value *Start) {
    Value *Increment = P.mapped<Value>(Ind.Increment);
    if (Start->getType()->isPointerTy()) {
      Value *Bytes = B.CreateMul(B.CreateSExtOrTrunc(Increment, B.getInt64Ty()), B.getInt64(Ind.Scale));
      return B.CreateGEP(B.getInt8Ty(), Start, Bytes);
    }
    return Ind.Scale < 0 ? B.CreateSub(Start, Increment) : B.CreateAdd(Start, Increment);
  }
};
} // namespace

static Function *outlineProbe(const Contraction &C, StringRef Name, const Operand &O, Axis On) {
  LLVMContext &Context = C.Work->getContext();
  Type *Pointer = O.Pointer->getType();
  StructType *T = StructType::get(Context, {Type::getInt1Ty(Context), Pointer, Type::getInt64Ty(Context)});
  Piece P(C, Name, T, On == Axis::M ? Coordinates::BatchM : Coordinates::BatchN);
  P.assumeOthers(unsigned(On));
  P.endWith(P.mapped(C.Preheader), [&](IRBuilder<> &B) {
    Value *Address = Iteration(P, B, 0).of(O.Pointer);
    Value *Stride = nullptr;
    if (O.ConstantStride) {
      Stride = B.getInt64(*O.ConstantStride);
    } else {
      Value *Next = Iteration(P, B, 1).of(O.Pointer);
      Stride = B.CreateSub(B.CreatePtrToInt(Next, B.getInt64Ty()), B.CreatePtrToInt(Address, B.getInt64Ty()));
    }
    return makeStruct(B, T, {B.getTrue(), Address, Stride});
  });
  P.returnZero();
  P.makePure();
  P.clean();
  return P.F;
}

// One i64 in the preheader of a piece, as a value for launch expressions.
static HostValue outlineHost(const Contraction &C, Coordinates Given, ArrayRef<unsigned> Values,
                             function_ref<Value *(const Piece &, IRBuilder<> &)> Make) {
  Type *I64 = Type::getInt64Ty(C.Work->getContext());
  Piece P(C, "host", I64, Given);
  P.fixCoordinates(Values);
  P.endWith(P.mapped(C.Preheader), [&](IRBuilder<> &B) { return Make(P, B); });
  P.returnZero();
  // Never run, so it need not be pure. What it loads stays a load, which no launch expression knows.
  P.clean();
  copyByValue(*C.Work, *P.F);
  for (BasicBlock &Block : *P.F)
    if (&Block == P.mapped(C.Preheader))
      return {P.F, cast<ReturnInst>(Block.getTerminator())->getReturnValue()};
  return {};
}

static HostValue outlineHostTrips(const Contraction &C) {
  // The batch stays a parameter, which no launch expression knows: so a trip count that depends on it is not found.
  return outlineHost(C, Coordinates::Batch, {},
                     [&](const Piece &P, IRBuilder<> &) { return P.mapped<Value>(C.Trips); });
}

static HostValue outlineHostAddress(const Contraction &C, const Operand &O, Axis On, unsigned MN, unsigned T) {
  Coordinates Given = On == Axis::M ? Coordinates::BatchM : Coordinates::BatchN;
  return outlineHost(C, Given, {0, MN}, [&](const Piece &P, IRBuilder<> &B) {
    return B.CreatePtrToInt(Iteration(P, B, T).of(O.Pointer), B.getInt64Ty());
  });
}

static Function *outlinePair(const Contraction &C) {
  Type *I1 = Type::getInt1Ty(C.Work->getContext());
  Piece P(C, "pair", I1, Coordinates::BatchMN);
  P.endWith(P.mapped(C.Preheader), [](IRBuilder<> &B) { return B.getTrue(); });
  P.returnZero();
  P.makePure();
  P.clean();
  return P.F;
}

static Type *typeOf(FloatFormat Format, LLVMContext &Context) {
  switch (Format) {
  case FloatFormat::F16:
    return Type::getHalfTy(Context);
  case FloatFormat::BF16:
    return Type::getBFloatTy(Context);
  case FloatFormat::F32:
  case FloatFormat::Other:
    return Type::getFloatTy(Context);
  }
  llvm_unreachable("covered");
}

static Value *toFloat(IRBuilder<> &B, Value *V, FloatFormat Format) {
  if (V->getType()->isIntegerTy())
    V = B.CreateBitCast(V, typeOf(Format, B.getContext()));
  return V->getType()->isFloatTy() ? V : B.CreateFPExt(V, B.getFloatTy());
}

// The accumulator after the loop: initial value and scaled sum, added in f32 and rounded once.
static Value *finishSum(const Contraction &C, const Piece &P, IRBuilder<> &B, Value *Sum) {
  for (auto [Scale, Format] : C.Scales)
    Sum = B.CreateFMul(Sum, toFloat(B, P.mapped<Value>(Scale), Format));
  Type *T = C.Accumulator->getType();
  Value *Initial =
      toFloat(B, P.mapped<Value>(C.Accumulator->getIncomingValueForBlock(C.Preheader)), C.AccumulatorFormat);
  Value *Result = C.Negated ? B.CreateFSub(Initial, Sum) : B.CreateFAdd(Initial, Sum);
  Type *Rounded = typeOf(C.AccumulatorFormat, B.getContext());
  if (!Rounded->isFloatTy())
    Result = B.CreateFPTrunc(Result, Rounded);
  if (T->isFloatTy() && !Rounded->isFloatTy())
    return B.CreateFPExt(Result, T);
  return B.CreateBitCast(Result, T);
}

static Function *outlineReplay(const Contraction &C) {
  LLVMContext &Context = C.Work->getContext();
  Piece P(C, "replay", Type::getVoidTy(Context), Coordinates::BatchMN, {Type::getFloatTy(Context)});
  BasicBlock *Preheader = P.mapped(C.Preheader), *Header = P.mapped(C.Header), *Exit = P.mapped(C.Exit);
  Value *Update = P.mapped<Value>(C.Update);
  Instruction *Old = Preheader->getTerminator();
  IRBuilder<> B(Old);
  Value *Result = finishSum(C, P, B, P.extra(0));
  for (PHINode &Phi : Exit->phis()) {
    int At = Phi.getBasicBlockIndex(P.mapped(C.Latch));
    if (Phi.getIncomingValue(At) == Update)
      Phi.setIncomingValue(At, Result);
    Phi.setIncomingBlock(At, Preheader);
  }
  // The latch no longer leads to the exit: its edge's phi entries now belong to the preheader.
  Instruction *LatchEnd = P.mapped(C.Latch)->getTerminator();
  IRBuilder<>(LatchEnd).CreateUnreachable();
  LatchEnd->eraseFromParent();
  Header->removePredecessor(Preheader);
  B.CreateBr(Exit);
  Old->eraseFromParent();
  P.clean();
  return P.F;
}

Function *phobos::outlineScalar(const Contraction &C, const Outlined &Pieces) {
  LLVMContext &Context = C.Work->getContext();
  Piece P(C, "scalar", Type::getVoidTy(Context), Coordinates::BatchMN);
  SmallVector<Value *, 24> Common;
  for (unsigned I = 0, End = C.Work->arg_size() + 6; I < End; ++I)
    Common.push_back(P.F->getArg(I));
  Value *Batch = P.F->getArg(Common.size()), *M = P.F->getArg(Common.size() + 1), *N = P.F->getArg(Common.size() + 2);
  BasicBlock *Preheader = P.mapped(C.Preheader), *Header = P.mapped(C.Header), *Latch = P.mapped(C.Latch);
  auto With = [&](std::initializer_list<Value *> Coordinates) {
    SmallVector<Value *, 24> All(Common);
    All.append(Coordinates);
    return All;
  };
  IRBuilder<> B(Preheader->getTerminator());
  Value *Uniform = B.CreateCall(Pieces.Uniform, With({Batch}));
  Value *Reaches = B.CreateExtractValue(Uniform, 0), *Trips = B.CreateExtractValue(Uniform, 1);
  if (Pieces.ProbePair)
    Reaches = B.CreateAnd(Reaches, B.CreateCall(Pieces.ProbePair, With({Batch, M, N})));
  Value *ProbeA = B.CreateCall(Pieces.ProbeA, With({Batch, M})),
        *ProbeB = B.CreateCall(Pieces.ProbeB, With({Batch, N}));

  B.SetInsertPoint(Header, Header->begin());
  PHINode *T = B.CreatePHI(B.getInt64Ty(), 2);
  for (auto [O, Probe] : {std::pair(&C.A, ProbeA), std::pair(&C.B, ProbeB)}) {
    B.SetInsertPoint(Preheader->getTerminator());
    // A thread that the pieces believe absent reads at null, where every checker looks.
    Value *Live = B.CreateAnd(Reaches, B.CreateExtractValue(Probe, 0));
    Value *Address = B.CreateExtractValue(Probe, 1);
    Address = B.CreateSelect(Live, Address, Constant::getNullValue(Address->getType()));
    auto *Load = cast<Instruction>(P.mapped<Value>(O->Load));
    B.SetInsertPoint(Load);
    Value *At = B.CreateGEP(B.getInt8Ty(), Address, B.CreateMul(T, B.CreateExtractValue(Probe, 2)));
    Load->setOperand(0, At);
  }
  B.SetInsertPoint(Latch->getTerminator());
  Value *Next = B.CreateAdd(T, B.getInt64(1));
  T->addIncoming(B.getInt64(0), Preheader);
  T->addIncoming(Next, Latch);
  auto *Branch = cast<BranchInst>(Latch->getTerminator());
  Value *More = B.CreateICmpULT(Next, Trips);
  Branch->setCondition(Branch->getSuccessor(0) == Header ? More : B.CreateNot(More));
  P.clean();
  return P.F;
}

// The virtual threads (m, n) that do not exist though m and n do: those of the last, partial row where a source is
// divided by what its extent is no multiple of.
static Value *absentPairs(const Contraction &C, ExtentEmitter &Extents, IRBuilder<> &B) {
  Value *Absent = B.getInt64(0);
  for (auto [Index, S] : enumerate(C.Space.Sources))
    if (S.isDivided() &&
        axesOf(C.Space, SourceSet(1) << S.QuotientAt) != axesOf(C.Space, SourceSet(1) << S.RemainderAt)) {
      Value *Divisor = B.CreateZExtOrTrunc(Extents.uniform(C.Space.Sources[S.QuotientAt].Divisor), B.getInt64Ty());
      Absent = B.CreateOr(Absent, B.CreateURem(Extents.extent(Index), Divisor));
    }
  return Absent;
}

static bool onlyExistenceIsPairwise(const Contraction &C) {
  unsigned Both = unsigned(Axis::M) | unsigned(Axis::N);
  return none_of(C.Conditions, [&](const LiveCondition &L) { return (L.Axes & Both) == Both; });
}

static HostValue outlineHostAbsentPairs(const Contraction &C) {
  LLVMContext &Context = C.Work->getContext();
  Function *F = createPieceFunction(C, "hostpairs", Type::getInt64Ty(Context), 0, {});
  copyByValue(*C.Work, *F);
  IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
  ExtentEmitter Extents(C, *F, B);
  Value *Absent = absentPairs(C, Extents, B);
  B.CreateRet(Absent);
  return {F, Absent};
}

static Function *outlinePairsNeeded(const Contraction &C) {
  LLVMContext &Context = C.Work->getContext();
  Function *F = createPieceFunction(C, "pairsneeded", Type::getInt1Ty(Context), 0, {});
  F->addFnAttr(Attribute::AlwaysInline);
  IRBuilder<> B(BasicBlock::Create(Context, "entry", F));
  ExtentEmitter Extents(C, *F, B);
  B.CreateRet(B.CreateICmpNE(absentPairs(C, Extents, B), B.getInt64(0)));
  return F;
}

static void outlineHostValues(const Contraction &C, Outlined &Pieces) {
  Pieces.HostTrips = outlineHostTrips(C);
  constexpr std::pair<unsigned, unsigned> At[] = {{0, 0}, {1, 0}, {0, 1}};
  for (auto [I, Place] : enumerate(At)) {
    Pieces.HostAddress[0][I] = outlineHostAddress(C, C.A, Axis::M, Place.first, Place.second);
    Pieces.HostAddress[1][I] = outlineHostAddress(C, C.B, Axis::N, Place.first, Place.second);
  }
  if (onlyExistenceIsPairwise(C))
    Pieces.HostAbsentPairs = outlineHostAbsentPairs(C);
}

Outlined phobos::outline(const Contraction &C) {
  Outlined Pieces;
  Pieces.Original = C.Work;
  Pieces.Extents = outlineExtents(C);
  Pieces.HostExtent[0] = outlineHostExtent(C, C.Space.M);
  Pieces.HostExtent[1] = outlineHostExtent(C, C.Space.N);
  Pieces.HostExtent[2] = outlineHostExtent(C, C.Space.Batch);
  Pieces.Uniform = outlineUniform(C);
  Pieces.ProbeA = outlineProbe(C, "probe.a", C.A, Axis::M);
  Pieces.ProbeB = outlineProbe(C, "probe.b", C.B, Axis::N);
  if (C.Facts.Mask == LiveMask::Pairwise)
    Pieces.ProbePair = outlinePair(C);
  if (Pieces.ProbePair && onlyExistenceIsPairwise(C))
    Pieces.PairsNeeded = outlinePairsNeeded(C);
  outlineHostValues(C, Pieces);
  Pieces.Replay = outlineReplay(C);
  return Pieces;
}
