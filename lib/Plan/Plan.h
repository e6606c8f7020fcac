//===- Plan.h - Everything that emission needs, decided ---------*- C++ -*-===//
//
// Plain data. plan() chooses from the problem's facts and the chip; verify() checks what emission relies on; print() is
// what lit tests read; toJson() is for tools. No IR is seen here, and emission decides nothing. docs/performance.md has
// the reasoning and the measurements behind the choices.
//
// One companion kernel per variant. Every variant is right for every launch; which one is fastest depends on the size.
//
//   tile loop -> row table -> main loop over k slices -> epilogue
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLAN_PLAN_H
#define PHOBOS_PLAN_PLAN_H

#include "Raise/Contraction.h"
#include "Support/Reject.h"
#include "Target/Chip.h"
#include "Target/MmaInstr.h"
#include "Target/Swizzle.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace phobos {

/// Which way the rows of an operand's tile run in shared memory; decides between ldmatrix and ldmatrix.trans.
enum class Orientation { KMajor, MNMajor };
llvm::StringRef name(Orientation O);

/// How an operand comes into shared memory. Whatever it is, pieces that do not meet its conditions (contiguous, 16-byte
/// aligned, tested in the kernel for each warp's) and the last, partial k slice go by element loads.
enum class StagingKind {
  /// cp.async of 16 bytes, several slices ahead.
  AsyncCopy,
  /// 16-byte loads into registers two slices ahead, converted, then stored.
  ThroughRegisters,
  /// Element loads only, for both operands: one of them has no contiguous dimension.
  Elements,
  /// cp.async of 16 bytes from the workspace, in which every row of the tile stands whole, aligned and side by side: no
  /// conditions, no element loads. Both operands or none.
  Workspace,
};
llvm::StringRef name(StagingKind K);

/// When a variant whose operands come from a workspace is taken. Before it run two small kernels (lib/Emit/Pack.h),
/// which bring each operand once into the form that the main loop wants, as BLIS packs its panels: rows along k of
/// 16-bit elements. That pays where staging would have to convert, or could not use 16-byte accesses.
enum class Packing {
  /// Operands come from where they are.
  None,
  /// Wherever the problem is large enough.
  Always,
  /// And the operands' addresses, as far as the host can tell, do not allow 16-byte accesses.
  IfMisaligned,
};
llvm::StringRef name(Packing P);

/// How one operand is packed, by CTAs of PackTile rows and iterations.
struct PackPlan {
  ElementType Memory = ElementType::F32, Fragment = ElementType::F16;
  /// Along which dimension neighbours are expected in memory: consecutive threads load along it.
  Orientation Read = Orientation::KMajor;
  /// The workspace has for each batch its extent's rows rounded up to a multiple of this; the added rows are zeros.
  unsigned RowMultiple = 0;
};
/// Rows of a workspace start at multiples of this many elements; from the trip count on they are filled with zeros.
inline constexpr unsigned PackTile = 64;
inline constexpr unsigned PackThreads = 256;
/// A pack kernel's tile in shared memory: an odd number of words a row keeps both directions free of bank conflicts.
inline constexpr unsigned PackPitchBytes = PackTile * 2 + 4;
inline constexpr unsigned PackSharedBytes = PackTile * (16 /*row table*/ + PackPitchBytes);

/// Which coordinate of consecutive threads is consecutive in the epilogue: that along which C is contiguous.
enum class EpilogueOrder { N, M };

struct OperandPlan {
  /// In memory, and as the instruction takes it.
  ElementType Memory = ElementType::F16, Fragment = ElementType::F16;
  Orientation Shared = Orientation::KMajor;
  StagingKind Staging = StagingKind::AsyncCopy;
  /// Extent of the tile along m (for B: n), and along k: that of a slice.
  unsigned TileMN = 0, TileK = 0;

  /// Rows of the tile in shared memory, and elements of one row.
  unsigned rows() const { return Shared == Orientation::KMajor ? TileMN : TileK; }
  unsigned rowElements() const { return Shared == Orientation::KMajor ? TileK : TileMN; }
  Swizzle swizzle() const { return {rowElements() * 2}; }
  /// Bytes of one stage.
  unsigned stageBytes() const { return TileMN * TileK * 2; }
  /// A piece is what one thread loads at once: 16 bytes of global memory along a row.
  unsigned pieceElements() const { return Memory == ElementType::F32 ? 4 : 8; }
  unsigned piecesPerRow() const { return rowElements() / pieceElements(); }
  unsigned pieces() const { return rows() * piecesPerRow(); }
};

/// RowTable: address and stride of each row of A's tile, then of B's, RowTableEntryBytes each. Stages: in each stage
/// A's slice, then B's. Sums: f32 sums on their way to the replayed kernel.
enum class BufferRole { RowTable, Stages, Sums };
inline constexpr unsigned RowTableEntryBytes = 16;
llvm::StringRef name(BufferRole R);
/// Parts of a tile's life, in order; a buffer lives from First to Last, both included.
enum class Phase { Probe, MainLoop, Epilogue };
llvm::StringRef name(Phase P);

