//===- BitLinear.h - Index maps that are XORs of their bits -----*- C++ -*-===//
//
// Every map from a thread's number to a place in a swizzled tile is linear over bits: with f0 = f(0),
//
//     f(x) = f0 ^ XOR over the set bits b of x of Basis[b]
//
// So one pure function is at once the definition that tests check and what emission evaluates: BitLinear::of reads the
// basis off it and proves linearity by trying every input. Two such maps f(thread) ^ c combine into an immediate offset
// where c has no bit that f can set: then XOR is addition. The idea is that of Triton's LinearLayout.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TARGET_BITLINEAR_H
#define PHOBOS_TARGET_BITLINEAR_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace phobos {

struct BitLinear {
  unsigned Constant = 0;
  llvm::SmallVector<unsigned, 10> Basis;

  unsigned operator()(unsigned X) const;
  /// The bits that some input sets or clears, those of the constant included.
  unsigned possibleBits() const;
  /// The map F on inputs below 2^Bits; nothing where F is not linear.
  static std::optional<BitLinear> of(llvm::function_ref<unsigned(unsigned)> F, unsigned Bits);
};

} // namespace phobos

#endif
