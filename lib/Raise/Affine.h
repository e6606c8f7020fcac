//===- Affine.h - How an address moves with the loop's counter --*- C++ -*-===//
//
// Structural, under the no-wrap assertion of the annotation: extensions and truncations of index arithmetic are looked
// through. Example: base + 4 * sext(row * K + k) moves by 4 bytes an iteration.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_AFFINE_H
#define PHOBOS_RAISE_AFFINE_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace phobos {

/// The change of a value from one step to the next; for pointers in bytes.
struct Step {
  enum Kind {
    Constant, ///< By Value
    Symbolic, ///< by the same unknown amount at each step
    Unknown,  ///< not by the same amount
  } Kind = Unknown;
  int64_t Value = 0;

  static Step constant(int64_t V) { return {Constant, V}; }
  static Step symbolic() { return {Symbolic, 0}; }
  static Step unknown() { return {Unknown, 0}; }
};

/// A header phi 'start, start + increment, ...' with an increment that the loop does not change.
struct Induction {
  llvm::PHINode *Phi = nullptr;
  llvm::Value *Start = nullptr;
  /// Same type as an integer Phi; for a pointer the byte offset is Increment * Scale.
  llvm::Value *Increment = nullptr;
  int64_t Scale = 1;
  /// The phi's next value in the loop.
  llvm::Value *Next = nullptr;
};

/// Reads Phi of L's header as an induction.
std::optional<Induction> readInduction(llvm::PHINode &Phi, const llvm::Loop &L);

/// The step of V from one iteration of L to the next.
Step stepInLoop(llvm::Value *V, const llvm::Loop &L);

/// The step of V when Leaf grows by one and everything else stays; L's header phis count as their start values.
Step stepInLeaf(llvm::Value *V, const llvm::Value *Leaf, const llvm::Loop &L);

} // namespace phobos

#endif
