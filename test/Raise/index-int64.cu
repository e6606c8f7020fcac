// Indices of type int64_t.
// RUN: %raise
#include <cuda_fp16.h>
#include <cstdint>

__global__ void kernel(const __half *A, const __half *B, float *C, int64_t M, int64_t N, int64_t K) {
  int64_t row = blockIdx.y * blockDim.y + threadIdx.y;
  int64_t col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int64_t k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  C[row * N + col] = sum;
}
