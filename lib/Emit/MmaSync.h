//===- MmaSync.h - mma.sync and its ldmatrix --------------------*- C++ -*-===//
//
// A warp's part of a k step: fragments of both operands from shared memory, then the products of all its blocks.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_MMASYNC_H
#define PHOBOS_EMIT_MMASYNC_H

#include "Emit/Offsets.h"
#include "Plan/TileLayout.h"

namespace phobos {

/// Loads one operand's fragments; constructed before the loops that use it.
class FragmentLoader {
  TileBuilder &B;
  const Side S;
  /// Of each step and load.
  llvm::SmallVector<llvm::SmallVector<OffsetFamily::Offset, 8>, 4> Offsets;

public:
  FragmentLoader(TileBuilder &B, Side S);
  /// Four registers (i32) a load, of the k step Step of the slice in the stage at that offset.
  Values load(unsigned Step, llvm::Value *Stage);
};

/// Sums (f32, four a block, blocks of n fastest) plus the products of a step's fragments.
Values multiplyAdd(TileBuilder &B, llvm::ArrayRef<llvm::Value *> A, llvm::ArrayRef<llvm::Value *> BFragments,
                   Values Sums);
/// Sums of one thread.
unsigned sumsPerThread(const Variant &V);

} // namespace phobos

#endif
