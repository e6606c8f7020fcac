// Products of integers.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "accumulator-type"
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
  // CHECK: accumulator-type-int.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: an accumulator of type {{.*}} is not supported; accumulate in float
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
