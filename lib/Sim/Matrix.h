//===- Matrix.h - Matrix instructions by shape and type ---------*- C++ -*-===//
#ifndef PHOBOS_SIM_MATRIX_H
#define PHOBOS_SIM_MATRIX_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace phobos::sim {

enum class MatrixType : uint8_t { F16, BF16, TF32, F32, F64, S8, U8, S4, U4, S32, E4M3, E5M2, B1 };
std::optional<MatrixType> parseMatrixType(llvm::StringRef Name);
/// Bits of one element in a register.
uint32_t bitsOf(MatrixType T);

/// One mma.sync: D = A B + C.
struct MmaOp {
  uint32_t M = 0, N = 0, K = 0;
  MatrixType A, B, C, D;
  /// Integer results saturate.
  bool Saturate = false;
  /// "m16n8k16.f32.f16.f16.f32": what counters call it.
  std::string Name;

  /// 32-bit registers of each fragment.
  uint32_t registersA() const { return M * K * bitsOf(A) / 32 / 32; }
  uint32_t registersB() const { return K * N * bitsOf(B) / 32 / 32; }
  uint32_t registersC() const { return M * N * bitsOf(C) / 32 / 32; }
  uint32_t registersD() const { return M * N * bitsOf(D) / 32 / 32; }
};

/// Takes "m16n8k16" and PTX type names in PTX's order: d, a, b, c. Nothing where the simulator has no such instruction.
std::optional<MmaOp> parseMma(llvm::StringRef Shape, llvm::StringRef D, llvm::StringRef A, llvm::StringRef B,
                              llvm::StringRef C, bool Saturate);
/// Count elements from consecutive registers.
void decodeElements(const uint32_t *Registers, uint32_t Count, MatrixType T, double *Out);
/// Rounds V to the type, which is one of accumulators. Saturate: integers only.
void writeElement(uint32_t *Registers, uint32_t Index, MatrixType T, double V, bool Saturate);
/// A number for generated code; the same for the same instruction.
uint32_t addMmaOp(const MmaOp &Op);
const MmaOp &mmaOp(uint32_t Id);

} // namespace phobos::sim

#endif
