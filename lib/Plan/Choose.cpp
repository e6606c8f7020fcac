//===- Choose.cpp - Which variants a problem gets ---------------*- C++ -*-===//
//
// The table of sizes, and when a packed variant is worth its place. Measurements: docs/performance.md.
//
//===----------------------------------------------------------------------===//
#include "Plan/Plan.h"

using namespace phobos;

/// Bytes of the six i32 that a companion takes beyond the original's parameters; a packed one, and the kernels that
/// pack for it, take at most three i64 more, which may have to be aligned.
static constexpr unsigned ShapeBytes = 24, WorkspaceBytes = 4 + 3 * 8;

/// 4096 bytes always; lists that are longer already count on the larger limit of newer drivers.
static bool haveRoom(const ProblemFacts &Facts, unsigned Bytes) {
  return Facts.ParameterBytes + Bytes <= (Facts.ParameterBytes <= 4096 ? 4096 : 32764);
}

static std::optional<Reject> refuse(const ProblemFacts &Facts, const Chip &Target) {
  if (!findMma(ElementType::F16, Target.Capability) || !Target.hasAsyncCopy())
    return Reject(Reason::NoTensorCores, {Target.name()});
  Result<ElementType> Fragment = fragmentType(Facts);
  if (!Fragment)
    return Fragment.reject();
  if (!haveRoom(Facts, ShapeBytes))
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
static std::optional<Variant> fit(const ProblemFacts &Facts, const Chip &Target, VariantSizes Sizes, unsigned Stages,
                                  Packing Operands) {
  if (Stages)
    Sizes.Stages = Stages;
  unsigned Ctas = Sizes.CtasPerSM;
  for (; Sizes.TileK >= 16; Sizes.TileK /= 2)
    for (Sizes.CtasPerSM = Ctas; Sizes.CtasPerSM; --Sizes.CtasPerSM) {
      Variant V = buildVariant(Facts, Target, Sizes, Operands);
      if (V.SharedBytes <= sharedLimit(Target, V.CtasPerSM))
        return V;
    }
  return std::nullopt;
}

/// The operands' own way into shared memory: does it go by elements whatever the addresses?
static bool goesByElements(const OperandFacts &O) {
  return O.AlongK == Contiguity::Never && O.AlongMN == Contiguity::Never;
}

static Packing choosePacking(const ProblemFacts &Facts, const HostKnowledge &Host) {
  bool Exact = Facts.Mask == LiveMask::Separable || Host.Pairs;
  if (!Host.Trips || !Exact || !haveRoom(Facts, ShapeBytes + WorkspaceBytes))
    return Packing::None;
  if (throughRegisters(Facts) || goesByElements(Facts.A) || goesByElements(Facts.B))
    return Packing::Always;
  return Host.Addresses ? Packing::IfMisaligned : Packing::None;
}

/// Adds the variant of the row, if there is one that fits.
static void add(Plan &P, const ProblemFacts &Facts, const Row &R, Packing Operands) {
  unsigned Stages = Facts.Directives.Stages ? std::max(Facts.Directives.Stages, 2u) : 0;
  if (std::optional<Variant> V = fit(Facts, *P.Target, R.Sizes, Stages, Operands)) {
    V->MinTilesPercent = R.MinTilesPercent;
    P.Variants.push_back(*V);
  }
}

Result<Plan> phobos::plan(const ProblemFacts &Facts, const Chip &Target, const HostKnowledge &Host) {
  if (std::optional<Reject> R = refuse(Facts, Target))
    return *R;
  Plan P;
  P.Target = &Target;
  P.Mask = Facts.Mask;
  Packing Operands = choosePacking(Facts, Host);
  if (Operands != Packing::None)
    add(P, Facts, variantTable(/*ThroughRegisters=*/false, Target).front(), Operands);
  if (P.packedVariant()) {
    planPacking(P, Facts, P.Variants.front());
    P.MinPackExtent = 512;
    P.MinPackTrips = 128;
  }
  for (const Row &R : variantTable(throughRegisters(Facts), Target))
    add(P, Facts, R, Packing::None);
  if (P.Variants.empty() || P.Variants.back().isPacked())
    return Reject(Reason::NoPlan, {std::to_string(Facts.Directives.Stages) + " stages do not fit shared memory"});
  // The large unpacked variant of a problem that is always packed is only a fallback: the medium one does nearly as
  // well, and compiles in less time.
  if (P.Variants.front().Operands == Packing::Always && P.Variants.size() > 3)
    P.Variants.erase(P.Variants.begin() + 1);
  P.Variants.back().MinTilesPercent = 0;
  if (std::optional<std::string> Fault = verify(P))
    return Reject(Reason::NoPlan, {*Fault});
  return P;
}
