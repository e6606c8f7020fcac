//===- Dependence.cpp - The fixpoint ---------------------------------------===//
#include "Raise/Dependence.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace phobos;

const Value *phobos::conditionOf(const BasicBlock &B) {
  if (auto *Branch = dyn_cast<BranchInst>(B.getTerminator()))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  if (auto *Switch = dyn_cast<SwitchInst>(B.getTerminator()))
    return Switch->getCondition();
  return nullptr;
}

// A byval parameter whose address only feeds loads and address arithmetic.
static bool isOnlyRead(const Value &Pointer) {
  for (const User *U : Pointer.users()) {
    if (isa<LoadInst>(U))
      continue;
    if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(U)) {
      if (!isOnlyRead(*U))
        return false;
      continue;
    }
    if (auto *Copy = dyn_cast<MemCpyInst>(U);
        Copy && Copy->getRawSource() == &Pointer && Copy->getRawDest() != &Pointer)
      continue;
    if (auto *I = dyn_cast<IntrinsicInst>(U); I && I->isLifetimeStartOrEnd())
      continue;
    return false;
  }
  return true;
}

bool phobos::readsParameter(const Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load)
    return false;
  auto *Parameter = dyn_cast<Argument>(getUnderlyingObject(Load->getPointerOperand()));
  return Parameter && isReadOnlyParameter(*Parameter);
}

bool phobos::isReadOnlyParameter(const Argument &P) { return P.hasByValAttr() && isOnlyRead(P); }

bool Dependence::reaches(const BasicBlock *From, const BasicBlock *To) const {
  auto It = Reaches.find(From);
  return It != Reaches.end() && It->second.contains(To);
}

void Dependence::findChoosers(const BasicBlock &B) {
  auto *Node = DT.getNode(&B);
  if (!Node || !Node->getIDom())
    return;
  const BasicBlock *Dominator = Node->getIDom()->getBlock();
  for (const BasicBlock &D : F) {
    const Value *Condition = conditionOf(D);
    if (!Condition || !DT.dominates(Dominator, &D))
      continue;
    SmallPtrSet<const BasicBlock *, 4> Ways;
    for (const BasicBlock *Successor : successors(&D))
      if (Successor == &B || reaches(Successor, &B))
        Ways.insert(Successor);
    if (Ways.size() > 1)
      Choosers[&B].push_back(Condition);
  }
}

SourceSet Dependence::compute(const Instruction &I) const {
  SourceSet Set = 0;
  for (const Use &Operand : I.operands())
    if (!isa<BasicBlock>(Operand))
      Set |= Sets.lookup(Operand);
  if (isa<PHINode>(I)) {
    auto It = Choosers.find(I.getParent());
    if (It != Choosers.end())
      for (const Value *Condition : It->second)
        Set |= Sets.lookup(Condition);
  }
  if (I.mayReadFromMemory() && !readsParameter(I) && !I.getType()->isVoidTy())
    Set |= MemoryBit;
  // Assembly that loads is marked as if it only computed.
  if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isInlineAsm() && I.getNumOperands() > 1)
    for (const Use &Argument : Call->args())
      if (Argument->getType()->isPointerTy())
        Set |= MemoryBit;
  if (isa<AllocaInst>(I))
    Set |= MemoryBit;
  return Set;
}

Dependence::Dependence(Function &F, const ThreadSpace &Space, const DominatorTree &DT) : F(F), DT(DT) {
  for (const BasicBlock &B : F) {
    SmallPtrSet<const BasicBlock *, 16> &Seen = Reaches[&B];
    SmallVector<const BasicBlock *, 16> Work(successors(&B));
    while (!Work.empty()) {
      const BasicBlock *Next = Work.pop_back_val();
      if (Seen.insert(Next).second)
        Work.append(succ_begin(Next), succ_end(Next));
    }
  }
  for (const BasicBlock &B : F)
    if (!B.phis().empty())
      findChoosers(B);

  DenseMap<const Value *, SourceSet> Leaves;
  for (auto [Index, S] : enumerate(Space.Sources))
    if (S.Leaf)
      Leaves[S.Leaf] = SourceSet(1) << Index;
  ReversePostOrderTraversal<Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *B : Order)
      for (const Instruction &I : *B) {
        auto Leaf = Leaves.find(&I);
        SourceSet Set = Leaf != Leaves.end() ? Leaf->second : compute(I);
        SourceSet &Known = Sets[&I];
        if ((Known | Set) != Known) {
          Known |= Set;
          Changed = true;
        }
      }
  }
}

SourceSet Dependence::controlling(const BasicBlock *B, const BasicBlock *Target) const {
  SourceSet Set = 0;
  for (const BasicBlock &D : F) {
    const Value *Condition = conditionOf(D);
    if (!Condition || &D == B || !reaches(&D, B))
      continue;
    unsigned Ways = 0, WaysPastB = 0;
    for (const BasicBlock *Successor : successors(&D)) {
      if (Successor != Target && !reaches(Successor, Target))
        continue;
      ++Ways;
      // Does a path from here to the target avoid B?
      SmallPtrSet<const BasicBlock *, 16> Seen;
      SmallVector<const BasicBlock *, 16> Work{Successor};
      bool Avoids = false;
      while (!Work.empty() && !Avoids) {
        const BasicBlock *Next = Work.pop_back_val();
        if (Next == B || !Seen.insert(Next).second)
          continue;
        Avoids = Next == Target;
        Work.append(succ_begin(Next), succ_end(Next));
      }
      WaysPastB += Avoids;
    }
    if (Ways > 1 && WaysPastB)
      Set |= Sets.lookup(Condition);
  }
  return Set;
}
