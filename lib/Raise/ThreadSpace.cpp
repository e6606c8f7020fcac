//===- ThreadSpace.cpp - Sources, pairs and axes --------------------------===//
#include "Raise/ThreadSpace.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include <functional>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace phobos;

static constexpr const char *LeafPrefix = "__phobos_source_";

static constexpr Intrinsic::ID ThreadIds[] = {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                              Intrinsic::nvvm_read_ptx_sreg_tid_z};
static constexpr Intrinsic::ID BlockIds[] = {Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
                                             Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                                             Intrinsic::nvvm_read_ptx_sreg_ctaid_z};
static constexpr Intrinsic::ID BlockDims[] = {
    Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y, Intrinsic::nvvm_read_ptx_sreg_ntid_z};

bool phobos::isLeaf(const Value *V) {
  auto *Call = dyn_cast<CallInst>(V);
  return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with(LeafPrefix);
}

static CallInst *makeLeaf(Module &M, unsigned Index, Value *Divisor, BasicBlock::iterator At) {
  LLVMContext &C = M.getContext();
  Type *I32 = Type::getInt32Ty(C);
  SmallVector<Type *, 1> Parameters;
  SmallVector<Value *, 1> Arguments;
  if (Divisor) {
    Parameters.push_back(Divisor->getType());
    Arguments.push_back(Divisor);
  }
  // A kernel's leaves are numbered from 0; kernels with other divisor types get functions of their own.
  std::string Name = LeafPrefix + std::to_string(Index) +
                     (Divisor && Divisor->getType()->isIntegerTy(64) ? "_64" : "") + (Divisor ? "_d" : "");
  Function *F = cast<Function>(M.getOrInsertFunction(Name, FunctionType::get(I32, Parameters, false)).getCallee());
  F->setMemoryEffects(MemoryEffects::none());
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  F->addFnAttr(Attribute::Speculatable);
  F->addRetAttr(Attribute::get(C, Attribute::Range, ConstantRange(APInt(32, 0), APInt(32, 1u << 31))));
  return CallInst::Create(F->getFunctionType(), F, Arguments, "", At);
}

static SmallVector<CallInst *, 4> readsOf(Function &F, Intrinsic::ID Id) {
  SmallVector<CallInst *, 4> Reads;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getIntrinsicID() == Id)
      Reads.push_back(Call);
  return Reads;
}

static bool isRead(Value *V, Intrinsic::ID Id) {
  while (isa<ZExtInst, SExtInst>(V))
    V = cast<CastInst>(V)->getOperand(0);
  auto *Call = dyn_cast<CallInst>(V);
  return Call && Call->getIntrinsicID() == Id;
}

// blockIdx.d * blockDim.d + threadIdx.d, in 32 or 64 bits.
static bool isGlobalIndex(Value *V, unsigned Dim) {
  Value *X, *Y, *P, *Q;
  if (!match(V, m_Add(m_Value(X), m_Value(Y))))
    return false;
  if (!isRead(Y, ThreadIds[Dim]))
    std::swap(X, Y);
  if (!isRead(Y, ThreadIds[Dim]) || !match(X, m_Mul(m_Value(P), m_Value(Q)))) {
    if (!isRead(Y, ThreadIds[Dim]))
      return false;
    // A product computed in 32 bits and then widened.
    if (!match(X, m_ZExtOrSExt(m_Mul(m_Value(P), m_Value(Q)))))
      return false;
  }
  return (isRead(P, BlockIds[Dim]) && isRead(Q, BlockDims[Dim])) ||
         (isRead(Q, BlockIds[Dim]) && isRead(P, BlockDims[Dim]));
}

static BasicBlock::iterator entryPoint(Function &F) { return F.getEntryBlock().getFirstInsertionPt(); }

static void replaceIndex(Instruction &Old, CallInst *Leaf) {
  Value *New = Leaf;
  if (Old.getType() != Leaf->getType())
    New = CastInst::CreateIntegerCast(Leaf, Old.getType(), /*isSigned=*/false, "", std::next(Leaf->getIterator()));
  Old.replaceAllUsesWith(New);
}

