//===- RowTable.h - Where the rows of a CTA's tile lie in memory -*- C++ -*-===//
//
// Before the main loop each row m of A's tile, and each column n of B's, is probed once. Its address and stride go into
// a table in shared memory (16 bytes each; address 0: not live, nothing may be read there). The threads that stage the
// row read them from there, so no thread keeps more of them than it needs, and whether 16-byte accesses are possible is
// decided from the addresses themselves, by each warp for its pieces.
//
// A row that is not live still has a place in the tile. Its sums go nowhere, so any values will do: staging reads the
// first live row in its place, and needs no masks along m and n.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_ROWTABLE_H
#define PHOBOS_EMIT_ROWTABLE_H

#include "Emit/KernelBuilder.h"
#include "Plan/TileLayout.h"

namespace phobos {

/// Which tile: coordinates of its first virtual thread (i32), and the extents.
struct TilePlace {
  llvm::Value *Batch, *M0, *N0;
  llvm::Value *ExtentM, *ExtentN;
};

/// Probes all rows of one operand's tile. Returns i1: was any row live that this thread probed?
llvm::Value *fillRowTable(TileBuilder &B, Side S, const TilePlace &Tile);

struct TableRow {
  /// i64; Address is 0 where the row is not live.
  llvm::Value *Address, *Stride;
};
/// The table's entry of the operand's row Row (i32).
TableRow readRow(TileBuilder &B, Side S, llvm::Value *Row);
/// The same, or where it is not live Substitute.
TableRow readRow(TileBuilder &B, Side S, llvm::Value *Row, const TableRow &Substitute);
/// The first live row; there must be one.
TableRow findLiveRow(TileBuilder &B, Side S);

/// What a thread stages by 16-byte accesses: address of each of its pieces at the loop's first iteration, and the bytes
/// from one iteration to the next.
struct VectorPieces {
  /// i1: may this thread's pieces be read so?
  llvm::Value *Possible;
  /// i64 each, valid where that is so: of every piece, or where Step is set of the first alone.
  Values Addresses;
  /// i64: bytes from each piece to the next, where that is the same for all: then a thread keeps one address.
  llvm::Value *Step = nullptr;
  /// i64
  llvm::Value *Stride = nullptr;
};
VectorPieces findVectorPieces(TileBuilder &B, Side S);

/// pieceStart(..., I = 0) of this thread: coordinates in the tile, i32.
struct PieceCoord {
  llvm::Value *MN, *K;
};
PieceCoord firstPiece(TileBuilder &B, Side S);
/// From a thread's piece to its next: rows of shared memory.
unsigned pieceRowStep(const Variant &V, const OperandPlan &O);

} // namespace phobos

#endif
