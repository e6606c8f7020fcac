//===- Choice.h - Which variant a launch takes, and on what grid ------------===//
//
// Pure functions of the plan record, the launch and the device. Every companion loops over its tiles with a stride of
// its grid, so the grid decides speed and nothing else.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIME_CHOICE_H
#define PHOBOS_LAUNCH_RUNTIME_CHOICE_H

#include "Launch/Runtime/Expression.h"

namespace phobos_v1 {

/// The largest x of a grid, and the largest extent of a virtual thread space.
inline constexpr uint64_t MaxInt = 0x7fffffff;

/// The workspace of a packed variant (PlanRecord.h): A's part, then B's.
struct WorkspaceShape {
  /// Of each part.
  uint64_t Bytes[2];
  /// Bytes from row to row; 0: there is no workspace.
  uint64_t Pitch = 0;
  /// Of each pack kernel.
  uint32_t Grid[2];
};

struct Choice {
  unsigned Variant;
  uint32_t Grid;
  WorkspaceShape Workspace = {};
};

inline uint64_t multiplySaturating(uint64_t L, uint64_t R) {
  uint64_t Product;
  return __builtin_mul_overflow(L, R, &Product) ? UINT64_MAX : Product;
}

inline uint64_t divideUp(uint64_t Value, uint64_t By) { return Value / By + (Value % By != 0); }

/// Tiles that cover Extent; saturates.
inline uint64_t countTiles(const PhobosVariant &V, const uint64_t (&Extent)[3]) {
  uint64_t Tiles = multiplySaturating(divideUp(Extent[0], V.TileM), divideUp(Extent[1], V.TileN));
  return multiplySaturating(Tiles, Extent[2]);
}

/// The number of the variants in Usable (bit v: variant v) to take for Tiles(v) tiles each: the first that fills enough
/// of the device, or the last, which is the one made for small problems. Usable is not 0.
template <typename TilesOf>
unsigned chooseVariant(const PhobosPlanRecord &Record, uint32_t Usable, uint32_t SMs, TilesOf Tiles) {
  unsigned Last = 0;
  for (unsigned V = 0; V != Record.NumVariants; ++V) {
    if (!(Usable >> V & 1))
      continue;
    Last = V;
    uint64_t Wanted = uint64_t(Record.Variants[V].MinTilesPercent) * SMs;
    if (multiplySaturating(Tiles(Record.Variants[V]), 100) >= Wanted)
      break;
  }
  return Last;
}

/// Extents that are all known: a CTA a tile. Extent holds none that is zero.
inline Choice chooseForExtents(const PhobosPlanRecord &Record, uint32_t Usable, uint32_t SMs,
                               const uint64_t (&Extent)[3]) {
  auto Tiles = [&](const PhobosVariant &V) { return countTiles(V, Extent); };
  unsigned Variant = chooseVariant(Record, Usable, SMs, Tiles);
  uint64_t Grid = Tiles(Record.Variants[Variant]);
  return {Variant, uint32_t(Grid < MaxInt ? Grid : MaxInt)};
}

/// Extents unknown: as many CTAs as the device holds. There is a virtual thread for each thread of the launch, which is
/// enough to estimate the tiles.
inline Choice chooseForThreads(const PhobosPlanRecord &Record, uint32_t Usable, uint32_t SMs,
                               const LaunchShape &Launch) {
  uint64_t Threads = 1;
  for (uint32_t Dim : Launch.Dim)
    Threads = multiplySaturating(Threads, Dim);
  unsigned Variant = chooseVariant(Record, Usable, SMs, [&](const PhobosVariant &V) {
    return divideUp(Threads, multiplySaturating(V.TileM, V.TileN));
  });
  uint64_t Grid = multiplySaturating(Record.Variants[Variant].CtasPerSM, SMs);
  return {Variant, uint32_t(Grid < MaxInt ? Grid : MaxInt)};
}

//===----------------------------------------------------------------------===//
// Packed variants
//===----------------------------------------------------------------------===//

/// Larger workspaces are not asked for.
inline constexpr uint64_t MaxWorkspaceBytes = uint64_t(1) << 34;

inline uint64_t roundUp(uint64_t Value, uint64_t To) { return multiplySaturating(divideUp(Value, To), To); }

/// Returns a shape without pitch where the workspace would be too large.
inline WorkspaceShape shapeWorkspace(const PhobosVariant &V, const uint64_t (&Extent)[3], uint64_t Trips) {
  WorkspaceShape W;
  const uint32_t Tile[2] = {V.TileM, V.TileN};
  uint64_t Slices = divideUp(Trips, PHOBOS_PACK_TILE), Pitch = multiplySaturating(Slices, PHOBOS_PACK_TILE * 2);
  for (int I = 0; I != 2; ++I) {
    uint64_t Rows = multiplySaturating(roundUp(Extent[I], Tile[I]), Extent[2]);
    uint64_t Tiles = multiplySaturating(divideUp(Rows, PHOBOS_PACK_TILE), Slices);
    W.Bytes[I] = multiplySaturating(Rows, Pitch);
    W.Grid[I] = uint32_t(Tiles < MaxInt ? Tiles : MaxInt);
  }
  if (W.Bytes[0] <= MaxWorkspaceBytes && W.Bytes[1] <= MaxWorkspaceBytes - W.Bytes[0])
    W.Pitch = Pitch;
  return W;
}

/// The variants that need a workspace, as bits.
inline uint32_t packedVariants(const PhobosPlanRecord &Record) {
  uint32_t Packed = 0;
  for (unsigned V = 0; V != Record.NumVariants; ++V)
    Packed |= uint32_t(Record.Variants[V].Packing != PHOBOS_PACK_NEVER) << V;
  return Packed;
}

/// Is it known that the operand's elements cannot be read 16 bytes at a time? A wrong answer costs time, nothing else.
inline bool isMisaligned(const PhobosOperand &O, const PhobosPlanRecord &Record, const LaunchShape &Launch) {
  uint64_t First, Across, Next;
  if (!evaluate(O.Address[0], Record, Launch, First) || !evaluate(O.Address[1], Record, Launch, Across) ||
      !evaluate(O.Address[2], Record, Launch, Next))
    return false;
  uint64_t Along = O.AlongK ? Next - First : Across - First, Other = O.AlongK ? Across - First : Next - First;
  return Along != O.ElementBytes || ((First | Other) & 15) != 0;
}

/// Whether variant V, which is packed, can be taken, and (unless Forced) is likely to be the fastest. Trips is then the
/// trip count of every batch.
inline bool wantsWorkspace(const PhobosPlanRecord &Record, const PhobosVariant &V, const LaunchShape &Launch,
                           const uint64_t (&Extent)[3], bool Forced, uint64_t &Trips) {
  if (!Forced && (Extent[0] < Record.MinPackExtent || Extent[1] < Record.MinPackExtent))
    return false;
  uint64_t AbsentPairs;
  // A trip count that is negative under a guard is a large one here.
  if (!evaluate(Record.Trips, Record, Launch, Trips) || Trips == 0 || Trips > MaxInt ||
      !evaluate(Record.AbsentPairs, Record, Launch, AbsentPairs) || AbsentPairs != 0)
    return false;
  if (Forced)
    return true;
  return Trips >= Record.MinPackTrips &&
         (V.Packing == PHOBOS_PACK_ALWAYS || isMisaligned(Record.Operand[0], Record, Launch) ||
          isMisaligned(Record.Operand[1], Record, Launch));
}

} // namespace phobos_v1

#endif
