//===- Fragments.h - Which lane holds which element -------------*- C++ -*-===//
//
// mma.sync's fragments, all shapes but Volta's m8n8k4 f16: the one place that says so, for emission (MmaInstr.h) and
// for the simulator. With g = lane / 4, t = lane % 4 and E elements a register (32 bits, or 64 for f64):
//
//     A, register r, element e:  row g + 8 (r mod 2),  column (t + 4 (r div 2)) E + e
//     B, register r, element e:  row (t + 4 r) E + e,  column g
//     C, element i:              row g + 8 (i div 2),  column 2 t + (i mod 2)
//
// Example: A of m16n8k16 f16, lane 5 (g = 1, t = 1), register 2: row 1, columns 10 and 11.
// PTX ISA, "Matrix Fragments for mma.m16n8k16" and its neighbours, say the same case by case.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TARGET_FRAGMENTS_H
#define PHOBOS_TARGET_FRAGMENTS_H

namespace phobos {

/// Where a fragment's element stands: Row is m (of B: k), Column is k (of B and C: n).
struct FragmentCoord {
  unsigned Row, Column;
  bool operator==(const FragmentCoord &) const = default;
};

/// Register: of the fragment; Index: element in the register; PerRegister: elements a register.
constexpr FragmentCoord elementOfA(unsigned Lane, unsigned Register, unsigned Index, unsigned PerRegister) {
  return {Lane / 4 + 8 * (Register % 2), (Lane % 4 + 4 * (Register / 2)) * PerRegister + Index};
}
/// M = 8 has one row group only.
constexpr FragmentCoord elementOfA8(unsigned Lane, unsigned Register, unsigned Index, unsigned PerRegister) {
  return {Lane / 4, (Lane % 4 + 4 * Register) * PerRegister + Index};
}
constexpr FragmentCoord elementOfB(unsigned Lane, unsigned Register, unsigned Index, unsigned PerRegister) {
  return {(Lane % 4 + 4 * Register) * PerRegister + Index, Lane / 4};
}
constexpr FragmentCoord elementOfC(unsigned Lane, unsigned Index) {
  return {Lane / 4 + 8 * (Index / 2), Lane % 4 * 2 + Index % 2};
}
/// Element Index (0 or 1) of the lane's register of an 8 x 8 matrix of 16-bit elements that ldmatrix loads.
constexpr FragmentCoord elementOfMatrix(unsigned Lane, unsigned Index) { return {Lane / 4, Lane % 4 * 2 + Index}; }

} // namespace phobos

#endif
