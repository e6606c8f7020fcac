// Products of integers.
// RUN: %declined
// RUN: %moved
// RECORD: Name: operand-type
#ifndef TWIN
using T = int;
#else
using T = float;
#endif

__global__ void kernel(const T *A, const T *B, T *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  T sum = 0;
  // CHECK: operand-type-int.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: operands of type {{.*}} are not supported; use float, __half or __nv_bfloat16 operands
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
