// A condition and a trip count computed by assembly that only computes.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 -Wno-pass-failed %s -o %t
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// CHECK-NOT: {{WRONG|error}}
// CHECK: same
// CHECK-NOT: {{WRONG|error}}
#include "Inputs/Compare.h"
#define KERNEL(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, H alpha, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; float s = 0; \
  if (__half2float(alpha) == 0.0f) { C[row * N + col] = -1; return; } \
  ATTR for (int k = 0; k < K; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s * __half2float(alpha); }
KERNEL(kr,) KERNEL(kt, TC)
#define KERNEL2(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; float s = 0; int n; asm("min.s32 %0, %1, 12;" : "=r"(n) : "r"(K)); \
  ATTR for (int k = 0; k < n; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s; }
KERNEL2(kr2,) KERNEL2(kt2, TC)
int main() { const int M = 37, N = 29, K = 19; dim3 b(16, 8), g((N + 15) / 16, (M + 7) / 8); H *A = dev<H>(M * K, 1), *B = dev<H>(K * N, 2);
  for (float a : {0.f, 2.f}) cmp("2a if (__half2float(alpha) == 0) return", M * N, [&](int w, float *C) { (w ? kt : kr)<<<g, b>>>(A, B, C, H(a), M, N, K); });
  cmp("2b trip count through asm", M * N, [&](int w, float *C) { (w ? kt2 : kr2)<<<g, b>>>(A, B, C, M, N, K); });
}
