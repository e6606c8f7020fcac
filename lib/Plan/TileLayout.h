//===- TileLayout.h - Who stages and who reads which element ----*- C++ -*-===//
//
// Pure functions of a plan: from a thread's number to elements of an operand's tile, and from elements to bytes of
// shared memory. Emission turns them into instructions (BitLinear), the unit test runs a whole tile through them on the
// CPU.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLAN_TILELAYOUT_H
#define PHOBOS_PLAN_TILELAYOUT_H

#include "Plan/Plan.h"

namespace phobos {

/// An element of an operand's tile: MN from its first row m0 (for B: column n0), K from the slice's first iteration.
struct TileCoord {
  unsigned MN, K;
  bool operator==(const TileCoord &) const = default;
};

/// Offset in a stage, in bytes, of the 16-bit element.
unsigned elementOffset(const OperandPlan &O, TileCoord At);

/// Pieces a thread stages in a slice.
unsigned piecesPerThread(const Variant &V, const OperandPlan &O);
/// The first element of thread's I-th piece. The coordinate along the row is the same for all I.
TileCoord pieceStart(const Variant &V, const OperandPlan &O, unsigned Thread, unsigned I);

/// ldmatrix.x4 loads of one warp tile and one k step: of A each loads 16 m, of B two 8-wide blocks of n.
enum class Side { A, B };
const OperandPlan &operandOf(const Variant &V, Side S);
unsigned loadsPerStep(const Variant &V, Side S);
/// The element to which the thread points in the Load-th load of the k step Step.
TileCoord loadRow(const Variant &V, Side S, unsigned Thread, unsigned Load, unsigned Step);

/// The sum's element that the thread holds as Value (0..3) of its accumulator block (MBlock, NBlock).
FragmentCoord sumCoord(const Variant &V, unsigned Thread, unsigned MBlock, unsigned NBlock, unsigned Value);

} // namespace phobos

#endif