static void findInDimension(Function &F, ThreadSpace &Space, unsigned Dim) {
  Module &M = *F.getParent();
  SmallVector<Instruction *, 4> Globals;
  for (Instruction &I : instructions(F))
    if (isGlobalIndex(&I, Dim))
      Globals.push_back(&I);
  SmallVector<CallInst *, 4> Threads = readsOf(F, ThreadIds[Dim]), Blocks = readsOf(F, BlockIds[Dim]);
  auto Add = [&](enum Source::Kind Kind) {
    Source S;
    S.Kind = Kind;
    S.Dim = Dim;
    S.Leaf = makeLeaf(M, Space.Sources.size(), nullptr, entryPoint(F));
    Space.Sources.push_back(S);
    return Space.Sources.back().Leaf;
  };
  if (Globals.empty()) {
    for (auto [Kind, Reads] : {std::pair(Source::Block, &Blocks), std::pair(Source::Thread, &Threads)}) {
      CallInst *Leaf = Add(Kind);
      for (CallInst *Read : *Reads) {
        Read->replaceAllUsesWith(Leaf);
        Read->eraseFromParent();
      }
    }
    return;
  }
  CallInst *Leaf = Add(Source::Global);
  for (Instruction *Global : Globals)
    replaceIndex(*Global, Leaf);
  Function *BlockDim = Intrinsic::getOrInsertDeclaration(&M, BlockDims[Dim]);
  BasicBlock::iterator After = std::next(Leaf->getIterator());
  Value *Size = CallInst::Create(BlockDim, {}, "", After);
  Value *Thread = BinaryOperator::Create(Instruction::URem, Leaf, Size, "", After);
  Value *Block = BinaryOperator::Create(Instruction::UDiv, Leaf, Size, "", After);
  for (auto [Reads, New] : {std::pair(&Threads, Thread), std::pair(&Blocks, Block)})
    for (CallInst *Read : *Reads) {
      Read->replaceAllUsesWith(New);
      Read->eraseFromParent();
    }
}

ThreadSpace phobos::findSources(Function &F) {
  ThreadSpace Space;
  for (unsigned Dim : {2u, 1u, 0u})
    findInDimension(F, Space, Dim);
  return Space;
}

bool phobos::isUniform(const Value *V) {
  if (isa<ConstantInt>(V))
    return true;
  if (isa<Argument>(V))
    return V->getType()->isIntegerTy();
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return false;
  if (isa<LoadInst>(I))
    return readsParameter(*I) && I->getType()->isIntegerTy();
  if (auto *Call = dyn_cast<CallBase>(I)) {
    Intrinsic::ID Id = Call->getIntrinsicID();
    if (Id == Intrinsic::smax || Id == Intrinsic::smin || Id == Intrinsic::umax || Id == Intrinsic::umin)
      return all_of(Call->args(), [](const Use &U) { return isUniform(U); });
    return Call->getCalledFunction() &&
           (Call->getCalledFunction()->getName().starts_with("llvm.nvvm.read.ptx.sreg.ntid") ||
            Call->getCalledFunction()->getName().starts_with("llvm.nvvm.read.ptx.sreg.nctaid"));
  }
  if (!isa<BinaryOperator, CastInst>(I) || !I->getType()->isIntegerTy())
    return false;
  return all_of(I->operands(), [](const Use &U) { return isUniform(U); });
}

namespace {
/// One use of a leaf as a dividend.
struct Division {
  Instruction *I;
  bool IsQuotient;
  Value *Divisor;
};
} // namespace

