//===- Companion.cpp - The companion kernel, tile by tile -------*- C++ -*-===//
//
//     for (tile = blockIdx.x; tile < tiles; tile += gridDim.x)
//       sums = 0
//       if the batch reaches the loop with at least one iteration:
//         row table; if any row of A and any column of B is live:
//           whole slices by 16-byte accesses, in the warps whose pieces allow them; everything else by element loads
//       epilogue
//
// Every condition above but that of warps is the same for all threads of a CTA. A packed variant has no row table: all
// slices of all rows are whole in the workspace.
//
//===----------------------------------------------------------------------===//
#include "Emit/Companion.h"
#include "Emit/Epilogue.h"
#include "Emit/MainLoop.h"
#include "Emit/Workspace.h"

using namespace phobos;
using namespace llvm;

namespace {

class TileLoop {
  TileBuilder B;
  const Variant &V;
  /// Extents of the virtual thread space, i32.
  Value *ExtentM = nullptr, *ExtentN = nullptr;

public:
  TileLoop(Function &Kernel, const Variant &V, const Outlined &Pieces) : B(Kernel, V, Pieces), V(V) {}

  void emit() {
    Value *Extents = B.callPiece(B.Pieces.Extents, {});
    ExtentM = B.CreateExtractValue(Extents, 0);
    ExtentN = B.CreateExtractValue(Extents, 1);
    Value *Batches = B.widen(B.CreateExtractValue(Extents, 2));
    Value *TilesM = B.ceilDiv(B.widen(ExtentM), V.TileM), *TilesN = B.ceilDiv(B.widen(ExtentN), V.TileN);
    Value *PerBatch = B.CreateMul(TilesM, TilesN);
    FragmentLoaders Fragments{{B, Side::A}, {B, Side::B}};

    Value *First = B.widen(B.call(Intrinsic::nvvm_read_ptx_sreg_ctaid_x, {}));
    Value *Step = B.widen(B.call(Intrinsic::nvvm_read_ptx_sreg_nctaid_x, {}));
    B.loop(First, B.CreateMul(PerBatch, Batches), Step, {}, [&](Value *Index, ArrayRef<Value *>) -> Values {
      TilePlace Tile = place(Index, PerBatch, TilesM, TilesN);
      emitEpilogue(B, Tile, sums(Tile, Fragments));
      return {};
    });
    B.CreateRetVoid();
  }

private:
  /// Groups of RasterRows tile rows are walked column by column: tiles of one wave share rows and columns.
  TilePlace place(Value *Index, Value *PerBatch, Value *TilesM, Value *TilesN) {
    Value *Batch = B.CreateUDiv(Index, PerBatch), *InBatch = B.CreateURem(Index, PerBatch);
    Value *PerGroup = B.CreateMul(TilesN, B.i64(V.RasterRows));
    Value *Group = B.CreateUDiv(InBatch, PerGroup), *InGroup = B.CreateURem(InBatch, PerGroup);
    Value *FirstRow = B.CreateMul(Group, B.i64(V.RasterRows));
    Value *Rows = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateSub(TilesM, FirstRow), B.i64(V.RasterRows));
    Value *Row = B.CreateAdd(FirstRow, B.CreateURem(InGroup, Rows)), *Column = B.CreateUDiv(InGroup, Rows);
    auto coord = [&](Value *TileIndex, unsigned Size) {
      return B.CreateMul(B.CreateTrunc(TileIndex, B.getInt32Ty()), B.i32(Size));
    };
    return {B.CreateTrunc(Batch, B.getInt32Ty()), coord(Row, V.TileM), coord(Column, V.TileN), ExtentM, ExtentN};
  }

  /// The tile's sums; zeros where nothing is to be summed.
  Values sums(const TilePlace &Tile, FragmentLoaders &Fragments) {
    Values Zeros(sumsPerThread(V), ConstantFP::get(B.getFloatTy(), 0.0));
    Value *Uniform = B.callPiece(B.Pieces.Uniform, {Tile.Batch});
    Value *Trips = B.CreateExtractValue(Uniform, 1);
    Value *Runs = B.CreateAnd(B.CreateExtractValue(Uniform, 0), B.CreateICmpSGT(Trips, B.i64(0)));
    if (V.isPacked())
      return B.ifThen(Runs, Zeros, [&] { return packedProducts(Tile, Trips, Fragments, Zeros); });
    return B.ifThen(Runs, Zeros, [&] {
      Value *AnyA = fillRowTable(B, Side::A, Tile), *AnyB = fillRowTable(B, Side::B, Tile);
      AnyA = B.vote(KernelBuilder::Vote::Or, AnyA);
      AnyB = B.vote(KernelBuilder::Vote::Or, AnyB);
      return B.ifThen(B.CreateAnd(AnyA, AnyB), Zeros, [&] { return products(Trips, Fragments, Zeros); });
    });
  }

  Values products(Value *Trips, FragmentLoaders &Fragments, const Values &Zeros) {
    auto [A, PossibleA] = stager(Side::A);
    auto [OfB, PossibleB] = stager(Side::B);
    Value *Whole = B.i64(0);
    if (V.A.Staging != StagingKind::Elements) {
      // Each thread stages pieces of its own, so threads may differ; the lanes of a warp agree to stay together.
      Value *Possible = B.collective(Intrinsic::nvvm_vote_all_sync, {B.i32(-1), B.CreateAnd(PossibleA, PossibleB)});
      Whole = B.CreateSelect(Possible, B.CreateUDiv(Trips, B.i64(V.TileK)), B.i64(0));
    }
    return emitMainLoop(B, Fragments, *A, *OfB, {Whole, B.ceilDiv(Trips, V.TileK), Trips}, Zeros);
  }

  Values packedProducts(const TilePlace &Tile, Value *Trips, FragmentLoaders &Fragments, const Values &Zeros) {
    Workspace W(B);
    auto A = createAsyncStager(B, Side::A, W.pieces(Side::A, Tile));
    auto OfB = createAsyncStager(B, Side::B, W.pieces(Side::B, Tile));
    W.checkTrips(Trips);
    Value *All = B.ceilDiv(Trips, V.TileK);
    return emitMainLoop(B, Fragments, *A, *OfB, {All, All, Trips}, Zeros);
  }

  /// The operand's stager, and i1: may it be used for whole slices, as far as this thread sees?
  std::pair<std::unique_ptr<Stager>, Value *> stager(Side S) {
    StagingKind Kind = operandOf(V, S).Staging;
    if (Kind == StagingKind::Elements)
      return {createElementStager(B, S), nullptr};
    VectorPieces Pieces = findVectorPieces(B, S);
    Value *Possible = Pieces.Possible;
    if (Kind == StagingKind::AsyncCopy)
      return {createAsyncStager(B, S, std::move(Pieces)), Possible};
    return {createRegisterStager(B, S, std::move(Pieces)), Possible};
  }
};

} // namespace

Function *phobos::emitCompanion(const Plan &P, unsigned Variant, const Outlined &Pieces, StringRef Name) {
  const phobos::Variant &V = P.Variants[Variant];
  SmallVector<Type *, 3> Extra;
  if (V.isPacked())
    Extra.assign(3, Type::getInt64Ty(Pieces.Replay->getContext()));
  Function *Kernel = createKernel(Pieces, Name, V.threads(), V.CtasPerSM, Extra);
  TileLoop(*Kernel, V, Pieces).emit();
  return Kernel;
}
