//===- PtxTypes.h - PTX type names ------------------------------*- C++ -*-===//
#ifndef PHOBOS_SIM_PTXTYPES_H
#define PHOBOS_SIM_PTXTYPES_H

#include "Sim/Lowering.h"

namespace phobos::sim {

/// A type of PTX: "f32", "u8", "bf16x2", "b64", "pred".
struct PtxType {
  enum class Kind { Float, BFloat, TF32, E4M3, E5M2, Signed, Unsigned, Bits, Predicate };
  Kind Of = Kind::Bits;
  /// Of one element.
  unsigned Bits = 32;
  /// 2 in "f16x2", else 1.
  unsigned Lanes = 1;

  bool isFloat() const { return Of == Kind::Float || Of == Kind::BFloat; }
  bool isInteger() const { return Of == Kind::Signed || Of == Kind::Unsigned || Of == Kind::Bits; }
  bool isHalf() const { return Of == Kind::Float && Bits == 16; }
  PtxType element() const { return {Of, Bits, 1}; }
  unsigned totalBits() const { return Bits * Lanes; }
};
std::optional<PtxType> parsePtxType(llvm::StringRef Name);

/// A value of the type as float (16-bit types and f32) or double (f64), exactly.
llvm::Value *widenFloat(Lowering &L, PtxType T, llvm::Value *V);
/// Back to the type's bits, to nearest even: float rounds to f16 or bf16.
llvm::Value *narrowFloat(Lowering &L, PtxType T, llvm::Value *V);
/// The IR type that holds one value: float and double for f32 and f64, otherwise an integer of its bits.
llvm::Type *irType(Lowering &L, PtxType T);

inline bool has(llvm::ArrayRef<llvm::StringRef> Parts, llvm::StringRef Word) { return llvm::is_contained(Parts, Word); }

} // namespace phobos::sim

#endif
