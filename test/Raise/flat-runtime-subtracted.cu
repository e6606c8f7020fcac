// A flat index split by N, with the remainder written as a difference.
// RUN: %raise
// CHECK: contraction in '_Z6kernel
// CHECK-NEXT: m: (global.x / d4)
// CHECK-NEXT: n: (global.x % d4)
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = i / N, col = i - row * N;
  if (row >= M)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  C[i] = sum;
}
