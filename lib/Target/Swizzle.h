//===- Swizzle.h - Where a tile's bytes lie in shared memory ----*- C++ -*-===//
//
// Shared memory has 32 banks of 4 bytes: 128 bytes a cycle. Eight lanes that read 16 bytes each (one phase of ldmatrix)
// are served at once if their chunks fall on eight different places of a 128-byte line. They read the same chunk column
// of eight consecutive rows, so the chunk column is exchanged by an XOR with a phase that differs between those rows:
//
//     offset(row, chunk) = row * RowBytes + 16 * (chunk ^ phase(row)),  phase(row) = row / RowsPerLine % Chunks
//
// Chunks = the chunks of a row, at most 8; RowsPerLine = 128 / RowBytes, at least 1. Example, rows of 64 bytes, chunk
// 0:
//
//     row          0    1    2    3    4    5    6    7
//     phase        0    0    1    1    2    2    3    3
//     bytes % 128  0   64   16   80   32   96   48  112     eight different places
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TARGET_SWIZZLE_H
#define PHOBOS_TARGET_SWIZZLE_H

#include <algorithm>

namespace phobos {

struct Swizzle {
  static constexpr unsigned ChunkBytes = 16, LineBytes = 128;
  /// Of one row of the tile; a power of two from 16.
  unsigned RowBytes = LineBytes;

  constexpr unsigned chunks() const { return std::min(RowBytes, LineBytes) / ChunkBytes; }
  constexpr unsigned rowsPerLine() const { return std::max(LineBytes / RowBytes, 1u); }
  constexpr unsigned phase(unsigned Row) const { return Row / rowsPerLine() % chunks(); }
  /// From (row, byte in the row) to the offset in the tile; a bijection that keeps chunks whole.
  constexpr unsigned offset(unsigned Row, unsigned Byte) const {
    return Row * RowBytes + (Byte ^ (phase(Row) * ChunkBytes));
  }
};

} // namespace phobos

#endif
