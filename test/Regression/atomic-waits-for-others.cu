// A thread that waits for what the others add.
// RUN: %device -O2 %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: warning: loop not moved to tensor cores: threads communicate through an atomic operation whose result a loop uses
#include "Inputs/Compare.h"
#define K(NAME, ATTR) __global__ void NAME(const H *A, const H *B, float *C, int *count, int M, int N, int K) { \
  ROWCOL; float s = 0; \
  ATTR for (int k = 0; k < K; ++k) s += f(A[row * K + k]) * f(B[k * N + col]); C[row * N + col] = s; \
  atomicAdd(count, 1); while (atomicAdd(count, 0) < M * N) ; C[row * N + col] += C[(M - 1 - row) * N + col]; }
K(kr,) K(kt, TC)
int main() {
  const int M = 16, N = 16, K = 19; H *A = dev<H>(M * K, 1), *B = dev<H>(K * N, 2);
  int *count; cudaMalloc(&count, 4); cudaMemset(count, 0, 4); float *C; cudaMalloc(&C, M * N * 4);
  puts("tc"); fflush(stdout);
  kt<<<1, dim3(16, 16)>>>(A, B, C, count, M, N, K); printf("%d\n", cudaDeviceSynchronize());
}
