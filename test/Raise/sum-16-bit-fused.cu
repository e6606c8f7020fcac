// The sum is kept in half by fused steps.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, __half *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  __half sum = __float2half(0.0f);
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum = __hfma(A[row * K + k], B[k * N + col], sum);
  C[row * N + col] = sum;
}
