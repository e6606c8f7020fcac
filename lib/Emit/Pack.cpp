//===- Pack.cpp - The kernels that fill the workspace -----------*- C++ -*-===//
//
// A CTA brings one tile of PackTile x PackTile elements through shared memory: loads along the dimension in which
// memory is expected to be contiguous, stores along k, 16 bytes a thread.
//
//     the rows' addresses and strides | barrier | load, convert, store to the tile | barrier | tile to the workspace
//
//===----------------------------------------------------------------------===//
#include "Emit/Workspace.h"

using namespace phobos;
using namespace llvm;

namespace {

constexpr unsigned TableOffset = 0, TileOffset = PackTile * RowTableEntryBytes;
/// Elements of the tile that one thread loads.
constexpr unsigned ElementsPerThread = PackTile * PackTile / PackThreads;
/// From a thread's element to its next.
constexpr unsigned ElementStep = PackThreads / PackTile;

/// One tile of the workspace: i64 each.
struct PackPlace {
  Value *Batch, *FirstRow, *Slice, *Rows;
};

class PackKernel {
  KernelBuilder B;
  const PackPlan &P;
  const Side S;
  Value *Base, *Pitch;
  /// i32: rows, and those of the other operand.
  Value *Extent = nullptr, *OtherExtent = nullptr;

public:
  PackKernel(Function &Kernel, const PackPlan &P, Side S, const Outlined &Pieces)
      : B(Kernel, PackThreads, Pieces), P(P), S(S), Base(B.extra(0)), Pitch(B.extra(1)) {}

  void emit() {
    Value *Extents = B.callPiece(B.Pieces.Extents, {});
    Extent = B.CreateExtractValue(Extents, isA() ? 0 : 1);
    OtherExtent = B.CreateExtractValue(Extents, isA() ? 1 : 0);
    Value *Batches = B.widen(B.CreateExtractValue(Extents, 2));
    Value *Rows = B.CreateMul(B.ceilDiv(B.widen(Extent), P.RowMultiple), B.i64(P.RowMultiple));
    Value *Slices = B.CreateUDiv(Pitch, B.i64(PackTile * bytes(P.Fragment)));
    Value *PerBatch = B.CreateMul(B.CreateUDiv(Rows, B.i64(PackTile)), Slices);
    Value *First = B.widen(B.call(Intrinsic::nvvm_read_ptx_sreg_ctaid_x, {}));
    Value *Step = B.widen(B.call(Intrinsic::nvvm_read_ptx_sreg_nctaid_x, {}));
    B.loop(First, B.CreateMul(PerBatch, Batches), Step, {}, [&](Value *Index, ArrayRef<Value *>) -> Values {
      Value *InBatch = B.CreateURem(Index, PerBatch);
      Value *FirstRow = B.CreateMul(B.CreateUDiv(InBatch, Slices), B.i64(PackTile));
      packTile({B.CreateUDiv(Index, PerBatch), FirstRow, B.CreateURem(InBatch, Slices), Rows});
      return {};
    });
    B.CreateRetVoid();
  }

private:
  bool isA() const { return S == Side::A; }
  bool alongK() const { return P.Read == Orientation::KMajor; }
  Value *narrow(Value *I64) { return B.CreateTrunc(I64, B.getInt32Ty()); }
  /// All addresses, then all strides: neighbours read without bank conflicts.
  Value *addressPlace(Value *Row) { return B.shared(B.CreateMul(Row, B.i32(8)), TableOffset); }
  Value *stridePlace(Value *Row) { return B.shared(B.CreateMul(Row, B.i32(8)), TableOffset + PackTile * 8); }
  Value *tilePlace(Value *Row, Value *Byte) {
    return B.shared(B.CreateAdd(B.CreateMul(Row, B.i32(PackPitchBytes)), Byte), TileOffset);
  }

