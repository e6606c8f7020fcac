//===- Conditions.cpp - Splits the conditions on the way to the loop ------===//
#include "Raise/Conditions.h"
#include "Raise/ThreadSpace.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace phobos;

// The operands of the conjunction that V == When is: 'a && b' for true, '!(a || b)' for false.
static void splitConjunction(Value *V, bool When, SmallVectorImpl<std::pair<Value *, bool>> &Leaves) {
  Value *X, *Y;
  if (match(V, m_Not(m_Value(X))))
    return splitConjunction(X, !When, Leaves);
  if (When ? match(V, m_LogicalAnd(m_Value(X), m_Value(Y))) : match(V, m_LogicalOr(m_Value(X), m_Value(Y)))) {
    splitConjunction(X, When, Leaves);
    splitConjunction(Y, When, Leaves);
    return;
  }
  Leaves.push_back({V, When});
}

std::optional<Reject> phobos::findConditions(Contraction &C, const Dependence &Deps) {
  unsigned Seen = 0;
  for (BasicBlock &B : *C.Work) {
    Value *Condition = const_cast<Value *>(conditionOf(B));
    if (!Condition || !Deps.reaches(&B, C.Preheader) || &B == C.Preheader)
      continue;
    SmallPtrSet<BasicBlock *, 4> Ways, Others;
    for (BasicBlock *Successor : successors(&B))
      (Successor == C.Preheader || Deps.reaches(Successor, C.Preheader) ? Ways : Others).insert(Successor);
    if (Others.empty()) {
      // Probes do not load: where memory decides how often a loop runs, they could not leave it.
      if (Deps.reaches(&B, &B) && (Deps.of(Condition) & MemoryBit))
        return Reject(Reason::ConditionFromMemory, {}, B.getTerminator()->getDebugLoc());
      continue;
    }
    DebugLoc Loc = B.getTerminator()->getDebugLoc();
    SourceSet Control = Deps.controlling(&B, C.Preheader);
    auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
    if (!Branch || Ways.size() != 1) {
      if (axesOf(C.Space, Deps.of(Condition) | Control) & ~unsigned(Axis::Batch))
        return Reject(Reason::UnknownInstruction, {"a 'switch' that decides which threads reach the loop"}, Loc);
      continue;
    }
    SmallVector<std::pair<Value *, bool>, 4> Leaves;
    splitConjunction(Condition, Ways.contains(Branch->getSuccessor(0)), Leaves);
    for (auto [Leaf, When] : Leaves) {
      SourceSet Set = Deps.of(Leaf) | Control;
      if (Set & MemoryBit)
        return Reject(Reason::ConditionFromMemory, {}, Loc);
      LiveCondition L{Branch, Leaf, When, axesOf(C.Space, Set)};
      unsigned Both = unsigned(Axis::M) | unsigned(Axis::N);
      if ((L.Axes & Both) == Both)
        C.Facts.Mask = LiveMask::Pairwise;
      Seen |= L.Axes;
      C.Conditions.push_back(L);
    }
  }
  // Where not every (m, n) exists, a condition on n may leave a row without any thread that loads it.
  if (C.Space.PairAcrossAxes && (Seen & (unsigned(Axis::M) | unsigned(Axis::N))))
    C.Facts.Mask = LiveMask::Pairwise;
  return std::nullopt;
}
