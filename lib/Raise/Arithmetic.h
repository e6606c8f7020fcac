//===- Arithmetic.h - Floating-point operations, however written -*- C++ -*-===//
//
// CUDA's headers write 16-bit arithmetic as inline asm on i16. This file gives one view of both: an operation and its
// operands, read off an instruction or off a row of Asm.def. Nothing is rewritten, so that what runs stays what the
// user wrote, to the bit.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_ARITHMETIC_H
#define PHOBOS_RAISE_ARITHMETIC_H

#include "Raise/Contraction.h"

namespace phobos {

struct Arithmetic {
  enum Kind {
    None,    ///< not one of these
    Add,     ///< Operands[0] + Operands[1]
    Sub,     ///< Operands[0] - Operands[1]
    Mul,     ///< Operands[0] * Operands[1]
    Fma,     ///< Operands[0] * Operands[1] + Operands[2]
    Negate,  ///< -Operands[0]
    Convert, ///< Operands[0], From -> Format
    Load,    ///< the element at Operands[0]
  } Kind = None;
  /// Of the result. Load: Other, the consumer knows.
  FloatFormat Format = FloatFormat::Other;
  FloatFormat From = FloatFormat::Other;
  llvm::SmallVector<llvm::Value *, 3> Operands;
};

/// Reads V through bit casts. Kind is None where V is none of these.
Arithmetic readArithmetic(llvm::Value *V);
/// V without bit casts between 16-bit formats.
llvm::Value *stripBitcasts(llvm::Value *V);
/// The format of a floating-point type; Other for the rest.
FloatFormat formatOf(const llvm::Type *T);
/// Whether Asm.def has the assembly of Call.
bool isKnownAsm(const llvm::CallBase &Call);

} // namespace phobos

#endif
