//===- Cublas.h - The vendor library, where the machine has it --*- C++ -*-===//
//
// Opened at run time: phobos-bench links nothing but the static CUDA runtime. The few declarations that are needed are
// written here, since the toolkit that built the program may lack the library's header.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_BENCH_CUBLAS_H
#define PHOBOS_BENCH_CUBLAS_H

#include <library_types.h>
#include <memory>
#include <string>

namespace bench {

/// C = op(A) * op(B), row-major, packed; sums in float.
struct GemmCall {
  int M, N, K;
  /// A is stored as K x M, B as N x K.
  bool TransposeA, TransposeB;
  cudaDataType Operands, Output;
  const void *A, *B;
  void *C;
};

class Cublas {
  struct Functions;
  std::unique_ptr<Functions> F;
  void *Handle = nullptr;

  Cublas();

public:
  ~Cublas();
  /// Null where no library is found; Why then says what was tried.
  static std::unique_ptr<Cublas> open(std::string &Why);
  /// Enqueues on the default stream. False if the library refuses.
  bool gemm(const GemmCall &Call) const;
  /// As the library states it, e.g. "13.0.2".
  std::string version() const;
};

} // namespace bench

#endif
