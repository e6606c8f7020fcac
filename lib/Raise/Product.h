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

/// Where the loop adds into memory ('C[..] += ...'), makes the cell a register: loaded before, stored after the loop.
/// True if it did. Any other store in the loop is refused.
Result<bool> promoteAccumulator(llvm::Loop &L);

/// Finds accumulator, operands and scales of a single-block loop; fills these fields of C.
std::optional<Reject> readProduct(llvm::Loop &L, Contraction &C);

} // namespace phobos

#endif
