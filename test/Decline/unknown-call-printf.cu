// printf cannot be inlined.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "unknown-call"
#include <cstdio>

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: unknown-call-printf.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a call of '{{.*}}' cannot be inlined; define the function in this file
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#ifndef TWIN
  if (sum > 100.0f)
    printf("%f\n", sum);
#endif
  C[row * N + col] = sum;
}
