// Indices of type size_t.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, size_t M, size_t N, size_t K) {
  size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  size_t col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (size_t k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  C[row * N + col] = sum;
}
