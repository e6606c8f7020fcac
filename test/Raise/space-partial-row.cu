// Blocks of 1,000 threads split by 32: the last row of a block is not whole, so existence is tested.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * 32 + threadIdx.x / 32;
  int col = blockIdx.x * 32 + threadIdx.x % 32;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  C[row * N + col] = sum;
}
