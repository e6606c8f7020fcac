//===- RowTable.cpp - Probing rows, and testing them ------------*- C++ -*-===//
#include "Emit/RowTable.h"

using namespace phobos;
using namespace llvm;

static unsigned tableOffset(const Variant &V, Side S) {
  return V.buffer(BufferRole::RowTable)->Offset + (S == Side::B ? V.TileM * RowTableEntryBytes : 0);
}

/// Eight lanes are served at once if their entries lie at different places of a 128-byte line. They fill or read either
/// eight rows side by side, or rows a piece apart, 4 or 8: within its group of eight, a row is moved by the group's
/// number.
static Value *entry(TileBuilder &B, Side S, Value *Row) {
  Value *Group = B.CreateAnd(B.CreateLShr(Row, B.i32(3)), B.i32(7));
  return B.shared(B.CreateMul(B.CreateXor(Row, Group), B.i32(RowTableEntryBytes)), tableOffset(B.V, S));
}

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

/// Does some virtual thread of the tile in this row (of A; for B: column) reach the loop?
static Value *anyPairLive(TileBuilder &B, Side S, const TilePlace &Tile, Value *Coord) {
  bool RowsOfA = S == Side::A;
  Value *Origin = RowsOfA ? Tile.N0 : Tile.M0, *Extent = RowsOfA ? Tile.ExtentN : Tile.ExtentM;
  Value *Limit =
      B.CreateBinaryIntrinsic(Intrinsic::smin, B.i32(RowsOfA ? B.V.TileN : B.V.TileM), B.CreateSub(Extent, Origin));
  Value *First = B.findFirst(B.i32(0), Limit, [&](Value *I) {
    Value *Other = B.CreateAdd(Origin, I);
    return B.callPiece(B.Pieces.ProbePair, {Tile.Batch, RowsOfA ? Coord : Other, RowsOfA ? Other : Coord});
  });
  return B.CreateICmpSLT(First, Limit);
}

Value *phobos::fillRowTable(TileBuilder &B, Side S, const TilePlace &Tile) {
  const OperandPlan &O = operandOf(B.V, S);
  Value *Origin = S == Side::A ? Tile.M0 : Tile.N0, *Extent = S == Side::A ? Tile.ExtentM : Tile.ExtentN;
  Function *Probe = S == Side::A ? B.Pieces.ProbeA : B.Pieces.ProbeB;
  Value *Inside = B.CreateSub(Extent, Origin);
  Value *Step = B.i32(B.V.threads());
  Value *Pairs = B.Pieces.PairsNeeded ? B.callPiece(B.Pieces.PairsNeeded, {}) : B.getTrue();
  return B.loop(B.Thread, B.i32(O.TileMN), Step, {B.getFalse()}, [&](Value *Row, ArrayRef<Value *> Any) -> Values {
    // Rows beyond the extent are not probed: their coordinate might wrap.
    Values Found = B.ifThen(B.CreateICmpSLT(Row, Inside), {B.i64(0), B.i64(0)}, [&]() -> Values {
      Value *Coord = B.CreateAdd(Origin, Row);
      Value *Probed = B.callPiece(Probe, {Tile.Batch, Coord});
      Value *Live = B.CreateExtractValue(Probed, 0);
      if (B.Pieces.ProbePair)
        Live =
            B.ifThen(B.CreateAnd(Live, Pairs), {Live}, [&]() -> Values { return {anyPairLive(B, S, Tile, Coord)}; })[0];
      Value *Address = B.CreatePtrToInt(B.CreateExtractValue(Probed, 1), B.getInt64Ty());
      return {B.CreateSelect(Live, Address, B.i64(0)), B.CreateExtractValue(Probed, 2)};
    });
    Value *Place = entry(B, S, Row);
    B.CreateAlignedStore(Found[0], Place, Align(16));
    B.CreateAlignedStore(Found[1], B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Place, 8), Align(8));
    return {B.CreateOr(Any[0], B.CreateICmpNE(Found[0], B.i64(0)))};
  })[0];
}

TableRow phobos::readRow(TileBuilder &B, Side S, Value *Row) {
  Value *Place = entry(B, S, Row);
  Value *Both = B.CreateAlignedLoad(FixedVectorType::get(B.getInt64Ty(), 2), Place, Align(16));
  return {B.CreateExtractElement(Both, B.i32(0)), B.CreateExtractElement(Both, B.i32(1))};
}

TableRow phobos::readRow(TileBuilder &B, Side S, Value *Row, const TableRow &Substitute) {
  TableRow Entry = readRow(B, S, Row);
  Value *Live = B.CreateICmpNE(Entry.Address, B.i64(0));
  return {B.CreateSelect(Live, Entry.Address, Substitute.Address),
          B.CreateSelect(Live, Entry.Stride, Substitute.Stride)};
}

TableRow phobos::findLiveRow(TileBuilder &B, Side S) {
  // Nearly always row 0; every thread looks for itself, which needs no barrier.
  Value *Last = B.i32(operandOf(B.V, S).TileMN - 1);
  return readRow(B, S, B.findFirst(B.i32(0), Last, [&](Value *Row) {
    return B.CreateICmpNE(readRow(B, S, Row).Address, B.i64(0));
  }));
}

