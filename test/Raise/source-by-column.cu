// B comes from one of two arrays, chosen by the column: B depends on n by control.
// RUN: %raise
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B0, const __half *B1, float *C, int M, int N, int K, int split) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  const __half *b;
  int ldb;
  if (col < split) {
    b = B0 + col;
    ldb = split;
  } else {
    b = B1 + (col - split);
    ldb = N - split;
  }
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(b[k * ldb]);
  C[row * N + col] = sum;
}
