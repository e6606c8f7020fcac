// A thread index divided by a value that is zero at this launch, behind a guard.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 -Wno-pass-failed %s -o %t
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// CHECK-NOT: {{WRONG|error}}
// CHECK: same
// CHECK-NOT: {{WRONG|error}}
#include "Inputs/Compare.h"
#define KERNEL(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, int g, int M, int N, int K) { \
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (g == 0) { if (i < M * N) C[i] = -3; return; } int w = N / g; \
  int row = i / w, col = i % w; if (row >= M) return; float s = 0; \
  ATTR for (int k = 0; k < K; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s; }
KERNEL(kr,) KERNEL(kt, TC)
int main() { const int M = 37, N = 29, K = 19; H *A = dev<H>(M * K, 1), *B = dev<H>(K * N, 2);
  cmp("5 N / 0", M * N, [&](int w, float *C) { printf("%s\n", w ? "tc" : "ref"); fflush(stdout); (w ? kt : kr)<<<(M * N + 127) / 128, 128>>>(A, B, C, 0, M, N, K); }); }
