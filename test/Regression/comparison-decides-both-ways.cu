// One comparison that leads to the loop on one way and away from it on another.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 -Wno-pass-failed %s -o %t
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// CHECK-NOT: {{WRONG|error}}
// CHECK: same
// CHECK-NOT: {{WRONG|error}}
#include "Inputs/Compare.h"
#define KERNEL(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, float *__restrict__ D, int flag, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; float s = 0; bool c = col < 8; \
  if (flag) { D[row * N + col] = 1; if (c) { C[row * N + col] = 1; return; } } else { D[row * N + col] = 3 + row; if (!c) { C[row * N + col] = 2 + row; return; } } \
  ATTR for (int k = 0; k < K; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s; }
KERNEL(kr,) KERNEL(kt, TC)
#define KERNEL2(NAME, ATTR) __global__ void NAME(const H *A, const H *A2, const H *B, float *C, float *__restrict__ D, int flag, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; float s = 0; bool r = row < 4; \
  if (col >= 8) { D[row * N + col] = 3; if (r) { C[row * N + col] = 5; return; } } \
  const H *P = A2; int ld = K; if (r) { if (flag > 7) D[row] = 7; P = A; ld = flag + K; } \
  ATTR for (int k = 0; k < K; ++k) s += f(P[row * ld + k]) * f(B[k * N + col]); C[row * N + col] = s; }
KERNEL2(kr2,) KERNEL2(kt2, TC)
int main() { const int M = 37, N = 29, K = 19; dim3 b(16, 8), g((N + 15) / 16, (M + 7) / 8); H *A = dev<H>(M * K * 2, 1), *A2 = dev<H>(M * K, 7), *B = dev<H>(K * N, 2);
  float *D; cudaMalloc(&D, M * N * 4);
  for (int a : {0, 1}) cmp("7a two senses", M * N, [&](int w, float *C) { (w ? kt : kr)<<<g, b>>>(A, B, C, D, a, M, N, K); });
  for (int a : {0, 1}) cmp("7b also chooses A", M * N, [&](int w, float *C) { (w ? kt2 : kr2)<<<g, b>>>(A, A2, B, C, D, a, M, N, K); }); }
