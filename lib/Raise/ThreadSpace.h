//===- ThreadSpace.h - What makes threads differ ----------------*- C++ -*-===//
//
// Replaces each read of threadIdx and blockIdx by a leaf: a call of a declared function '__phobos_source_<i>' that
// stands for Sources[i] and hides how it was computed.
//
//     blockIdx.y * blockDim.y + threadIdx.y    one leaf, Global y
//     threadIdx.x / 32, threadIdx.x % 32       two leaves, Quotient and Remainder of Thread x by 32
//
// Whatever else reads a replaced index is rebuilt from the leaves (threadIdx.y = Global y % blockDim.y), so the
// function's meaning does not change. Leaves of a division take the divisor as their argument, which keeps it alive.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_THREADSPACE_H
#define PHOBOS_RAISE_THREADSPACE_H

#include "Raise/Contraction.h"
#include "Raise/Dependence.h"

namespace phobos {

/// Replaces thread and block indices by leaves.
ThreadSpace findSources(llvm::Function &F);
/// Splits leaves that are divided by a value that is the same for all threads. Wants F simplified after findSources.
void pairSources(llvm::Function &F, ThreadSpace &Space);
/// Finds the leaves again after passes ran; a leaf that nothing uses has none.
void resolveLeaves(llvm::Function &F, ThreadSpace &Space);
/// Puts each source on an axis: m where only A depends on it, n where only B does, the batch otherwise.
void assignAxes(ThreadSpace &Space, SourceSet OfA, SourceSet OfB);
/// The axes of a set of sources, as a union of Axis.
unsigned axesOf(const ThreadSpace &Space, SourceSet Set);
/// Whether V is a leaf.
bool isLeaf(const llvm::Value *V);
/// Whether V is computed from constants, scalar parameters and the launch shape alone.
bool isUniform(const llvm::Value *V);
/// 'gid.y', 'tid.x / 32', ...
std::string describe(const ThreadSpace &Space, unsigned Index);

} // namespace phobos

#endif