static std::optional<Division> readDivision(User *U, Value *Dividend) {
  auto *I = dyn_cast<BinaryOperator>(U);
  if (!I || I->getOperand(0) != Dividend)
    return std::nullopt;
  Value *Right = I->getOperand(1);
  auto *Constant = dyn_cast<ConstantInt>(Right);
  switch (I->getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
    return Division{I, true, Right};
  case Instruction::URem:
  case Instruction::SRem:
    return Division{I, false, Right};
  case Instruction::LShr:
  case Instruction::AShr:
    if (Constant && Constant->getZExtValue() < 31)
      return Division{I, true, ConstantInt::get(I->getType(), uint64_t(1) << Constant->getZExtValue())};
    return std::nullopt;
  case Instruction::And:
    if (Constant && Constant->getValue().isMask() && Constant->getValue().getActiveBits() < 31)
      return Division{I, false, ConstantInt::get(I->getType(), Constant->getValue() + 1)};
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

static bool sameDivisor(Value *A, Value *B) {
  auto Strip = [](Value *V) {
    while (isa<ZExtInst, SExtInst>(V))
      V = cast<CastInst>(V)->getOperand(0);
    return V;
  };
  A = Strip(A), B = Strip(B);
  auto *X = dyn_cast<ConstantInt>(A), *Y = dyn_cast<ConstantInt>(B);
  return A == B || (X && Y && X->getSExtValue() == Y->getSExtValue());
}

// x - x / d * d is x % d, in any width and of either sign.
static void findSubtractions(Value *Dividend, const Division &D, SmallVectorImpl<Division> &Found) {
  if (!D.IsQuotient)
    return;
  for (User *U : D.I->users()) {
    if (!match(U, m_c_Mul(m_Specific(D.I), m_Specific(D.Divisor))))
      continue;
    for (User *Difference : U->users())
      if (match(Difference, m_Sub(m_Specific(Dividend), m_Specific(U))))
        Found.push_back({cast<Instruction>(Difference), false, D.Divisor});
  }
}

// Those by one divisor, of which both parts are used: a lone mask or shift (alignment of an index, say) is no
// decomposition. A kernel that reads threadIdx beside a flat index divides by blockDim too (findInDimension): what its
// own text divides by comes first.
static SmallVector<Division, 4> chooseDivisor(ArrayRef<Division> All, unsigned Dim) {
  SmallVector<Division, 4> Chosen;
  for (const Division &First : All) {
    SmallVector<Division, 4> Same;
    copy_if(All, std::back_inserter(Same), [&](const Division &D) { return sameDivisor(First.Divisor, D.Divisor); });
    auto IsQuotient = [](const Division &D) { return D.IsQuotient; };
    if (!any_of(Same, IsQuotient) || all_of(Same, IsQuotient))
      continue;
    if (!isRead(First.Divisor, BlockDims[Dim]))
      return Same;
    Chosen = Same;
  }
  return Chosen;
}

// The divisor's definition dominates every division by it, so a leaf right after it dominates their uses.
static BasicBlock::iterator afterDefinition(Function &F, Value *Divisor, Instruction *Parent) {
  if (auto *I = dyn_cast<Instruction>(Divisor))
    return *I->getInsertionPointAfterDef();
  return std::next(Parent->getIterator());
}

static void splitLeaf(Function &F, ThreadSpace &Space, unsigned Index) {
  CallInst *Leaf = Space.Sources[Index].Leaf;
  SmallVector<Value *, 4> Views{Leaf};
  for (User *U : Leaf->users())
    if (isa<ZExtInst, SExtInst, TruncInst>(U))
      Views.push_back(U);
  SmallVector<Division, 4> All;
  for (Value *View : Views)
    for (User *U : View->users())
      if (std::optional<Division> D = readDivision(U, View); D && isUniform(D->Divisor)) {
        All.push_back(*D);
        findSubtractions(View, *D, All);
      }
  SmallVector<Division, 4> Divisions = chooseDivisor(All, Space.Sources[Index].Dim);
  if (Divisions.empty())
    return;

  Module &M = *F.getParent();
  Value *Divisor = Divisions.front().Divisor;
  BasicBlock::iterator At = afterDefinition(F, Divisor, Leaf);
  unsigned QuotientAt = Space.Sources.size(), RemainderAt = QuotientAt + 1;
  CallInst *Quotient = makeLeaf(M, QuotientAt, Divisor, At);
  CallInst *Remainder = makeLeaf(M, RemainderAt, Divisor, At);
  for (auto [Kind, New] : {std::pair(Source::Quotient, Quotient), std::pair(Source::Remainder, Remainder)}) {
    Source S;
    S.Kind = Kind;
    S.Dim = Space.Sources[Index].Dim;
    S.Leaf = New;
    S.Parent = Index;
    S.Divisor = Divisor;
    Space.Sources.push_back(S);
  }
  Space.Sources[Index].QuotientAt = QuotientAt;
  Space.Sources[Index].RemainderAt = RemainderAt;
  for (const Division &D : Divisions) {
    CallInst *New = D.IsQuotient ? Quotient : Remainder;
    Value *Cast = New;
    if (D.I->getType() != New->getType())
      Cast = CastInst::CreateIntegerCast(New, D.I->getType(), /*isSigned=*/false, "", std::next(New->getIterator()));
    D.I->replaceAllUsesWith(Cast);
    D.I->eraseFromParent();
  }
  // Other uses of the index (a guard 'i < rows * columns') stay on the parent's own leaf, which emission rebuilds as
  // quotient * divisor + remainder.
}

void phobos::pairSources(Function &F, ThreadSpace &Space) {
  resolveLeaves(F, Space);
  for (unsigned Index = 0; Index < Space.Sources.size() && Space.Sources.size() < 24; ++Index)
    if (Space.Sources[Index].Leaf)
      splitLeaf(F, Space, Index);
}

void phobos::resolveLeaves(Function &F, ThreadSpace &Space) {
  for (Source &S : Space.Sources)
    S.Leaf = nullptr;
  for (Instruction &I : instructions(F)) {
    if (!isLeaf(&I))
      continue;
    auto *Leaf = cast<CallInst>(&I);
    StringRef Digits = Leaf->getCalledFunction()->getName().drop_front(StringRef(LeafPrefix).size());
    unsigned Index = 0;
    Digits.consumeInteger(10, Index);
    Space.Sources[Index].Leaf = Leaf;
    if (!Leaf->arg_empty())
      Space.Sources[Index].Divisor = Leaf->getArgOperand(0);
  }
}

void phobos::assignAxes(ThreadSpace &Space, SourceSet OfA, SourceSet OfB) {
  // A divided source's own leaf stands for both parts.
  for (unsigned Index = Space.Sources.size(); Index-- > 0;) {
    Source &S = Space.Sources[Index];
    bool InA = OfA >> Index & 1, InB = OfB >> Index & 1;
    if (S.isDivided()) {
      SourceSet Parts = SourceSet(1) << S.QuotientAt | SourceSet(1) << S.RemainderAt;
      OfA |= InA ? Parts : 0;
      OfB |= InB ? Parts : 0;
    }
  }
  for (auto [Index, S] : enumerate(Space.Sources)) {
    bool InA = OfA >> Index & 1, InB = OfB >> Index & 1;
    S.On = InA == InB ? Axis::Batch : InA ? Axis::M : Axis::N;
  }
  // A part whose parent was split later than its partner keeps the order: parents come first, and of one parent the
  // quotient before the remainder. Within a dimension blocks come before threads (findSources adds them so).
  SmallVector<unsigned, 8> Order;
  std::function<void(unsigned)> Visit = [&](unsigned Index) {
    const Source &S = Space.Sources[Index];
    if (!S.isDivided()) {
      Order.push_back(Index);
      return;
    }
    Visit(S.QuotientAt);
    Visit(S.RemainderAt);
  };
  for (unsigned Index = 0; Index < Space.Sources.size(); ++Index)
    if (Space.Sources[Index].Parent == ~0u)
      Visit(Index);
  // Blocks outside threads, whatever the dimensions: row = blockIdx.x * 32 + threadIdx.y.
  auto IsBlock = [&](unsigned Index) {
    while (Space.Sources[Index].Parent != ~0u)
      Index = Space.Sources[Index].Parent;
    return Space.Sources[Index].Kind == Source::Block;
  };
  llvm::stable_sort(Order, [&](unsigned X, unsigned Y) { return IsBlock(X) && !IsBlock(Y); });
  for (unsigned Index : Order) {
    switch (Space.Sources[Index].On) {
    case Axis::M:
      Space.M.push_back(Index);
      break;
    case Axis::N:
      Space.N.push_back(Index);
      break;
    default:
      Space.Batch.push_back(Index);
    }
  }
  for (const Source &S : Space.Sources)
    if (S.isDivided())
      Space.PairAcrossAxes |=
          axesOf(Space, SourceSet(1) << S.QuotientAt) != axesOf(Space, SourceSet(1) << S.RemainderAt);
}

unsigned phobos::axesOf(const ThreadSpace &Space, SourceSet Set) {
  unsigned Axes = 0;
  for (auto [Index, S] : enumerate(Space.Sources)) {
    if (!(Set >> Index & 1))
      continue;
    if (S.isDivided())
      Axes |= axesOf(Space, SourceSet(1) << S.QuotientAt | SourceSet(1) << S.RemainderAt);
    else
      Axes |= static_cast<unsigned>(S.On);
  }
  return Axes;
}

std::string phobos::describe(const ThreadSpace &Space, unsigned Index) {
  const Source &S = Space.Sources[Index];
  std::string Dim(1, "xyz"[S.Dim]);
  switch (S.Kind) {
  case Source::Thread:
    return "threadIdx." + Dim;
  case Source::Block:
    return "blockIdx." + Dim;
  case Source::Global:
    return "global." + Dim;
  case Source::Quotient:
  case Source::Remainder:
    break;
  }
  auto *Constant = dyn_cast_or_null<ConstantInt>(S.Divisor);
  std::string By = Constant ? std::to_string(Constant->getSExtValue()) : "d" + std::to_string(S.Parent);
  return "(" + describe(Space, S.Parent) + (S.Kind == Source::Quotient ? " / " : " % ") + By + ")";
}
