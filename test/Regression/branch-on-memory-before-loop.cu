// A branch on memory before the loop that decides nothing about it; and a loop before it whose length memory decides.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 -Wno-pass-failed %s -o %t
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// CHECK-NOT: {{WRONG|error}}
// CHECK: same
// CHECK-NOT: {{WRONG|error}}
#include "Inputs/Compare.h"
#define KERNEL(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, const int *flags, const float *other, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; float s = 0; \
  if (flags[col]) s = other[col * 3 + 1]; \
  ATTR for (int k = 0; k < K; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s; }
KERNEL(kr,) KERNEL(kt, TC)
#define KERNEL2(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, const int *flags, float *__restrict__ seen, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; float s = 0; \
  if (flags[col]) seen[row * N + col] = 1; \
  ATTR for (int k = 0; k < K; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s; }
KERNEL2(kr2,) KERNEL2(kt2, TC)
#define KERNEL3(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, const int *next, const float *v, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; float s = 0; \
  for (int j = next[col]; j > 0; --j) s += v[j]; \
  ATTR for (int k = 0; k < K; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s; }
KERNEL3(kr3,) KERNEL3(kt3, TC)
int main() { const int M = 37, N = 29, K = 19; dim3 b(16, 8), g((N + 15) / 16, (M + 7) / 8);
  H *A = dev<H>(M * K, 1), *B = dev<H>(K * N, 2); float *other = dev<float>(N * 3 + 4, 3); int *flags = dev<int>(N, 4); float *seen; cudaMalloc(&seen, M * N * 4);
  cmp("1a if (flags[col]) s = ..", M * N, [&](int w, float *C) { (w ? kt : kr)<<<g, b>>>(A, B, C, flags, other, M, N, K); });
  cmp("1b if (flags[col]) store", M * N, [&](int w, float *C) { (w ? kt2 : kr2)<<<g, b>>>(A, B, C, flags, seen, M, N, K); });
  cmp("1c loop before, bound from memory", M * N, [&](int w, float *C) { (w ? kt3 : kr3)<<<g, b>>>(A, B, C, flags, other, M, N, K); });
}
