// A flat index split by N, in a kernel that reads threadIdx and blockIdx besides.
// RUN: %raise
// CHECK: contraction in '_Z6kernel
// CHECK-NEXT: m: (global.x / d4)
// CHECK-NEXT: n: (global.x % d4)
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, unsigned *who, size_t M, size_t N, size_t K) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  size_t row = i / N, col = i % N;
  if (i >= M * N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (size_t k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  C[i] = sum;
  who[i] = threadIdx.x + 1000 * blockIdx.x;
}
