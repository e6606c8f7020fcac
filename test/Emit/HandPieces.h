//===- HandPieces.h - Pieces of a plain product, by hand --------*- C++ -*-===//
//
// What the outliner would make of
//
//     if (m < M && n < N) { float s = 0; for (int t = 0; t < K; ++t) s += A[..] * B[..]; C[..] = s; }
//
// for any layout and type, so that plans and emission can be tested and tuned without a kernel to raise.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_EMIT_HANDPIECES_H
#define PHOBOS_TEST_EMIT_HANDPIECES_H

#include "Emit/Outlined.h"
#include "Plan/Plan.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace phobos::test {

struct Problem {
  ElementType A = ElementType::F16, B = ElementType::F16, C = ElementType::F32;
  /// Of A and B: elements of one row of memory run along k. Otherwise along m (n).
  bool AKMajor = true, BKMajor = false;
  bool CRowMajor = true;
  /// Virtual threads with n > m store -1 and do not reach the loop.
  bool Causal = false;
  /// What the planner is told: false leaves contiguity along the row unknown.
  bool ProvenContiguous = true;
};

/// kernel(A, B, C, i32 M, N, K, lda, ldb, ldc): the pieces in a module of their own.
std::unique_ptr<llvm::Module> buildPieces(llvm::LLVMContext &Context, const Problem &P, llvm::StringRef Cpu,
                                          Outlined &Pieces);
ProblemFacts factsOf(const Problem &P);

} // namespace phobos::test

#endif
