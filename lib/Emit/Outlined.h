//===- Outlined.h - The original kernel, cut into pure pieces ---*- C++ -*-===//
//
// What emission of a companion works from. Each piece is an internal, always-inline function in the companion's module,
// made from a clone of the original kernel. The first arguments of each are P = the original's parameters and S = the
// original's launch shape (i32 gridX, gridY, gridZ, blockX, blockY, blockZ); coordinates follow as i32.
//
// m, n and batch may lie outside the extents: then a probe says "not live" and Replay does nothing.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_OUTLINED_H
#define PHOBOS_EMIT_OUTLINED_H

#include "llvm/IR/Function.h"

namespace phobos {

/// A value of (P, S) for launch expressions: they read the expression and ignore the control flow around it. Null where
/// it depends on anything else.
struct HostValue {
  const llvm::Function *F = nullptr;
  const llvm::Value *V = nullptr;
};

struct Outlined {
  /// (P, S) -> {i32 M, i32 N, i32 Batch}: extents of the virtual thread space.
  llvm::Function *Extents = nullptr;
  /// (P, S, batch) -> {i1 Live, i64 Trips}: uniform conditions of the loop; Trips >= 0, and 0 where not live.
  llvm::Function *Uniform = nullptr;
  /// (P, S, batch, m) -> {i1 Live, ptr Address, i64 StrideBytes}: A's element at t = 0 (generic or global pointer, as
  /// in the original) and the distance to t + 1. Address is null where not live.
  llvm::Function *ProbeA = nullptr;
  /// (P, S, batch, n) -> the same for B.
  llvm::Function *ProbeB = nullptr;
  /// (P, S, batch, m, n) -> i1: does this virtual thread reach the loop? Null unless the mask is Pairwise. Then row m
  /// of A may be loaded for a tile only if some n of the tile has it true (and ProbeA's Live is true), likewise columns
  /// of B.
  llvm::Function *ProbePair = nullptr;
  /// (P, S, batch, m, n, float Sum) -> void: runs the whole original kernel once for that virtual thread, its loop
  /// replaced by Sum = the unscaled Σ A·B. Stores to global memory happen here.
  llvm::Function *Replay = nullptr;
  /// (P, S) -> i64: the extents m, n and batch; what the plan record's launch expressions are compiled from.
  llvm::Function *HostExtent[3] = {nullptr, nullptr, nullptr};
  /// i64: the trip count of every batch that reaches the loop. Where none does it may be anything.
  HostValue HostTrips;
  /// [operand][i], i64: the address of an operand's element in batch 0, at (m or n, t) = (0, 0), (1, 0), (0, 1).
  HostValue HostAddress[2][3];
  /// i64: 0 where every m meets every n, as far as which threads exist is concerned (Contraction's PairAcrossAxes).
  /// Null where some condition concerns m and n together.
  HostValue HostAbsentPairs;
  /// (P, S) -> i1: must ProbePair be asked? Null where it must.
  llvm::Function *PairsNeeded = nullptr;
  /// The original's parameter types, in order: the companion starts with them, with the same attributes (byval).
  const llvm::Function *Original = nullptr;
};

} // namespace phobos

#endif
