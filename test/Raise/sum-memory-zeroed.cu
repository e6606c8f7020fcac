// C is zeroed, then the loop adds into it.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  C[row * N + col] = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    C[row * N + col] += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
}
