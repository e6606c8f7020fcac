// A flat index in unsigned arithmetic.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, unsigned M, unsigned N, unsigned K) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < M * N) {
    unsigned row = i / N, col = i % N;
    float sum = 0.0f;
    [[phobos::tensorcore]] for (unsigned k = 0; k < K; ++k)
      sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
    C[i] = sum;
  }
}
