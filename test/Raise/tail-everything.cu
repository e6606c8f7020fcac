// Scaling, a bias, ReLU, a conversion, two stores, an 'if' and an atomic.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K, const float *bias, __half *D, unsigned *active, float alpha, float beta) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  sum = alpha * sum + beta * C[row * N + col] + bias[col];
  C[row * N + col] = sum;
  D[col * M + row] = __float2half(fmaxf(sum, 0.0f));
  if (sum > 0.0f)
    atomicAdd(active, 1u);
}
