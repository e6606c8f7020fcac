//===- Plan.cpp - Choosing sizes and building variants ----------*- C++ -*-===//
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

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// What f32 operands are rounded to, and 16-bit ones are: the other operand's type wins over the directive's default.
static Result<ElementType> fragmentType(const ProblemFacts &Facts) {
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

//===----------------------------------------------------------------------===//
// Shared memory and estimates
//===----------------------------------------------------------------------===//

/// What one of CtasPerSM CTAs may take; the driver keeps 1 KiB for each.
static unsigned sharedLimit(const Chip &Target, unsigned CtasPerSM) {
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
  unsigned TableBytes = (V.TileM + V.TileN) * RowTableEntryBytes;
  unsigned Limit = sharedLimit(Target, V.CtasPerSM);
  V.Epilogue.Chunks = 1;
  while (sumsBytes(V, V.Epilogue) > Limit && V.WarpTileM / V.Epilogue.Chunks > V.Instr->M)
    V.Epilogue.Chunks *= 2;
  unsigned SumsBytes = sumsBytes(V, V.Epilogue);
  V.Shared = {{BufferRole::Stages, 0, StageBytes, Phase::MainLoop, Phase::MainLoop},
              {BufferRole::RowTable, StageBytes, TableBytes, Phase::Probe, Phase::MainLoop},
              {BufferRole::Sums, 0, SumsBytes, Phase::Epilogue, Phase::Epilogue}};
  V.SharedBytes = std::max(StageBytes + TableBytes, SumsBytes);
}

/// Registers of a thread in the fast loop: sums, fragments, pieces under way, pointers, and the rest.
static unsigned estimateRegisters(const Variant &V) {
  unsigned Sums = V.WarpTileM * V.WarpTileN / 32;
  unsigned Fragments = V.FragmentBuffers * 4 * (V.WarpTileM + V.WarpTileN) / 16;
  unsigned Staging = 0;
  for (const OperandPlan *O : {&V.A, &V.B}) {
    unsigned Pieces = O->pieces() / V.threads();
    Staging += Pieces * (O->Staging == StagingKind::AsyncCopy ? 2 : 6);
  }
  return Sums + Fragments + Staging + 24;
}

/// A wave of CTAs covers R rows and W / R columns of tiles and reads R * TileM + W / R * TileN rows of operands: least
/// where both terms are equal.
static unsigned rasterRows(const Variant &V, const Chip &Target) {
  double Wave = double(Target.SMs) * V.CtasPerSM;
  return std::max(1u, unsigned(std::lround(std::sqrt(Wave * V.TileN / V.TileM))));
}

Variant phobos::buildVariant(const ProblemFacts &Facts, const Chip &Target, const VariantSizes &Sizes) {
  Variant V;
  Result<ElementType> Fragment = fragmentType(Facts);
  assert(Fragment && "the operands' types go together");
  V.Instr = findMma(*Fragment, Target.Capability);
  V.TileM = Sizes.TileM, V.TileN = Sizes.TileN, V.TileK = Sizes.TileK;
  V.WarpTileM = Sizes.WarpTileM, V.WarpTileN = Sizes.WarpTileN;
  V.Stages = Sizes.Stages;
  V.CtasPerSM = Sizes.CtasPerSM;
  V.FragmentBuffers = Sizes.FragmentBuffers;
  V.A = operandPlan(Facts.A, Orientation::KMajor, *Fragment, V.TileM, V.TileK);
  V.B = operandPlan(Facts.B, Orientation::MNMajor, *Fragment, V.TileN, V.TileK);
  // Whole slices are whole for both.
  if (V.A.Staging == StagingKind::Elements || V.B.Staging == StagingKind::Elements)
    V.A.Staging = V.B.Staging = StagingKind::Elements;
  mapShared(V, Target);
  V.RasterRows = rasterRows(V, Target);
  V.Registers = estimateRegisters(V);
  return V;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Bytes of the six i32 that a companion takes beyond the original's parameters.
static constexpr unsigned ShapeBytes = 24;

static std::optional<Reject> refuse(const ProblemFacts &Facts, const Chip &Target) {
  if (!findMma(ElementType::F16, Target.Capability) || !Target.hasAsyncCopy())
    return Reject(Reason::NoTensorCores, {Target.name()});
  Result<ElementType> Fragment = fragmentType(Facts);
  if (!Fragment)
    return Fragment.reject();
  // 4096 bytes always; lists that are longer already count on the larger limit of newer drivers.
  unsigned Limit = Facts.ParameterBytes <= 4096 ? 4096 : 32764;
  if (Facts.ParameterBytes + ShapeBytes > Limit)
    return Reject(Reason::ParameterSpace, {std::to_string(ShapeBytes)});
  return std::nullopt;
}

static bool throughRegisters(const ProblemFacts &Facts) {
  return Facts.A.Type == ElementType::F32 || Facts.B.Type == ElementType::F32;
}

namespace {
/// A row of the table of variants: its sizes, and from how many tiles on it is taken.
struct Row {
  VariantSizes Sizes;
  unsigned MinTilesPercent;
};
} // namespace

/// The measured best, largest first (docs/performance.md). Slices through registers are short: their pieces are held
/// there while a slice is multiplied.
static llvm::SmallVector<Row, 4> variantTable(bool ThroughRegisters, const Chip &Target) {
  bool Roomy = Target.SharedBytesPerCta > 160 * 1024;
  llvm::SmallVector<Row, 4> Rows;
  if (ThroughRegisters) {
    if (Roomy)
      Rows.push_back({{128, 256, 16, 64, 64, 2, 1}, 90});
    Rows.push_back({{128, 128, 32, 64, 32, 2, 1}, 75});
    Rows.push_back({{64, 64, 32, 32, 32, 2, 2}, 0});
  } else {
    if (Roomy)
      Rows.push_back({{128, 256, 64, 64, 64, 3, 1}, 90});
    Rows.push_back({{128, 128, 32, 64, 32, 4, 1}, 75});
    Rows.push_back({{64, 64, 32, 32, 32, 4, 2}, 0});
  }
  return Rows;
}

/// The variant with the wanted number of stages (0: the table's), with fewer CTAs an SM or shorter slices where they do
/// not fit otherwise.
static std::optional<Variant> fit(const ProblemFacts &Facts, const Chip &Target, VariantSizes Sizes, unsigned Stages) {
  if (Stages)
    Sizes.Stages = Stages;
  unsigned Ctas = Sizes.CtasPerSM;
  for (; Sizes.TileK >= 16; Sizes.TileK /= 2)
    for (Sizes.CtasPerSM = Ctas; Sizes.CtasPerSM; --Sizes.CtasPerSM) {
      Variant V = buildVariant(Facts, Target, Sizes);
      if (V.SharedBytes <= sharedLimit(Target, V.CtasPerSM))
        return V;
    }
  return std::nullopt;
}

Result<Plan> phobos::plan(const ProblemFacts &Facts, const Chip &Target) {
  if (std::optional<Reject> R = refuse(Facts, Target))
    return *R;
  unsigned Stages = Facts.Directives.Stages ? std::max(Facts.Directives.Stages, 2u) : 0;
  Plan P;
  P.Target = &Target;
  P.Mask = Facts.Mask;
  for (const Row &R : variantTable(throughRegisters(Facts), Target))
    if (std::optional<Variant> V = fit(Facts, Target, R.Sizes, Stages)) {
      V->MinTilesPercent = R.MinTilesPercent;
      P.Variants.push_back(*V);
    }
  if (P.Variants.empty())
    return Reject(Reason::NoPlan, {std::to_string(Stages) + " stages do not fit shared memory"});
  P.Variants.back().MinTilesPercent = 0;
  if (std::optional<std::string> Fault = verify(P))
    return Reject(Reason::NoPlan, {*Fault});
  return P;
}