  void packTile(const PackPlace &At) {
    Value *Uniform = B.callPiece(B.Pieces.Uniform, {narrow(At.Batch)});
    Value *Trips = B.CreateExtractValue(Uniform, 1);
    Value *Runs = B.CreateAnd(B.CreateExtractValue(Uniform, 0), B.CreateICmpSGT(Trips, B.i64(0)));
    Value *Wanted = B.ifThen(Runs, {B.getFalse()}, [&]() -> Values { return {anyOtherLive(At)}; })[0];
    Value *Fast = B.vote(KernelBuilder::Vote::And, fillTable(At, Wanted));
    Value *SliceEnd = B.CreateMul(B.CreateAdd(At.Slice, B.i64(1)), B.i64(PackTile));
    Fast = B.CreateAnd(Fast, B.CreateICmpSLE(SliceEnd, Trips));
    B.ifElse(
        Fast,
        [&]() -> Values {
          loadWhole(At);
          return {};
        },
        [&]() -> Values {
          loadMasked(At, Trips);
          return {};
        });
    B.barrier();
    copyOut(At);
  }

  /// Does any row of the other operand reach the loop? If none does, the original loads nothing of this one.
  Value *anyOtherLive(const PackPlace &At) {
    Value *Chunks = B.ceilDiv(OtherExtent, PackThreads);
    Value *First = B.findFirst(B.i32(0), Chunks, [&](Value *Chunk) {
      Value *Coord = B.CreateAdd(B.CreateMul(Chunk, B.i32(PackThreads)), B.Thread);
      Value *Live = B.ifThen(B.CreateICmpULT(Coord, OtherExtent), {B.getFalse()}, [&]() -> Values {
        Function *Probe = isA() ? B.Pieces.ProbeB : B.Pieces.ProbeA;
        return {B.CreateExtractValue(B.callPiece(Probe, {narrow(At.Batch), Coord}), 0)};
      })[0];
      return B.vote(KernelBuilder::Vote::Or, Live);
    });
    return B.CreateICmpSLT(First, Chunks);
  }

  /// Address (0: not to be loaded) and stride of each row. Returns i1: is this thread's row, if it has one, live and in
  /// global memory?
  Value *fillTable(const PackPlace &At, Value *Wanted) {
    return B.ifThen(B.CreateICmpULT(B.Thread, B.i32(PackTile)), {B.getTrue()}, [&]() -> Values {
      Value *Row = B.CreateAdd(narrow(At.FirstRow), B.Thread);
      Value *Inside = B.CreateAnd(Wanted, B.CreateICmpULT(Row, Extent));
      Values Found = B.ifThen(Inside, {B.i64(0), B.i64(0)}, [&]() -> Values {
        Value *Probed = B.callPiece(isA() ? B.Pieces.ProbeA : B.Pieces.ProbeB, {narrow(At.Batch), Row});
        Value *Address = B.CreatePtrToInt(B.CreateExtractValue(Probed, 1), B.getInt64Ty());
        return {B.CreateSelect(B.CreateExtractValue(Probed, 0), Address, B.i64(0)), B.CreateExtractValue(Probed, 2)};
      });
      B.CreateAlignedStore(Found[0], addressPlace(B.Thread), Align(8));
      B.CreateAlignedStore(Found[1], stridePlace(B.Thread), Align(8));
      Value *Pointer = B.CreateIntToPtr(Found[0], B.getPtrTy());
      return {B.CreateAnd(B.CreateICmpNE(Found[0], B.i64(0)), B.call(Intrinsic::nvvm_isspacep_global, {Pointer}))};
    })[0];
  }

  TableRow readTable(Value *Row) {
    return {B.CreateAlignedLoad(B.getInt64Ty(), addressPlace(Row), Align(8)),
            B.CreateAlignedLoad(B.getInt64Ty(), stridePlace(Row), Align(8))};
  }

  /// A thread's coordinates in the tile: Along the threads, and the first of those that it visits.
  Value *along() { return B.CreateURem(B.Thread, B.i32(PackTile)); }
  Value *firstAcross() { return B.CreateUDiv(B.Thread, B.i32(PackTile)); }

  Value *iteration(const PackPlace &At, Value *K) {
    return B.CreateAdd(B.CreateMul(At.Slice, B.i64(PackTile)), B.widen(K));
  }

  Type *elementType() { return P.Memory == P.Fragment ? B.getInt16Ty() : B.getFloatTy(); }

  /// The element as it goes into the workspace, i16.
  Value *convert(Value *Element) {
    if (P.Memory == P.Fragment)
      return Element;
    Type *Narrow = P.Fragment == ElementType::F16 ? B.getHalfTy() : B.getBFloatTy();
    return B.CreateBitCast(B.CreateFPTrunc(Element, Narrow), B.getInt16Ty());
  }

