//===- Dependence.h - Which thread sources a value depends on ---*- C++ -*-===//
//
// A forward fixpoint over data and control. A phi depends on its incoming values and on every branch that chooses its
// predecessor: those dominated by the block's immediate dominator from which the block is reached through two
// successors. A branch from which only one successor still reaches the phi's block chooses nothing for the threads that
// get there.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_DEPENDENCE_H
#define PHOBOS_RAISE_DEPENDENCE_H

#include "Raise/Contraction.h"
#include "llvm/IR/Dominators.h"

namespace phobos {

/// Bit i: Sources[i] of the thread space. MemoryBit: what a load returns.
using SourceSet = uint32_t;
inline constexpr SourceSet MemoryBit = 1u << 31;

class Dependence {
  llvm::Function &F;
  const llvm::DominatorTree &DT;
  llvm::DenseMap<const llvm::Value *, SourceSet> Sets;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<const llvm::Value *, 4>> Choosers;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallPtrSet<const llvm::BasicBlock *, 16>> Reaches;
  llvm::SmallPtrSet<const llvm::Argument *, 4> ReadOnlyByVal;

public:
  Dependence(llvm::Function &F, const ThreadSpace &Space, const llvm::DominatorTree &DT);
  /// The sources of V, data and control.
  SourceSet of(const llvm::Value *V) const { return Sets.lookup(V); }
  /// Is there a path of at least one edge from From to To?
  bool reaches(const llvm::BasicBlock *From, const llvm::BasicBlock *To) const;
  /// The sources of the branches that decide whether B runs, among those that do not decide whether Target is reached.
  SourceSet controlling(const llvm::BasicBlock *B, const llvm::BasicBlock *Target) const;

private:
  SourceSet compute(const llvm::Instruction &I) const;
  void findChoosers(const llvm::BasicBlock &B);
};

/// Whether Load reads a parameter passed by value that the kernel never writes.
bool readsParameter(const llvm::Instruction &Load);
/// Whether P is passed by value and only read.
bool isReadOnlyParameter(const llvm::Argument &P);
/// The condition of a conditional branch or switch; null otherwise.
const llvm::Value *conditionOf(const llvm::BasicBlock &B);

} // namespace phobos

#endif
