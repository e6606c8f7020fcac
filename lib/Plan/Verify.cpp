//===- Verify.cpp - What emission relies on ---------------------*- C++ -*-===//
//
// Each check names what would go wrong without it. Emission asserts nothing that is not checked here.
//
//===----------------------------------------------------------------------===//
#include "Plan/Plan.h"
#include "Plan/TileLayout.h"
#include "Target/BitLinear.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace phobos;

using Fault = std::optional<std::string>;

static Fault verifySizes(const Variant &V, const Chip &Target) {
  if (!V.Instr || V.Instr->MinCapability > Target.Capability)
    return "the chip lacks the instruction";
  // Coordinates are split off a thread's number bit by bit.
  for (unsigned Size : {V.TileM, V.TileN, V.TileK, V.WarpTileM, V.WarpTileN})
    if (!llvm::isPowerOf2_32(Size) || Size < 16)
      return "a tile size is not a power of two from 16";
  if (V.WarpTileM > V.TileM || V.WarpTileN > V.TileN)
    return "a warp tile is larger than the CTA's tile";
  if (V.threads() > 1024)
    return "more than 1024 threads";
  if (V.WarpTileM * V.WarpTileN / 32 > 128)
    return "more than 128 sums a thread";
  // Prefetch needs a stage to fill while another is read.
  if (V.Stages < 2)
    return "fewer than two stages";
  if (V.FragmentBuffers < 1 || V.FragmentBuffers > 2)
    return "not one or two sets of fragments";
  if (!V.CtasPerSM || V.CtasPerSM * V.threads() > Target.ThreadsPerSM)
    return "more threads than an SM holds";
  if (!V.RasterRows)
    return "no raster rows";
  return std::nullopt;
}

static Fault verifyOperand(const Variant &V, const OperandPlan &O, unsigned TileMN) {
  if (O.TileMN != TileMN || O.TileK != V.TileK)
    return "an operand's tile is not the CTA's";
  if (O.Fragment != V.Instr->Operand)
    return "an operand's fragments are not the instruction's";
  if (O.Memory != O.Fragment && O.Memory != ElementType::F32)
    return "only f32 is converted";
  if ((O.Staging == StagingKind::AsyncCopy || O.Staging == StagingKind::Workspace) && O.Memory != O.Fragment)
    return "cp.async cannot convert";
  if ((O.Staging == StagingKind::Workspace) != V.isPacked())
    return "a workspace and no packing, or the reverse";
  // Slices of a workspace are whole, and so are the tiles of the kernels that fill it.
  if (V.isPacked() && (O.Shared != Orientation::KMajor || PackTile % O.TileK || O.TileMN % PackTile))
    return "the tile does not divide the workspace";
  if (O.rowElements() < O.pieceElements() || O.pieces() % V.threads())
    return "pieces do not spread evenly over the threads";
  if (O.piecesPerRow() > V.threads())
    return "a thread's pieces are not all at one place of their rows";
  return std::nullopt;
}

static Fault verifyShared(const Variant &V, const Chip &Target) {
  if (V.SharedBytes > Target.SharedBytesPerCta || V.CtasPerSM * (V.SharedBytes + 1024) > Target.SharedBytesPerSM)
    return "shared memory does not fit the chip";
  const SharedBuffer *Stages = V.buffer(BufferRole::Stages), *Table = V.buffer(BufferRole::RowTable);
  if (!Stages || !V.buffer(BufferRole::Sums) || (!Table && !V.isPacked()))
    return "a buffer is missing";
  if (Stages->Bytes < V.Stages * V.stageBytes() || (Table && Table->Bytes < (V.TileM + V.TileN) * RowTableEntryBytes))
    return "a buffer is too small";
  if (V.buffer(BufferRole::Stages)->Offset % Swizzle::LineBytes)
    return "stages do not start at a line of banks";
  for (const SharedBuffer &B : V.Shared) {
    if (B.Offset % 16 || B.Offset + B.Bytes > V.SharedBytes)
      return "a buffer is misaligned or past the end";
    for (const SharedBuffer &Other : V.Shared)
      if (&B != &Other && B.First <= Other.Last && Other.First <= B.Last && B.Offset < Other.Offset + Other.Bytes &&
          Other.Offset < B.Offset + B.Bytes)
        return "two live buffers overlap";
  }
  return std::nullopt;
}

static Fault verifyEpilogue(const Variant &V) {
  const EpiloguePlan &E = V.Epilogue;
  if (!E.Chunks || V.WarpTileM % (E.Chunks * V.Instr->M))
    return "chunks of the epilogue split an instruction's rows";
  bool AlongN = E.Order == EpilogueOrder::N;
  if (E.PitchWords < (AlongN ? V.TileN : V.chunkRows()) || (AlongN && E.PitchWords % 2))
    return "the epilogue's rows overlap or are misaligned";
  if ((AlongN ? V.chunkRows() : V.TileN) * E.PitchWords * 4 > V.buffer(BufferRole::Sums)->Bytes)
    return "sums do not fit their buffer";
  return std::nullopt;
}

static Fault verifyVariant(const Variant &V, const Chip &Target) {
  if (Fault F = verifySizes(V, Target))
    return F;
  if (Fault F = verifyOperand(V, V.A, V.TileM))
    return "A: " + *F;
  if (Fault F = verifyOperand(V, V.B, V.TileN))
    return "B: " + *F;
  if ((V.A.Staging == StagingKind::Elements) != (V.B.Staging == StagingKind::Elements))
    return "only one operand goes by elements";
  if (Fault F = verifyShared(V, Target))
    return F;
  return verifyEpilogue(V);
}

static Fault verifyPacking(const Plan &P) {
  std::optional<unsigned> Packed = P.packedVariant();
  if (!Packed)
    return std::nullopt;
  // There is one workspace, and one pair of kernels that fill it.
  if (llvm::count_if(P.Variants, [](const Variant &V) { return V.isPacked(); }) > 1)
    return "two packed variants";
  if (P.Variants.back().isPacked())
    return "no variant without a workspace";
  const Variant &V = P.Variants[*Packed];
  if (P.PackA.RowMultiple != V.TileM || P.PackB.RowMultiple != V.TileN)
    return "the workspace's rows are not the tile's";
  for (const PackPlan *Pack : {&P.PackA, &P.PackB})
    if (Pack->Fragment != V.Instr->Operand || (Pack->Memory != Pack->Fragment && Pack->Memory != ElementType::F32))
      return "packed elements are not the instruction's";
  return std::nullopt;
}

Fault phobos::verify(const Plan &P) {
  if (!P.Target)
    return "no chip";
  if (P.Variants.empty() || P.Variants.size() > 4)
    return "not one to four variants";
  if (P.Variants.back().MinTilesPercent)
    return "no variant for the smallest problems";
  for (auto [I, V] : llvm::enumerate(P.Variants))
    if (Fault F = verifyVariant(V, *P.Target))
      return "variant " + std::to_string(I) + ": " + *F;
  return verifyPacking(P);
}
