//===- ElementStaging.cpp - One element at a time ---------------*- C++ -*-===//
//
// The way that always works, and so the one that is kept small: a rolled loop over a thread's pieces. Addresses come
// from the row table. Every load is one that a live thread of the original makes too: rows that are not live are read
// at one that is, iterations from the trip count on at the last one before it, and then count as zero.
//
//===----------------------------------------------------------------------===//
#include "Emit/Staging.h"

using namespace phobos;
using namespace llvm;

namespace {

class ElementStaging {
  TileBuilder &B;
  const Side S;
  const OperandPlan &O;
  Value *Trips, *Last;
  TableRow Substitute;

public:
  ElementStaging(TileBuilder &B, Side S, Value *Trips)
      : B(B), S(S), O(operandOf(B.V, S)), Trips(Trips), Last(B.CreateSub(Trips, B.i64(1))),
        Substitute(findLiveRow(B, S)) {}

  void emit(Value *Slice, Value *Stage) {
    Value *SliceStart = B.CreateMul(Slice, B.i64(O.TileK));
    PieceCoord At = firstPiece(B, S);
    bool KMajor = O.Shared == Orientation::KMajor;
    Value *Row = KMajor ? At.MN : At.K, *Column = KMajor ? At.K : At.MN;
    unsigned Step = pieceRowStep(B.V, O);
    Value *End = B.CreateAdd(Row, B.i32(piecesPerThread(B.V, O) * Step));
    B.loop(Row, End, B.i32(Step), {}, [&](Value *Row, ArrayRef<Value *>) -> Values {
      Values Elements = KMajor ? loadAlongK(Row, B.CreateAdd(SliceStart, B.widen(Column)))
                               : loadAcross(Column, B.CreateAdd(SliceStart, B.widen(Row)));
      Value *Offset = swizzled(Row, B.CreateMul(Column, B.i32(2)));
      storePiece(B, packPiece(B, O, Elements), B.shared(B.CreateAdd(Stage, Offset), stageBase(B.V, S)));
      return {};
    });
  }

private:
  /// Swizzle::offset
  Value *swizzled(Value *Row, Value *Byte) {
    Swizzle W = O.swizzle();
    Value *Phase = B.CreateURem(B.CreateUDiv(Row, B.i32(W.rowsPerLine())), B.i32(W.chunks()));
    return B.CreateAdd(B.CreateMul(Row, B.i32(W.RowBytes)),
                       B.CreateXor(Byte, B.CreateMul(Phase, B.i32(Swizzle::ChunkBytes))));
  }

  Value *loadElement(const TableRow &Row, Value *K) {
    Type *Element = O.Memory == O.Fragment ? B.getInt16Ty() : B.getFloatTy();
    Value *Clamped = B.CreateBinaryIntrinsic(Intrinsic::smin, K, Last);
    Value *Address = B.CreateAdd(Row.Address, B.CreateMul(Clamped, Row.Stride));
    Value *Loaded = B.CreateAlignedLoad(Element, B.CreateIntToPtr(Address, B.getPtrTy()), Align(bytes(O.Memory)));
    return B.CreateSelect(B.CreateICmpSLT(K, Trips), Loaded, Constant::getNullValue(Element));
  }

  Values loadAlongK(Value *MN, Value *K) {
    TableRow Row = readRow(B, S, MN, Substitute);
    Values Elements;
    for (unsigned J = 0; J < O.pieceElements(); ++J)
      Elements.push_back(loadElement(Row, B.CreateAdd(K, B.i64(J))));
    return Elements;
  }

  Values loadAcross(Value *MN, Value *K) {
    Values Elements;
    for (unsigned J = 0; J < O.pieceElements(); ++J)
      Elements.push_back(loadElement(readRow(B, S, B.CreateAdd(MN, B.i32(J)), Substitute), K));
    return Elements;
  }
};

/// No slice is whole, so nothing is ever put.
class ElementStager : public Stager {
public:
  ElementStager(TileBuilder &B, Side S) : Stager(B, S) {}
  unsigned ahead() const override { return 1; }
  Values start() override { return {}; }
  void put(Value *, Values &) override {}
};

} // namespace

void phobos::stageElements(TileBuilder &B, Side S, Value *Slice, Value *Trips, Value *Stage) {
  ElementStaging(B, S, Trips).emit(Slice, Stage);
}

std::unique_ptr<Stager> phobos::createElementStager(TileBuilder &B, Side S) {
  return std::make_unique<ElementStager>(B, S);
}
