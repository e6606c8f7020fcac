//===- Affine.cpp - Structural derivatives ---------------------------------===//
#include "Raise/Affine.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include <functional>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace phobos;

static Step add(Step A, Step B) {
  if (A.Kind == Step::Unknown || B.Kind == Step::Unknown)
    return Step::unknown();
  if (A.Kind == Step::Constant && B.Kind == Step::Constant)
    return Step::constant(A.Value + B.Value);
  return Step::symbolic();
}

static Step scale(Step A, int64_t Factor) { return A.Kind == Step::Constant ? Step::constant(A.Value * Factor) : A; }

static bool isZero(Step A) { return A.Kind == Step::Constant && A.Value == 0; }

namespace {
/// One walk: At gives the step of the atoms (phis, leaves) and nullopt for what is to be looked into.
class Walk {
  std::function<std::optional<Step>(Value *)> At;
  DenseMap<Value *, Step> Known;

public:
  explicit Walk(std::function<std::optional<Step>(Value *)> At) : At(std::move(At)) {}

  Step of(Value *V) {
    auto It = Known.find(V);
    if (It != Known.end())
      return It->second;
    Known[V] = Step::unknown(); // a cycle that At does not cut is no affine value
    Step Result = compute(V);
    Known[V] = Result;
    return Result;
  }

private:
  Step product(Value *X, Value *Y) {
    Step A = of(X), B = of(Y);
    if (!isZero(A))
      std::swap(A, B), std::swap(X, Y);
    if (!isZero(A)) // both move
      return Step::unknown();
    if (isZero(B))
      return B;
    if (auto *Factor = dyn_cast<ConstantInt>(X))
      return scale(B, Factor->getSExtValue());
    return B.Kind == Step::Unknown ? B : Step::symbolic();
  }

  Step compute(Value *V) {
    if (std::optional<Step> Atom = At(V))
      return *Atom;
    auto *I = dyn_cast<Operator>(V);
    if (!I || !(isa<Instruction>(V) || isa<ConstantExpr>(V)))
      return Step::constant(0);
    switch (I->getOpcode()) {
    case Instruction::Add:
      return add(of(I->getOperand(0)), of(I->getOperand(1)));
    case Instruction::Sub:
      return add(of(I->getOperand(0)), negate(I->getOperand(1)));
    case Instruction::Or:
      if (cast<PossiblyDisjointInst>(V)->isDisjoint())
        return add(of(I->getOperand(0)), of(I->getOperand(1)));
      break;
    case Instruction::Xor: // ~x is -1 - x
      if (match(I->getOperand(1), m_AllOnes()))
        return negate(I->getOperand(0));
      break;
    case Instruction::Mul:
      return product(I->getOperand(0), I->getOperand(1));
    case Instruction::Shl:
      if (auto *Amount = dyn_cast<ConstantInt>(I->getOperand(1)); Amount && Amount->getZExtValue() < 63)
        return scale(of(I->getOperand(0)), int64_t(1) << Amount->getZExtValue());
      if (isZero(of(I->getOperand(1))) && of(I->getOperand(0)).Kind != Step::Unknown)
        return isZero(of(I->getOperand(0))) ? Step::constant(0) : Step::symbolic();
      break;
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::Freeze:
      return of(I->getOperand(0));
    case Instruction::GetElementPtr:
      return address(cast<GEPOperator>(I));
    default:
      break;
    }
    for (Value *Operand : I->operands())
      if (!isa<BasicBlock>(Operand) && !isZero(of(Operand)))
        return Step::unknown();
    // What does not move and reads no memory in the loop stays as it is.
    return isa<PHINode, LoadInst>(V) ? Step::unknown() : Step::constant(0);
  }

  Step negate(Value *V) {
    Step A = of(V);
    return A.Kind == Step::Constant ? Step::constant(-A.Value) : A;
  }

  Step address(GEPOperator *Address) {
    const DataLayout &Layout = cast<Instruction>(Address)->getDataLayout();
    Step Sum = of(Address->getPointerOperand());
    for (auto It = gep_type_begin(Address), End = gep_type_end(Address); It != End; ++It) {
      if (It.isStruct())
        continue;
      Sum = add(Sum, scale(of(It.getOperand()), It.getSequentialElementStride(Layout).getFixedValue()));
    }
    return Sum;
  }
};
} // namespace

std::optional<Induction> phobos::readInduction(PHINode &Phi, const Loop &L) {
  if (Phi.getParent() != L.getHeader() || Phi.getNumIncomingValues() != 2 || !L.getLoopPreheader() || !L.getLoopLatch())
    return std::nullopt;
  Induction Result;
  Result.Phi = &Phi;
  Result.Start = Phi.getIncomingValueForBlock(L.getLoopPreheader());
  Result.Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
  Value *Increment;
  if (match(Result.Next, m_c_Add(m_Specific(&Phi), m_Value(Increment)))) {
    Result.Increment = Increment;
  } else if (match(Result.Next, m_c_DisjointOr(m_Specific(&Phi), m_Value(Increment)))) {
    Result.Increment = Increment;
  } else if (match(Result.Next, m_Sub(m_Specific(&Phi), m_Value(Increment)))) {
    Result.Increment = Increment;
    Result.Scale = -1;
  } else if (auto *Address = dyn_cast<GetElementPtrInst>(Result.Next);
             Address && Address->getPointerOperand() == &Phi && Address->getNumIndices() == 1) {
    Result.Increment = *Address->idx_begin();
    Result.Scale = Address->getDataLayout().getTypeAllocSize(Address->getSourceElementType()).getFixedValue();
  } else {
    return std::nullopt;
  }
  if (!L.isLoopInvariant(Result.Increment))
    return std::nullopt;
  return Result;
}

Step phobos::stepInLoop(Value *V, const Loop &L) {
  Walk W([&](Value *X) -> std::optional<Step> {
    if (L.isLoopInvariant(X))
      return Step::constant(0);
    if (auto *Phi = dyn_cast<PHINode>(X)) {
      std::optional<Induction> Ind = Phi->getParent() == L.getHeader() ? readInduction(*Phi, L) : std::nullopt;
      if (!Ind)
        return Step::unknown();
      if (auto *Amount = dyn_cast<ConstantInt>(Ind->Increment))
        return Step::constant(Amount->getSExtValue() * Ind->Scale);
      return Step::symbolic();
    }
    return std::nullopt;
  });
  return W.of(V);
}

Step phobos::stepInLeaf(Value *V, const Value *Leaf, const Loop &L) {
  std::function<std::optional<Step>(Value *)> At;
  Walk W([&](Value *X) -> std::optional<Step> {
    if (X == Leaf)
      return Step::constant(1);
    if (isa<Constant, Argument>(X))
      return Step::constant(0);
    if (auto *Phi = dyn_cast<PHINode>(X); Phi && Phi->getParent() == L.getHeader())
      if (std::optional<Induction> Ind = readInduction(*Phi, L))
        return stepInLeaf(Ind->Start, Leaf, L);
    if (auto *Call = dyn_cast<CallBase>(X); Call && Call->arg_empty())
      return Step::constant(0);
    if (auto *Load = dyn_cast<LoadInst>(X))
      return isa<Argument>(Load->getPointerOperand()->stripInBoundsConstantOffsets()) ? std::optional(Step::constant(0))
                                                                                      : std::optional(Step::unknown());
    return std::nullopt;
  });
  return W.of(V);
}
