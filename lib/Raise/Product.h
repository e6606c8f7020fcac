//===- Product.h - The sum of products inside a loop body -------*- C++ -*-===//
//
//     accumulator' = accumulator ± a * b * scales...
//
// Conversions between formats may stand anywhere: the annotation allows rounding. Every other function of an operand, a
// second use of the accumulator or a third loaded factor is refused.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_PRODUCT_H
#define PHOBOS_RAISE_PRODUCT_H

#include "Raise/Contraction.h"
#include "llvm/Analysis/LoopInfo.h"

namespace phobos {

/// Where the source keeps the sum.
enum class SumPlace {
  /// In a variable.
  Variable,
  /// In memory: 'C[..] += ...'. The annotation says that C does not overlap the operands.
  Memory,
  /// In a variable that each iteration also stores: 'C[..] = sum += ...'. The annotation says nothing of C.
  Stored,
};

/// Where the loop stores its sum, makes it a register in the loop: for SumPlace::Memory loaded before it, stored after
/// it. Any other store in the loop is refused.
Result<SumPlace> promoteAccumulator(llvm::Loop &L);

/// Finds accumulator, operands and scales of a single-block loop; fills these fields of C.
std::optional<Reject> readProduct(llvm::Loop &L, Contraction &C);

} // namespace phobos

#endif
