//===- Wmma.h - Matrix instructions with opaque fragments -------*- C++ -*-===//
//
// wmma.load, wmma.store and wmma.mma. PTX leaves open which lane holds which element; here every fragment is a matrix
// cut into 32 equal parts, lane after lane:
//
//     a, b:   element i of a lane is number (lane * PerLane + i) mod (lines * length) of the matrix in the order that
//             memory has it, so the layout (row or col) belongs to the fragment
//     c, d:   the same in row-major order, whatever layout it was loaded with, so that accumulators of every type and
//             layout match element by element
//
// Example: a of m16n16k16 f16 has 256 elements and 16 a lane: lane 3 holds line 3, and lane 19 holds it once more.
// PTX ISA, "Warp Level Matrix Instructions: wmma".
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_WMMA_H
#define PHOBOS_SIM_WMMA_H

#include "Sim/Matrix.h"
#include "llvm/ADT/ArrayRef.h"

namespace phobos::sim {

/// One fragment as wmma.load and wmma.store name it.
struct WmmaFragment {
  /// Of memory: rows of a row-major matrix, columns of a column-major one. Length: elements of a line.
  uint32_t Lines = 0, Length = 0;
  MatrixType Type = MatrixType::F16;
  /// Elements that a lane holds.
  uint32_t PerLane = 0;
  /// A column-major accumulator, whose order in memory is not the fragment's.
  bool Transposed = false;

  uint32_t elements() const { return Lines * Length; }
  uint32_t registers() const { return PerLane * bitsOf(Type) / 32; }
};

struct WmmaOp {
  MmaOp Mma;
  WmmaFragment A, B, C, D;
  /// Whether a and b are column-major.
  bool ColumnA = false, ColumnB = false;
  /// One-bit operands are combined with 'and', not 'xor'.
  bool And = false;
};

/// Which: 'a', 'b', 'c' or 'd'. Nothing where PTX has no such fragment.
std::optional<WmmaFragment> parseWmmaFragment(llvm::StringRef Shape, char Which, llvm::StringRef Type, bool Column);
/// Types in PTX's order: d, a, b, c.
std::optional<WmmaOp> parseWmma(llvm::StringRef Shape, bool ColumnA, bool ColumnB,
                                llvm::ArrayRef<llvm::StringRef> Types, bool Saturate, bool And);

/// Numbers for generated code.
uint32_t addWmmaFragment(const WmmaFragment &F);
uint32_t addWmmaOp(const WmmaOp &Op);

} // namespace phobos::sim

#endif
