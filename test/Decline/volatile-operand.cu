// A volatile operand must be read as often as written.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "volatile"
#ifndef TWIN
using T = const volatile float;
#else
using T = const float;
#endif

__global__ void kernel(T *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: volatile-operand.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a volatile or atomic access to '{{.*}}'; drop 'volatile'
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
