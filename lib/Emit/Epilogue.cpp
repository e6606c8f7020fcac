//===- Epilogue.cpp - From sums to the replayed kernel ----------*- C++ -*-===//
//
// An accumulator's layout spreads a warp over eight rows. So sums pass through shared memory, and consecutive threads
// replay consecutive n (or m), which makes their stores to C coalesce. In the walk one coordinate of a thread stays the
// same as long as possible: what the kernel computes from it alone leaves the loop.
//
// With several chunks, chunk c holds of each warp's rows the c-th part:
//
//     row r of the buffer  <->  m = r / P * WarpTileM + c * P + r % P,   P = WarpTileM / Chunks
//
//===----------------------------------------------------------------------===//
#include "Emit/Epilogue.h"
#include "Emit/Offsets.h"

using namespace phobos;
using namespace llvm;

namespace {

class Epilogue {
  TileBuilder &B;
  const TilePlace &Tile;
  const Values &Sums;
  const EpiloguePlan &E;
  const unsigned PartRows;

public:
  Epilogue(TileBuilder &B, const TilePlace &Tile, const Values &Sums)
      : B(B), Tile(Tile), Sums(Sums), E(B.V.Epilogue), PartRows(B.V.WarpTileM / B.V.Epilogue.Chunks) {}

  void emit() {
    if (E.Chunks == 1)
      return emitChunk(B.i32(0));
    B.loop(B.i32(0), B.i32(E.Chunks), B.i32(1), {}, [&](Value *Chunk, ArrayRef<Value *>) -> Values {
      emitChunk(Chunk);
      return {};
    });
  }

private:
  bool alongN() const { return E.Order == EpilogueOrder::N; }
  unsigned base() const { return B.V.buffer(BufferRole::Sums)->Offset; }
  unsigned wordOffset(unsigned Row, unsigned Column) const {
    return 4 * (alongN() ? Row * E.PitchWords + Column : Column * E.PitchWords + Row);
  }
  Value *place(Value *Row, Value *Column) {
    Value *Major = alongN() ? Row : Column, *Minor = alongN() ? Column : Row;
    return B.shared(B.CreateMul(B.CreateAdd(B.CreateMul(Major, B.i32(E.PitchWords)), Minor), B.i32(4)), base());
  }

  void emitChunk(Value *Chunk) {
    storeSums(Chunk);
    B.barrier();
    replay(Chunk);
    B.barrier();
  }

  /// One copy of the stores for each chunk; registers cannot be indexed at run time.
  void storeSums(Value *Chunk) {
    Value *Start = threadStart();
    if (E.Chunks == 1)
      return storePart(0, Start);
    for (unsigned C = 0; C < E.Chunks; ++C)
      B.ifThen(B.CreateICmpEQ(Chunk, B.i32(C)), {}, [&]() -> Values {
        storePart(C, Start);
        return {};
      });
  }

  /// Offset of the thread's first sum of block (0, 0) in any chunk. Rows are padded, so this is no linear map over
  /// bits.
  Value *threadStart() {
    unsigned Bits = Log2_32(B.V.threads());
    auto at = [&](bool Rows) {
      return B.apply(*BitLinear::of(
                         [&](unsigned T) {
                           FragmentCoord At = sumCoord(B.V, T, 0, 0, 0);
                           return Rows ? At.Row / B.V.WarpTileM * PartRows + At.Row % B.V.WarpTileM : At.Column;
                         },
                         Bits),
                     B.Thread);
    };
    Value *Major = at(alongN()), *Minor = at(!alongN());
    return B.CreateMul(B.CreateAdd(B.CreateMul(Major, B.i32(E.PitchWords)), Minor), B.i32(4));
  }

  void storePart(unsigned Chunk, Value *Start) {
    const MmaInstr &I = *B.V.Instr;
    unsigned BlocksN = B.V.WarpTileN / I.N, PartBlocks = PartRows / I.M;
    FragmentCoord Origin = sumCoord(B.V, 0, 0, 0, 0);
    for (unsigned M = 0; M < PartBlocks; ++M)
      for (unsigned N = 0; N < BlocksN; ++N)
        for (unsigned Held = 0; Held < I.valuesC(); Held += 2) {
          const auto *Pair = &Sums[((Chunk * PartBlocks + M) * BlocksN + N) * I.valuesC() + Held];
          FragmentCoord At = sumCoord(B.V, 0, M, N, Held);
          storePair(Start, wordOffset(At.Row - Origin.Row, At.Column - Origin.Column), Pair[0], Pair[1]);
        }
  }

  /// Two neighbours along n.
  void storePair(Value *Start, unsigned Offset, Value *First, Value *Second) {
    if (!alongN()) {
      B.CreateAlignedStore(First, B.shared(Start, base() + Offset), Align(4));
      B.CreateAlignedStore(Second, B.shared(Start, base() + Offset + 4 * E.PitchWords), Align(4));
      return;
    }
    Value *Both = PoisonValue::get(FixedVectorType::get(B.getFloatTy(), 2));
    Both = B.CreateInsertElement(B.CreateInsertElement(Both, First, B.i32(0)), Second, B.i32(1));
    B.CreateAlignedStore(Both, B.shared(Start, base() + Offset), Align(8));
  }

  /// Threads first fill the direction of the order, then spread over the other.
  void replay(Value *Chunk) {
    unsigned Threads = B.V.threads(), Rows = B.V.chunkRows();
    unsigned Inner = alongN() ? B.V.TileN : Rows, Outer = alongN() ? Rows : B.V.TileN;
    unsigned Lines = std::max(Threads / Inner, 1u);
    Value *First = B.CreateURem(B.Thread, B.i32(Inner)), *Line = B.CreateUDiv(B.Thread, B.i32(Inner));
    B.loop(First, B.i32(Inner), B.i32(Threads), {}, [&](Value *Along, ArrayRef<Value *>) -> Values {
      B.loop(
          Line, B.i32(Outer), B.i32(Lines), {},
          [&](Value *Across, ArrayRef<Value *>) -> Values {
            replayOne(Chunk, alongN() ? Across : Along, alongN() ? Along : Across);
            return {};
          },
          /*UnrollCount=*/4);
      return {};
    });
  }

  void replayOne(Value *Chunk, Value *Row, Value *Column) {
    Value *InTile = Row;
    if (E.Chunks > 1) {
      Value *Warp = B.CreateUDiv(Row, B.i32(PartRows)), *InPart = B.CreateURem(Row, B.i32(PartRows));
      InTile = B.CreateAdd(B.CreateMul(Warp, B.i32(B.V.WarpTileM)),
                           B.CreateAdd(B.CreateMul(Chunk, B.i32(PartRows)), InPart));
    }
    Value *Inside = B.CreateAnd(B.CreateICmpSLT(InTile, B.CreateSub(Tile.ExtentM, Tile.M0)),
                                B.CreateICmpSLT(Column, B.CreateSub(Tile.ExtentN, Tile.N0)));
    B.ifThen(Inside, {}, [&]() -> Values {
      Value *Sum = B.CreateAlignedLoad(B.getFloatTy(), place(Row, Column), Align(4));
      B.callPiece(B.Pieces.Replay, {Tile.Batch, B.CreateAdd(Tile.M0, InTile), B.CreateAdd(Tile.N0, Column), Sum});
      return {};
    });
  }
};

} // namespace

void phobos::emitEpilogue(TileBuilder &B, const TilePlace &Tile, const Values &Sums) { Epilogue(B, Tile, Sums).emit(); }
