//===- Workspace.h - Packed operands, and who fills them --------*- C++ -*-===//
//
// The workspace of an operand has a row of 16-bit elements along k for each virtual coordinate of m (for B: of n):
//
//     row (batch, m) at  Base + (batch * Rows + m) * Pitch,   Rows = the extent rounded up to RowMultiple
//
// Pitch is the same for both operands: the trip count's bytes, rounded up to PackTile elements. Elements from the trip
// count on, and rows that are not live, are zeros. The host allocates it and passes Base and Pitch
// (lib/Launch/Runtime).
//
// Two kernels fill it, one for each operand: the pack kernels. They load what the companion would load without a
// workspace, each element once: a row only if it is live and meets a live column.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_WORKSPACE_H
#define PHOBOS_EMIT_WORKSPACE_H

#include "Emit/RowTable.h"

namespace phobos {

/// The workspace as a packed companion reads it. Its extra parameters are i64: Base of A's, Base of B's, Pitch.
class Workspace {
  TileBuilder &B;

public:
  explicit Workspace(TileBuilder &B) : B(B) {}
  /// What a thread stages of the tile.
  VectorPieces pieces(Side S, const TilePlace &Tile);
  /// Ends the kernel with an error where the workspace does not hold Trips iterations: host and device disagree.
  void checkTrips(llvm::Value *Trips);
};

/// The kernel that packs one operand of P's packed variant: weak_odr, a companion's parameters, then i64 Base and
/// Pitch. It walks over tiles of PackTile rows and iterations with a stride of gridDim.x: any one-dimensional grid of
/// PackThreads threads and PackSharedBytes dynamic shared memory is right.
llvm::Function *emitPack(const Plan &P, Side S, const Outlined &Pieces, llvm::StringRef Name);

} // namespace phobos

#endif
