//===- MmaInstr.h - Matrix instructions and who holds what ------*- C++ -*-===//
//
// What an instruction is (a row of MmaInstr.def), and what it means: which element of the fragment each value of each
// lane holds, as pure functions (lane, value) -> coordinate. How it is used is lib/Emit's. A value is one 16-bit
// operand element or one f32 accumulator; operand values 2i and 2i + 1 share one 32-bit register, the even one in the
// low half.
//
// m16n8k16, from the PTX manual ("Matrix Fragments for mma.m16n8k16"), g = lane / 4, p = lane % 4:
//
//        A 16 x 16                    B 16 x 8                C 16 x 8
//     k: 0..7     8..15                n: 0..7                 n: 0..7
//   m 0..7  a0 a1 | a4 a5         k 0..7  b0 b1          m 0..7   c0 c1
//   m 8..15 a2 a3 | a6 a7         k 8..15 b2 b3          m 8..15  c2 c3
//   row g, columns 2p, 2p + 1     rows 2p, 2p + 1, col g  row g, columns 2p, 2p + 1
//
// Worked example: lane 6 (g = 1, p = 2) holds as a5 the element (m, k) = (1, 8 + 5).
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TARGET_MMAINSTR_H
#define PHOBOS_TARGET_MMAINSTR_H

#include "Raise/Contraction.h"
#include "Target/Fragments.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace phobos {

enum class MmaId {
#define MMA(Name, Element, M, N, K, MinCapability) Name,
#include "Target/MmaInstr.def"
};

struct MmaInstr {
  MmaId Id;
  llvm::StringRef Name;
  /// Of A and B; accumulators are f32.
  ElementType Operand;
  unsigned M, N, K;
  unsigned MinCapability;

  /// 16-bit values of one lane.
  unsigned valuesA() const { return M * K / 32; }
  unsigned valuesB() const { return K * N / 32; }
  unsigned valuesC() const { return M * N / 32; }
};

FragmentCoord fragmentA(const MmaInstr &I, unsigned Lane, unsigned Value);
FragmentCoord fragmentB(const MmaInstr &I, unsigned Lane, unsigned Value);
FragmentCoord fragmentC(const MmaInstr &I, unsigned Lane, unsigned Value);

/// ldmatrix hands lane L's i-th register the elements 2p and 2p + 1 of row g of the i-th 8 x 8 matrix (with .trans: row
/// and column exchanged); lane 8i + r points to row r of matrix i. These say at which element of the fragments lane L
/// has to point so that the four registers of an x4 load are: A's a0..a7, or b0..b3 of two n blocks side by side.
/// Transposed: the matrices' rows in memory run along m (for B: n), so .trans is used.
FragmentCoord loadRowA(const MmaInstr &I, unsigned Lane, bool Transposed);
FragmentCoord loadRowB(const MmaInstr &I, unsigned Lane, bool Transposed);

llvm::ArrayRef<MmaInstr> mmaInstrs();
/// The instruction for operands of that type on that chip; null where there is none.
const MmaInstr *findMma(ElementType Operand, unsigned Capability);

} // namespace phobos

#endif
