// The sum starts from a bias.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K, const float *bias) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = bias[col];
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  C[row * N + col] = sum;
}
