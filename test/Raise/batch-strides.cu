// A batch by blockIdx.z.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K, size_t strideA, size_t strideB, size_t strideC) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  size_t batch = blockIdx.z;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[batch * strideA + row * K + k]) * __half2float(B[batch * strideB + k * N + col]);
  C[batch * strideC + row * N + col] = sum;
}