//===----------------------------------------------------------------------===//
// Conditions of 16-byte accesses
//===----------------------------------------------------------------------===//

PieceCoord phobos::firstPiece(TileBuilder &B, Side S) {
  const OperandPlan &O = operandOf(B.V, S);
  unsigned Bits = Log2_32(B.V.threads());
  auto coord = [&](bool MN) {
    auto At = [&](unsigned Thread) {
      TileCoord C = pieceStart(B.V, O, Thread, 0);
      return MN ? C.MN : C.K;
    };
    return B.apply(*BitLinear::of(At, Bits), B.Thread);
  };
  return {coord(true), coord(false)};
}

unsigned phobos::pieceRowStep(const Variant &V, const OperandPlan &O) { return V.threads() / O.piecesPerRow(); }

/// Can 16 bytes be read there by one access to global memory?
static Value *fitsVector(TileBuilder &B, Value *Address) {
  Value *Aligned = B.CreateICmpEQ(B.CreateAnd(Address, B.i64(15)), B.i64(0));
  return B.CreateAnd(Aligned, B.call(Intrinsic::nvvm_isspacep_global, {B.CreateIntToPtr(Address, B.getPtrTy())}));
}

/// Rows along k: each piece lies in one row, whose elements must be side by side.
static VectorPieces piecesAlongK(TileBuilder &B, Side S) {
  const OperandPlan &O = operandOf(B.V, S);
  TableRow Substitute = findLiveRow(B, S);
  unsigned ElementBytes = bytes(O.Memory);
  PieceCoord At = firstPiece(B, S);
  VectorPieces Found{B.getTrue(), {}, nullptr, B.i64(ElementBytes)};
  Value *Along = B.CreateMul(B.widen(At.K), B.i64(ElementBytes));
  for (unsigned I = 0; I < piecesPerThread(B.V, O); ++I) {
    TableRow Row = readRow(B, S, B.CreateAdd(At.MN, B.i32(I * pieceRowStep(B.V, O))), Substitute);
    Value *SideBySide = B.CreateICmpEQ(Row.Stride, B.i64(ElementBytes));
    Found.Possible = B.CreateAnd(Found.Possible, B.CreateAnd(fitsVector(B, Row.Address), SideBySide));
    Found.Addresses.push_back(B.CreateAdd(Row.Address, Along));
  }
  return Found;
}

namespace {
/// Of the neighbours that make up a piece of rows along m (for B: n): the first one's address and stride, i64 each.
struct Neighbours {
  Value *Address, *Stride;
  /// i1: are all live, side by side, and do they advance alike? Is none live?
  Value *Together, *NoneLive;
};
} // namespace

static Neighbours readNeighbours(TileBuilder &B, Side S, Value *MN) {
  const OperandPlan &O = operandOf(B.V, S);
  TableRow First = readRow(B, S, MN);
  Value *Live = B.CreateICmpNE(First.Address, B.i64(0));
  Neighbours Found{First.Address, First.Stride, Live, B.CreateNot(Live)};
  for (unsigned J = 1; J < O.pieceElements(); ++J) {
    TableRow Row = readRow(B, S, B.CreateAdd(MN, B.i32(J)));
    Value *Next = B.CreateICmpEQ(Row.Address, B.CreateAdd(First.Address, B.i64(J * bytes(O.Memory))));
    Found.Together = B.CreateAnd(Found.Together, B.CreateAnd(Next, B.CreateICmpEQ(Row.Stride, First.Stride)));
    Found.NoneLive = B.CreateAnd(Found.NoneLive, B.CreateICmpEQ(Row.Address, B.i64(0)));
  }
  return Found;
}

/// Rows along m (for B: n): a piece is one iteration of several neighbours. Where none of them is live, the tile's
/// first piece is read in its place.
static VectorPieces piecesAcross(TileBuilder &B, Side S) {
  PieceCoord At = firstPiece(B, S);
  Neighbours Own = readNeighbours(B, S, At.MN);
  Values Read = B.ifThen(Own.NoneLive, {Own.Address, Own.Stride, Own.Together}, [&]() -> Values {
    Neighbours First = readNeighbours(B, S, B.i32(0));
    return {First.Address, First.Stride, First.Together};
  });
  Value *Address = Read[0], *Stride = Read[1], *Together = Read[2];
  Value *StrideFits = B.CreateICmpEQ(B.CreateAnd(Stride, B.i64(15)), B.i64(0));
  VectorPieces Found;
  Found.Stride = Stride;
  Found.Possible = B.CreateAnd(B.CreateAnd(fitsVector(B, Address), StrideFits), Together);
  Found.Addresses = {B.CreateAdd(Address, B.CreateMul(B.widen(At.K), Stride))};
  Found.Step = B.CreateMul(Stride, B.i64(pieceRowStep(B.V, operandOf(B.V, S))));
  return Found;
}

VectorPieces phobos::findVectorPieces(TileBuilder &B, Side S) {
  return operandOf(B.V, S).Shared == Orientation::KMajor ? piecesAlongK(B, S) : piecesAcross(B, S);
}
