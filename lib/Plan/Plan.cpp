//===- Plan.cpp - Variants from their sizes ---------------------*- C++ -*-===//
#include "Plan/Plan.h"
#include <algorithm>
#include <cmath>

using namespace phobos;

const SharedBuffer *Variant::buffer(BufferRole R) const {
  for (const SharedBuffer &B : Shared)
    if (B.Role == R)
      return &B;
  return nullptr;
}

std::optional<unsigned> Plan::packedVariant() const {
  for (auto [I, V] : llvm::enumerate(Variants))
    if (V.isPacked())
      return I;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// What f32 operands are rounded to, and 16-bit ones are: the other operand's type wins over the directive's default.
Result<ElementType> phobos::fragmentType(const ProblemFacts &Facts) {
  ElementType A = Facts.A.Type, B = Facts.B.Type;
  if (A != ElementType::F32 && B != ElementType::F32) {
    if (A != B)
      return Reject(Reason::OperandType, {"__half and __nv_bfloat16 together"});
    return A;
  }
  ElementType Half = A != ElementType::F32 ? A : B;
  OperandPrecision Wanted = Facts.Directives.Precision;
  if (Half == ElementType::F32)
    return Wanted == OperandPrecision::BF16 ? ElementType::BF16 : ElementType::F16;
  if (Wanted != OperandPrecision::Default && (Wanted == OperandPrecision::BF16) != (Half == ElementType::BF16))
    return Reject(Reason::OperandType, {"float, rounded otherwise than the 16-bit operand,"});
  return Half;
}

/// Rows of shared memory run along the dimension in which memory is contiguous. Where neither is proven, the usual
/// layout is assumed, a row-major array, and the kernel's test decides.
static Orientation orientationOf(const OperandFacts &O, Orientation Usual) {
  if (O.AlongK == Contiguity::Proven)
    return Orientation::KMajor;
  if (O.AlongMN == Contiguity::Proven)
    return Orientation::MNMajor;
  if (O.AlongK != O.AlongMN)
    return O.AlongK == Contiguity::Unknown ? Orientation::KMajor : Orientation::MNMajor;
  return Usual;
}

static OperandPlan operandPlan(const OperandFacts &O, Orientation Usual, ElementType Fragment, unsigned TileMN,
                               unsigned TileK) {
  OperandPlan Plan;
  Plan.Memory = O.Type;
  Plan.Fragment = Fragment;
  Plan.Shared = orientationOf(O, Usual);
  Contiguity AlongRow = Plan.Shared == Orientation::KMajor ? O.AlongK : O.AlongMN;
  Plan.Staging = AlongRow == Contiguity::Never ? StagingKind::Elements
                 : O.Type == ElementType::F32  ? StagingKind::ThroughRegisters
                                               : StagingKind::AsyncCopy;
  Plan.TileMN = TileMN;
  Plan.TileK = TileK;
  return Plan;
}

static OperandPlan packedOperand(ElementType Fragment, unsigned TileMN, unsigned TileK) {
  return {Fragment, Fragment, Orientation::KMajor, StagingKind::Workspace, TileMN, TileK};
}

void phobos::planPacking(Plan &P, const ProblemFacts &Facts, const Variant &Packed) {
  ElementType Fragment = Packed.Instr->Operand;
  P.PackA = {Facts.A.Type, Fragment, orientationOf(Facts.A, Orientation::KMajor), Packed.TileM};
  P.PackB = {Facts.B.Type, Fragment, orientationOf(Facts.B, Orientation::MNMajor), Packed.TileN};
}

//===----------------------------------------------------------------------===//
// Shared memory and estimates
//===----------------------------------------------------------------------===//

/// What one of CtasPerSM CTAs may take; the driver keeps 1 KiB for each.
unsigned phobos::sharedLimit(const Chip &Target, unsigned CtasPerSM) {
  return std::min(Target.SharedBytesPerCta, Target.SharedBytesPerSM / CtasPerSM - 1024);
}

/// Pitches that keep both accesses free of conflicts: order N stores 8-byte pairs of four rows at once, which fall on
/// separate banks if the pitch is 8 words modulo 32; order M stores single words of four columns 2p, 4 words modulo 32.
static unsigned sumsBytes(const Variant &V, EpiloguePlan &E) {
  unsigned Rows = V.TileM / E.Chunks;
  bool AlongN = E.Order == EpilogueOrder::N;
  E.PitchWords = AlongN ? V.TileN + 8 : Rows + 4;
  return (AlongN ? Rows : V.TileN) * E.PitchWords * 4;
}

static void mapShared(Variant &V, const Chip &Target) {
  unsigned StageBytes = V.Stages * V.stageBytes();
  unsigned TableBytes = V.isPacked() ? 0 : (V.TileM + V.TileN) * RowTableEntryBytes;
  unsigned Limit = sharedLimit(Target, V.CtasPerSM);
  V.Epilogue.Chunks = 1;
  while (sumsBytes(V, V.Epilogue) > Limit && V.WarpTileM / V.Epilogue.Chunks > V.Instr->M)
    V.Epilogue.Chunks *= 2;
  unsigned SumsBytes = sumsBytes(V, V.Epilogue);
  V.Shared = {{BufferRole::Stages, 0, StageBytes, Phase::MainLoop, Phase::MainLoop},
              {BufferRole::Sums, 0, SumsBytes, Phase::Epilogue, Phase::Epilogue}};
  if (TableBytes)
    V.Shared.push_back({BufferRole::RowTable, StageBytes, TableBytes, Phase::Probe, Phase::MainLoop});
  V.SharedBytes = std::max(StageBytes + TableBytes, SumsBytes);
}

/// Registers of a thread in the fast loop: sums, fragments, pieces under way, pointers, and the rest.
static unsigned estimateRegisters(const Variant &V) {
  unsigned Sums = V.WarpTileM * V.WarpTileN / 32;
  unsigned Fragments = V.FragmentBuffers * 4 * (V.WarpTileM + V.WarpTileN) / 16;
  unsigned Staging = 0;
  for (const OperandPlan *O : {&V.A, &V.B}) {
    unsigned Pieces = O->pieces() / V.threads();
    switch (O->Staging) {
    case StagingKind::Workspace:
      Staging += 4;
      break;
    case StagingKind::AsyncCopy:
      Staging += O->Shared == Orientation::KMajor ? 2 * Pieces : 4;
      break;
    case StagingKind::ThroughRegisters:
    case StagingKind::Elements:
      Staging += 4 * Pieces + (O->Shared == Orientation::KMajor ? 2 * Pieces : 4);
      break;
    }
  }
  return Sums + Fragments + Staging + 24;
}

/// A wave of CTAs covers R rows and W / R columns of tiles and reads R * TileM + W / R * TileN rows of operands: least
/// where both terms are equal.
static unsigned rasterRows(const Variant &V, const Chip &Target) {
  double Wave = double(Target.SMs) * V.CtasPerSM;
  return std::max(1u, unsigned(std::lround(std::sqrt(Wave * V.TileN / V.TileM))));
}

Variant phobos::buildVariant(const ProblemFacts &Facts, const Chip &Target, const VariantSizes &Sizes,
                             Packing Operands) {
  Variant V;
  Result<ElementType> Fragment = fragmentType(Facts);
  assert(Fragment && "the operands' types go together");
  V.Instr = findMma(*Fragment, Target.Capability);
  V.TileM = Sizes.TileM, V.TileN = Sizes.TileN, V.TileK = Sizes.TileK;
  V.WarpTileM = Sizes.WarpTileM, V.WarpTileN = Sizes.WarpTileN;
  V.Stages = Sizes.Stages;
  V.CtasPerSM = Sizes.CtasPerSM;
  V.FragmentBuffers = Sizes.FragmentBuffers;
  V.Operands = Operands;
  if (V.isPacked()) {
    V.A = packedOperand(*Fragment, V.TileM, V.TileK);
    V.B = packedOperand(*Fragment, V.TileN, V.TileK);
  } else {
    V.A = operandPlan(Facts.A, Orientation::KMajor, *Fragment, V.TileM, V.TileK);
    V.B = operandPlan(Facts.B, Orientation::MNMajor, *Fragment, V.TileN, V.TileK);
    // Whole slices are whole for both.
    if (V.A.Staging == StagingKind::Elements || V.B.Staging == StagingKind::Elements)
      V.A.Staging = V.B.Staging = StagingKind::Elements;
  }
  mapShared(V, Target);
  V.RasterRows = rasterRows(V, Target);
  V.Registers = estimateRegisters(V);
  return V;
}
