// The sum is kept in double.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "accumulator-type"
#ifndef TWIN
using T = double;
#else
using T = float;
#endif

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  T sum = 0;
  // CHECK: accumulator-type-double.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: an accumulator of type {{.*}} is not supported; accumulate in float
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += T(A[row * K + k]) * T(B[k * N + col]);
  C[row * N + col] = sum;
}
