// Both operands from one array: A * A^T.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, float *C, int M, int K) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= M || j >= M)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[i * K + k]) * __half2float(A[j * K + k]);
  C[i * M + j] = sum;
}
