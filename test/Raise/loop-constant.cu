// A constant trip count.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < 64; ++k)
    sum += __half2float(A[row * 64 + k]) * __half2float(B[k * N + col]);
  C[row * N + col] = sum;
}
