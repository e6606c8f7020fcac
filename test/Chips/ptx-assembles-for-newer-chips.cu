// What is compiled for one chip also runs on every newer one: its PTX, with the matrix instructions in it, assembles there.
// REQUIRES: ptxas, plugin
// RUN: %python %S/Inputs/assemble.py "%phobos" %ptxas %s %t | FileCheck %s
// CHECK: sm_80: mma.sync, assembles for sm_80 sm_86 sm_89 sm_90 sm_100 sm_120
// CHECK-NEXT: sm_86: mma.sync, assembles for sm_86 sm_89 sm_90 sm_100 sm_120
// CHECK-NEXT: sm_89: mma.sync, assembles for sm_89 sm_90 sm_100 sm_120
// CHECK-NEXT: sm_90: mma.sync, assembles for sm_90 sm_100 sm_120
// CHECK-NEXT: sm_100: mma.sync, assembles for sm_100 sm_120
// CHECK-NEXT: sm_120: mma.sync, assembles for sm_120
#include <cuda_fp16.h>

__global__ void gemm(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
#ifndef NOT_ANNOTATED // scripts/compile-time-check compiles this file, too
    [[phobos::tensorcore]]
#endif
    for (int k = 0; k < K; ++k)
      sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
    C[row * N + col] = sum;
  }
}
