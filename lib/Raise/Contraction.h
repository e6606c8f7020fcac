//===- Contraction.h - What an annotated loop computes ----------*- C++ -*-===//
//
// The facts that Raise finds, and nothing chosen:
//
//     sum(b, m, n) = scale * Σ_{t < Trips(b)}  A(b, m, t) · B(b, t, n)
//
// t counts iterations of the loop. A's address depends on the sources of the m axis and the batch only, B's on those of the
// n axis and the batch only; both are base + t · stride. A *virtual thread* is one (b, m, n): one thread of the original
// launch. docs/how-it-works.md has the worked example.
//
// All llvm::Values point into the clone that was raised, never into the user's function.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_CONTRACTION_H
#define PHOBOS_RAISE_CONTRACTION_H

#include "IR/Directives.h"
#include "Support/Reject.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

namespace phobos {

enum class ElementType { F16, BF16, F32 };
llvm::StringRef name(ElementType T);
/// 2 or 4.
unsigned bytes(ElementType T);

/// Whether neighbours lie side by side in memory.
enum class Contiguity { Never, Unknown, Proven };
llvm::StringRef name(Contiguity C);

/// The part of the thread space that a value depends on.
enum class Axis : unsigned { None = 0, M = 1, N = 2, Batch = 4 };

/// Facts of one operand that planning needs.
struct OperandFacts {
  /// The element in memory.
  ElementType Type = ElementType::F16;
  /// Are A(m, t) and A(m, t + 1) neighbours?
  Contiguity AlongK = Contiguity::Unknown;
  /// Are A(m, t) and A(m + 1, t) neighbours (for B: n and n + 1)?
  Contiguity AlongMN = Contiguity::Unknown;
  /// The source's name of the array; may be empty.
  std::string Name;
};

/// Which virtual threads load.
enum class LiveMask {
  /// Each condition concerns m alone, n alone, or neither: rows and columns are masked separately.
  Separable,
  /// Some condition concerns m and n together: a row is loaded where any column of the tile is live.
  Pairwise,
};

/// The value-free part: all that Plan sees.
struct ProblemFacts {
  OperandFacts A, B;
  LiveMask Mask = LiveMask::Separable;
  /// The number of iterations where it is a constant; -1 otherwise.
  int64_t ConstantTrips = -1;
  LoopDirectives Directives;
  /// Bytes of the original's parameter list.
  unsigned ParameterBytes = 0;
};

} // namespace phobos

#endif
