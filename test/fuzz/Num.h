//===- Num.h - CUDA C++ on the host, in float64 -----------------*- C++ -*-===//
//
// What a kernel's text means where each element is a Num: the arithmetic and the functions that generated kernels use,
// and the threads of a launch. Owns no checks; Fuzz.h compares.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_FUZZ_NUM_H
#define PHOBOS_TEST_FUZZ_NUM_H

#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace ref {

/// A value and the magnitude that errors are relative to.
struct Num {
  double V = 0, M = 0;
  /// Of a memory cell: the kernel stored it.
  bool Stored = false;

  Num() = default;
  Num(double X) : V(X), M(std::fabs(X)) {}
  Num(double V, double M) : V(V), M(M) {}
  Num(const Num &) = default;
  Num &operator=(const Num &O) {
    V = O.V;
    M = O.M;
    Stored = true;
    return *this;
  }
  explicit operator bool() const { return V != 0; }
};
inline Num operator+(Num A, Num B) { return {A.V + B.V, A.M + B.M}; }
inline Num operator-(Num A, Num B) { return {A.V - B.V, A.M + B.M}; }
inline Num operator*(Num A, Num B) { return {A.V * B.V, A.M * B.M}; }
inline Num operator/(Num A, Num B) {
  if (std::isinf(B.V) && std::isfinite(A.V))
    return {A.V / B.V, 0};
  return {A.V / B.V, A.M / std::fabs(B.V) + std::fabs(A.V) * B.M / (B.V * B.V)};
}
/// What an error of A's magnitude adds: nothing at an infinity, where these functions are flat.
inline double carried(Num A) { return std::isinf(A.V) ? 0 : A.M; }
inline Num operator-(Num A) { return {-A.V, A.M}; }
inline Num &operator+=(Num &A, Num B) { return A = A + B; }
inline Num &operator-=(Num &A, Num B) { return A = A - B; }
inline Num &operator*=(Num &A, Num B) { return A = A * B; }
inline bool operator<(Num A, Num B) { return A.V < B.V; }
inline bool operator>(Num A, Num B) { return A.V > B.V; }
inline bool operator==(Num A, Num B) { return A.V == B.V; }
inline bool operator!=(Num A, Num B) { return A.V != B.V; }

inline Num fmaf(Num A, Num B, Num C) { return A * B + C; }
inline Num __fmaf_rn(Num A, Num B, Num C) { return A * B + C; }
inline Num __fmul_rn(Num A, Num B) { return A * B; }
inline Num __fadd_rn(Num A, Num B) { return A + B; }
inline Num __hfma(Num A, Num B, Num C) { return A * B + C; }
inline Num __hmul(Num A, Num B) { return A * B; }
inline Num __hadd(Num A, Num B) { return A + B; }
inline Num __hsub(Num A, Num B) { return A - B; }
inline Num __hneg(Num A) { return -A; }
inline Num __half2float(Num A) { return A; }
inline Num __float2half(Num A) { return A; }
inline Num __bfloat162float(Num A) { return A; }
inline Num __float2bfloat16(Num A) { return A; }
inline Num __ldg(const Num *A) { return *A; }
inline Num fmaxf(Num A, Num B) { return {std::fmax(A.V, B.V), std::fmax(A.M, B.M)}; }
inline Num fminf(Num A, Num B) { return {std::fmin(A.V, B.V), std::fmax(A.M, B.M)}; }
inline Num fabsf(Num A) { return {std::fabs(A.V), A.M}; }
inline Num erff(Num A) { return {std::erf(A.V), 1 + 1.13 * carried(A)}; }
inline Num tanhf(Num A) { return {std::tanh(A.V), 1 + carried(A)}; }
inline Num expf(Num A) { return {std::exp(A.V), std::exp(A.V) * (1 + carried(A))}; }
inline Num sqrtf(Num A) { return {std::sqrt(A.V), 1 + A.M}; }
inline Num atomicAdd(Num *To, Num X) {
  Num Old = *To;
  *To = Old + X;
  return Old;
}
inline unsigned atomicAdd(unsigned *To, unsigned X) {
  unsigned Old = *To;
  *To += X;
  return Old;
}
inline void __syncthreads() {}

inline dim3 threadIdx, blockIdx, blockDim, gridDim;

/// Calls Kernel once for each thread of the launch.
template <class F> void forEachThread(dim3 Grid, dim3 Block, F Kernel) {
  gridDim = Grid;
  blockDim = Block;
  for (blockIdx.z = 0; blockIdx.z < Grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < Grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < Grid.x; ++blockIdx.x)
        for (threadIdx.z = 0; threadIdx.z < Block.z; ++threadIdx.z)
          for (threadIdx.y = 0; threadIdx.y < Block.y; ++threadIdx.y)
            for (threadIdx.x = 0; threadIdx.x < Block.x; ++threadIdx.x)
              Kernel();
}

} // namespace ref

#endif
