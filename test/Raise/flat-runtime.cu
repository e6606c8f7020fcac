// A flat index split by N, which is known at run time only.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= M * N)
    return;
  int row = i / N, col = i % N;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  C[i] = sum;
}