  void store(Value *Row, Value *K, Value *Element) {
    B.CreateAlignedStore(convert(Element), tilePlace(Row, B.CreateMul(K, B.i32(bytes(P.Fragment)))), Align(2));
  }

  /// All loads before the first use of one.
  void loadWhole(const PackPlace &At) {
    Values Elements;
    TableRow Own;
    Value *Along = along(), *First = firstAcross();
    if (!alongK())
      Own = readTable(Along);
    auto across = [&](unsigned I) { return B.CreateAdd(First, B.i32(I * ElementStep)); };
    for (unsigned I = 0; I < ElementsPerThread; ++I) {
      TableRow Row = alongK() ? readTable(across(I)) : Own;
      Value *T = iteration(At, alongK() ? Along : across(I));
      Value *Address = B.CreateAdd(Row.Address, B.CreateMul(T, Row.Stride));
      Elements.push_back(B.CreateAlignedLoad(elementType(), B.global(Address), Align(bytes(P.Memory))));
    }
    for (auto [I, Element] : enumerate(Elements))
      alongK() ? store(across(I), Along, Element) : store(Along, across(I), Element);
  }

  void loadMasked(const PackPlace &At, Value *Trips) {
    Value *Along = along();
    B.loop(firstAcross(), B.i32(PackTile), B.i32(ElementStep), {}, [&](Value *Across, ArrayRef<Value *>) -> Values {
      Value *Row = alongK() ? Across : Along, *K = alongK() ? Along : Across;
      TableRow Entry = readTable(Row);
      Value *T = iteration(At, K);
      Value *Loads = B.CreateAnd(B.CreateICmpNE(Entry.Address, B.i64(0)), B.CreateICmpSLT(T, Trips));
      Value *Element = B.ifThen(Loads, {Constant::getNullValue(elementType())}, [&]() -> Values {
        Value *Pointer = B.CreateIntToPtr(B.CreateAdd(Entry.Address, B.CreateMul(T, Entry.Stride)), B.getPtrTy());
        return {B.CreateAlignedLoad(elementType(), Pointer, Align(bytes(P.Memory)))};
      })[0];
      store(Row, K, Element);
      return {};
    });
  }

  void copyOut(const PackPlace &At) {
    constexpr unsigned ChunkBytes = 16;
    const unsigned RowBytes = PackTile * bytes(P.Fragment), ChunksPerRow = RowBytes / ChunkBytes;
    Value *FirstRow = B.CreateAdd(B.CreateMul(At.Batch, At.Rows), At.FirstRow);
    Value *Tile = B.CreateAdd(Base, B.CreateMul(At.Slice, B.i64(RowBytes)));
    for (unsigned I = 0; I < PackTile * ChunksPerRow / PackThreads; ++I) {
      Value *Chunk = B.CreateAdd(B.Thread, B.i32(I * PackThreads));
      Value *Row = B.CreateUDiv(Chunk, B.i32(ChunksPerRow));
      Value *Byte = B.CreateMul(B.CreateURem(Chunk, B.i32(ChunksPerRow)), B.i32(ChunkBytes));
      Value *All = PoisonValue::get(FixedVectorType::get(B.getInt32Ty(), ChunkBytes / 4));
      for (unsigned Word = 0; Word < ChunkBytes / 4; ++Word) {
        Value *Place = tilePlace(Row, B.CreateAdd(Byte, B.i32(4 * Word)));
        All = B.CreateInsertElement(All, B.CreateAlignedLoad(B.getInt32Ty(), Place, Align(4)), B.i32(Word));
      }
      Value *InRow = B.CreateMul(B.CreateAdd(FirstRow, B.widen(Row)), Pitch);
      B.CreateAlignedStore(All, B.global(B.CreateAdd(Tile, B.CreateAdd(InRow, B.widen(Byte)))), Align(ChunkBytes));
    }
  }
};

} // namespace

Function *phobos::emitPack(const Plan &P, Side S, const Outlined &Pieces, StringRef Name) {
  // Enough CTAs to cover the latency of memory: each thread has its loads under way at once.
  constexpr unsigned MinCtas = 4;
  Type *I64 = Type::getInt64Ty(Pieces.Replay->getContext());
  Function *Kernel = createKernel(Pieces, Name, PackThreads, MinCtas, {I64, I64});
  PackKernel(*Kernel, S == Side::A ? P.PackA : P.PackB, S, Pieces).emit();
  return Kernel;
}
