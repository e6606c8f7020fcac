//===- Contraction.h - What an annotated loop computes ----------*- C++ -*-===//
//
// The facts that Raise finds, and nothing chosen:
//
//     sum(b, m, n) = scale * Σ_{t < Trips(b)}  A(b, m, t) · B(b, t, n)
//
// t counts iterations of the loop. A's address depends on the sources of the m axis and the batch only, B's on those of
// the n axis and the batch only; both are base + t · stride. A *virtual thread* is one (b, m, n): one thread of the
// original launch. docs/how-it-works.md has the worked example.
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
#include <optional>

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

/// A value that makes threads differ, as an opaque leaf: a call of a function that only names it, returning i32.
struct Source {
  enum Kind {
    Thread,   ///< threadIdx.d
    Block,    ///< blockIdx.d
    Global,   ///< blockIdx.d * blockDim.d + threadIdx.d
    Quotient, ///< Parent / Divisor
    Remainder ///< Parent % Divisor
  } Kind = Thread;
  /// 0 to 2: x, y, z; of the parent's for Quotient and Remainder.
  unsigned Dim = 0;
  /// The one call of the leaf in the work function; it stands in its entry block.
  llvm::CallInst *Leaf = nullptr;
  /// Quotient and Remainder: the index of the divided source, and by what (the same for all threads; any width).
  unsigned Parent = ~0u;
  llvm::Value *Divisor = nullptr;
  /// The indices of the quotient and remainder where this source is divided; it is then on no axis itself.
  unsigned QuotientAt = ~0u, RemainderAt = ~0u;
  Axis On = Axis::Batch;

  bool isDivided() const { return QuotientAt != ~0u; }
};

struct ThreadSpace {
  llvm::SmallVector<Source, 8> Sources;
  /// Indices into Sources, outermost first; the last varies fastest from one coordinate to the next.
  llvm::SmallVector<unsigned, 4> M, N, Batch;
  /// Some quotient and its remainder lie on different axes: (m, n) may not exist though (m, 0) and (0, n) do.
  bool PairAcrossAxes = false;
};

/// One condition on the way to the loop, an operand of the conjunction that a branch tests.
struct LiveCondition {
  /// The branch that tests it, among others perhaps.
  llvm::BranchInst *Branch = nullptr;
  /// An i1 in the work function. The thread can reach the loop only where it equals ReachesWhen.
  llvm::Value *Condition = nullptr;
  bool ReachesWhen = true;
  /// Axes it depends on, as a union of Axis.
  unsigned Axes = 0;
};

/// One factor of the product.
struct Operand {
  /// The load, or the asm call that loads; inside the loop.
  llvm::Instruction *Load = nullptr;
  llvm::Value *Pointer = nullptr;
  /// Bytes from one iteration to the next, where constant.
  std::optional<int64_t> ConstantStride;
};

/// A floating-point format of the arithmetic as it stands.
enum class FloatFormat { F16, BF16, F32, Other };

struct Contraction {
  ProblemFacts Facts;
  llvm::Function *Work = nullptr;
  /// The loop is rotated: preheader, then a body that runs at least once, then the exit.
  llvm::BasicBlock *Preheader = nullptr, *Header = nullptr, *Latch = nullptr, *Exit = nullptr;
  llvm::PHINode *Accumulator = nullptr;
  /// The accumulator's next value.
  llvm::Value *Update = nullptr;
  FloatFormat AccumulatorFormat = FloatFormat::F32;
  /// The sum was read from and written to memory by the source; it is a register in the work function.
  bool InMemory = false;
  Operand A, B;
  /// Factors that do not change in the loop, and their formats.
  llvm::SmallVector<std::pair<llvm::Value *, FloatFormat>, 2> Scales;
  /// The product is subtracted.
  bool Negated = false;
  /// i64, computed in the preheader; at least 1.
  llvm::Value *Trips = nullptr;
  ThreadSpace Space;
  llvm::SmallVector<LiveCondition, 4> Conditions;
  llvm::DebugLoc Loc;
  uint32_t Site = 0;

  void print(llvm::raw_ostream &OS) const;
};

} // namespace phobos

#endif
