// Structures among the parameters are a thread's own: one that changes them, after the loop or before it, by an assignment, a
// functor or a function that takes their address, does so for itself alone.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O0 -Rpass=phobos %s -o %t 2>&1 | FileCheck --check-prefix=MOVED %s
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// MOVED-COUNT-5: remark: loop moved to tensor cores
// CHECK-NOT: {{WRONG|error}}
// CHECK-COUNT-5: same
// CHECK-NOT: {{WRONG|error}}
#include "Inputs/Compare.h"

struct Scale {
  float alpha, shift[3];
};
struct Counting {
  float calls = 0;
  __device__ float operator()(float x) { return x + ++calls; }
};
__device__ void twice(Scale *s) { s->alpha *= 2; }

#define PRODUCT(ATTR) float sum = 0; ATTR for (int k = 0; k < K; ++k) sum += f(A[row * K + k]) * f(B[k * N + col])
#define KERNELS(NAME, ATTR)                                                                                            \
  __global__ void NAME##After(const H *A, const H *B, float *C, int M, int N, int K, Scale s) {                        \
    ROWCOL; if (row >= M || col >= N) return;                                                                          \
    PRODUCT(ATTR); s.alpha *= 2; C[row * N + col] = sum * s.alpha; }                                                   \
  __global__ void NAME##Before(const H *__restrict__ A, const H *__restrict__ B, float *C, int M, int N, int K, Scale s) { \
    ROWCOL; if (row >= M || col >= N) return;                                                                          \
    s.shift[1] += row; PRODUCT(ATTR); C[row * N + col] = sum + s.shift[1]; }                                           \
  __global__ void NAME##Half(const H *A, const H *B, float *C, int M, int N, int K, H alpha) {                         \
    ROWCOL; if (row >= M || col >= N) return;                                                                          \
    PRODUCT(ATTR); alpha = __hadd(alpha, alpha); C[row * N + col] = sum * f(alpha); }                                  \
  __global__ void NAME##Functor(const H *A, const H *B, float *C, int M, int N, int K, Counting g) {                   \
    ROWCOL; if (row >= M || col >= N) return;                                                                          \
    PRODUCT(ATTR); C[row * N + col] = g(g(sum)); }                                                                     \
  __global__ void NAME##Address(const H *A, const H *B, float *C, int M, int N, int K, Scale s) {                      \
    ROWCOL; if (row >= M || col >= N) return;                                                                          \
    PRODUCT(ATTR); twice(&s); s.shift[col % 3] += 1; C[row * N + col] = sum * s.alpha + s.shift[row % 3]; }
KERNELS(r, ) KERNELS(t, TC)

int main() {
  const int M = 45, N = 87, K = 61;
  H *A = dev<H>(M * K), *B = dev<H>(K * N, 2);
  dim3 b(16, 16), g((N + 15) / 16, (M + 15) / 16);
  Scale s{1.5f, {1, 2, 3}};
  cmp("after", M * N, [&](int w, float *C) { (w ? tAfter : rAfter)<<<g, b>>>(A, B, C, M, N, K, s); });
  cmp("before", M * N, [&](int w, float *C) { (w ? tBefore : rBefore)<<<g, b>>>(A, B, C, M, N, K, s); });
  cmp("half", M * N, [&](int w, float *C) { (w ? tHalf : rHalf)<<<g, b>>>(A, B, C, M, N, K, H(1.5f)); });
  cmp("functor", M * N, [&](int w, float *C) { (w ? tFunctor : rFunctor)<<<g, b>>>(A, B, C, M, N, K, Counting()); });
  cmp("address", M * N, [&](int w, float *C) { (w ? tAddress : rAddress)<<<g, b>>>(A, B, C, M, N, K, s); });
  return failures;
}
