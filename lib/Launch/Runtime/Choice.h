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

struct Choice {
  unsigned Variant;
  uint32_t Grid;
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

} // namespace phobos_v1

#endif
