//===- Fragments.h - Which lane holds which element -------------*- C++ -*-===//
//
// mma.sync's fragments, all shapes but Volta's m8n8k4 f16. With g = lane / 4, t = lane % 4 and E elements a register
// (32 bits, or 64 for f64):
//
//     A, register r, element e:  row g + 8 (r mod 2),  column (t + 4 (r div 2)) E + e
//     B, register r, element e:  row (t + 4 r) E + e,  column g
//     C, element i:              row g + 8 (i div 2),  column 2 t + (i mod 2)
//
// Example: A of m16n8k16 f16, lane 5 (g = 1, t = 1), register 2: row 1, columns 10 and 11.
// PTX ISA, "Matrix Fragments for mma.m16n8k16" and its neighbours, say the same case by case.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_FRAGMENTS_H
#define PHOBOS_SIM_FRAGMENTS_H

#include <cstdint>

namespace phobos::sim {

struct Element {
  uint32_t Row, Column;
};

/// Register: of the fragment; Index: element in the register; PerRegister: elements a register.
constexpr Element elementOfA(uint32_t Lane, uint32_t Register, uint32_t Index, uint32_t PerRegister) {
  return {Lane / 4 + 8 * (Register % 2), (Lane % 4 + 4 * (Register / 2)) * PerRegister + Index};
}
/// M = 8 has one row group only.
constexpr Element elementOfA8(uint32_t Lane, uint32_t Register, uint32_t Index, uint32_t PerRegister) {
  return {Lane / 4, (Lane % 4 + 4 * Register) * PerRegister + Index};
}
constexpr Element elementOfB(uint32_t Lane, uint32_t Register, uint32_t Index, uint32_t PerRegister) {
  return {(Lane % 4 + 4 * Register) * PerRegister + Index, Lane / 4};
}
constexpr Element elementOfC(uint32_t Lane, uint32_t Index) {
  return {Lane / 4 + 8 * (Index / 2), Lane % 4 * 2 + Index % 2};
}
/// Element Index (0 or 1) of the lane's register of an 8 x 8 matrix of 16-bit elements that ldmatrix loads.
constexpr Element elementOfMatrix(uint32_t Lane, uint32_t Index) { return {Lane / 4, Lane % 4 * 2 + Index}; }

} // namespace phobos::sim

#endif
