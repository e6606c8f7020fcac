//===- Workspace.cpp - Packed operands as a companion reads them ----------===//
#include "Emit/Workspace.h"

using namespace phobos;
using namespace llvm;

VectorPieces Workspace::pieces(Side S, const TilePlace &Tile) {
  bool IsA = S == Side::A;
  const OperandPlan &O = operandOf(B.V, S);
  Value *Base = B.extra(IsA ? 0 : 1), *Pitch = B.extra(2);
  Value *Extent = B.widen(IsA ? Tile.ExtentM : Tile.ExtentN);
  Value *Rows = B.CreateMul(B.ceilDiv(Extent, O.TileMN), B.i64(O.TileMN));
  PieceCoord At = firstPiece(B, S);
  Value *InBatch = B.widen(B.CreateAdd(IsA ? Tile.M0 : Tile.N0, At.MN));
  Value *Row = B.CreateAdd(B.CreateMul(B.widen(Tile.Batch), Rows), InBatch);
  unsigned ElementBytes = bytes(O.Memory);
  Value *Along = B.CreateMul(B.widen(At.K), B.i64(ElementBytes));
  VectorPieces Found;
  Found.Possible = B.getTrue();
  Found.Addresses = {B.CreateAdd(Base, B.CreateAdd(B.CreateMul(Row, Pitch), Along))};
  Found.Step = B.CreateMul(Pitch, B.i64(pieceRowStep(B.V, O)));
  Found.Stride = B.i64(ElementBytes);
  return Found;
}

void Workspace::checkTrips(Value *Trips) {
  Value *Held = B.CreateUDiv(B.extra(2), B.i64(bytes(B.V.A.Memory)));
  B.ifThen(B.CreateICmpUGT(Trips, Held), {}, [&]() -> Values {
    B.call(Intrinsic::trap, {});
    return {};
  });
}
