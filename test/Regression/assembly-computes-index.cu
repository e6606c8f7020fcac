// A row computed by assembly that only computes.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 -Wno-pass-failed %s -o %t
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// CHECK-NOT: {{WRONG|error}}
// CHECK: same
// CHECK-NOT: {{WRONG|error}}
#include "Inputs/Compare.h"
#define KERNEL(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, int M, int N, int K) { \
  int row, col = blockIdx.x * blockDim.x + threadIdx.x; \
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(row) : "r"(int(blockIdx.y)), "r"(int(blockDim.y)), "r"(int(threadIdx.y))); \
  if (row >= M || col >= N) return; float s = 0; \
  ATTR for (int k = 0; k < K; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s; }
KERNEL(kr,) KERNEL(kt, TC)
int main() { const int M = 37, N = 29, K = 19; dim3 b(16, 8), g((N + 15) / 16, (M + 7) / 8); H *A = dev<H>(M * K, 1), *B = dev<H>(K * N, 2);
  cmp("3 row through asm mad", M * N, [&](int w, float *C) { (w ? kt : kr)<<<g, b>>>(A, B, C, M, N, K); }); }