struct SharedBuffer {
  BufferRole Role;
  /// From the start of the CTA's dynamic shared memory.
  unsigned Offset, Bytes;
  Phase First, Last;
};

/// How sums go from registers to the replayed kernel: through shared memory, in Chunks equal parts of each warp's rows.
struct EpiloguePlan {
  EpilogueOrder Order = EpilogueOrder::N;
  unsigned Chunks = 1;
  /// f32 words between two rows (Order N: of m; Order M: of n) of the buffer.
  unsigned PitchWords = 0;
};

struct Variant {
  const MmaInstr *Instr = nullptr;
  /// The CTA's tile, and a warp's part of it.
  unsigned TileM = 0, TileN = 0, TileK = 0;
  unsigned WarpTileM = 0, WarpTileN = 0;
  /// Stages of shared memory.
  unsigned Stages = 0;
  /// Sets of fragments in registers. 2: a step's fragments are loaded while the step before is multiplied, across
  /// slices too. 1: loaded when they are needed; the scheduler overlaps what it can.
  unsigned FragmentBuffers = 2;
  Packing Operands = Packing::None;
  OperandPlan A, B;
  EpiloguePlan Epilogue;
  llvm::SmallVector<SharedBuffer, 4> Shared;
  /// Dynamic shared memory of one CTA.
  unsigned SharedBytes = 0;
  /// Tile rows that are walked column by column before the next group of rows, to keep both operands in L2.
  unsigned RasterRows = 1;
  /// CTAs of one SM that the plan counts on.
  unsigned CtasPerSM = 1;
  /// The variant is taken if the tiles number at least this percentage of the device's SMs (see PlanRecord.h).
  unsigned MinTilesPercent = 0;
  bool isPacked() const { return Operands != Packing::None; }
  /// Estimate, not a limit; at most what CtasPerSM leaves a thread.
  unsigned Registers = 0;
  /// Barriers of all threads: of one k slice of the main loop.
  unsigned BarriersPerSlice = 1;

  unsigned warpsM() const { return TileM / WarpTileM; }
  unsigned warpsN() const { return TileN / WarpTileN; }
  unsigned threads() const { return 32 * warpsM() * warpsN(); }
  unsigned stageBytes() const { return A.stageBytes() + B.stageBytes(); }
  /// Rows of sums in one chunk of the epilogue.
  unsigned chunkRows() const { return TileM / Epilogue.Chunks; }
  const SharedBuffer *buffer(BufferRole R) const;
};

struct Plan {
  const Chip *Target = nullptr;
  LiveMask Mask = LiveMask::Separable;
  /// 1 to 4; the first whose conditions are met is launched. The last has none.
  llvm::SmallVector<Variant, 4> Variants;
  /// Of the packed variant, if there is one.
  PackPlan PackA, PackB;
  /// Packing pays from this many rows and columns, and from this trip count.
  unsigned MinPackExtent = 0, MinPackTrips = 0;

  /// The number of the packed variant; nothing where there is none.
  std::optional<unsigned> packedVariant() const;
  void print(llvm::raw_ostream &OS) const;
  llvm::json::Value toJson() const;
};

/// What launch expressions can tell the host before a launch; packing needs it.
struct HostKnowledge {
  /// The trip count, the same for all batches.
  bool Trips = false;
  /// The address of each operand's first element and of its neighbours.
  bool Addresses = false;
  /// Whether every live row meets every live column; always known where the mask is Separable.
  bool Pairs = false;
};

/// Rejects: NoTensorCores (the chip), OperandType (the pair of operands), NoPlan, ParameterSpace.
Result<Plan> plan(const ProblemFacts &Facts, const Chip &Target, const HostKnowledge &Host);

/// The sizes of one variant, chosen by hand: plan() fills its table with these, tests and benchmarks try others.
struct VariantSizes {
  unsigned TileM, TileN, TileK, WarpTileM, WarpTileN, Stages, CtasPerSM;
  unsigned FragmentBuffers = 2;
};
/// The variant of these sizes: everything else follows from facts and chip. Does not verify.
Variant buildVariant(const ProblemFacts &Facts, const Chip &Target, const VariantSizes &Sizes,
                     Packing Operands = Packing::None);
/// How the operands of a packed variant are packed.
void planPacking(Plan &P, const ProblemFacts &Facts, const Variant &Packed);
/// What operands are rounded to; OperandType where they do not go together.
Result<ElementType> fragmentType(const ProblemFacts &Facts);
/// Dynamic shared memory of each of CtasPerSM CTAs on an SM.
unsigned sharedLimit(const Chip &Target, unsigned CtasPerSM);

/// What emission relies on. The first fault found as text; nothing where all is well.
std::optional<std::string> verify(const Plan &P);

} // namespace phobos

#endif
