// A recursive function.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "unknown-call"
// The product of the two halves keeps the optimizer from making a loop of it.
__device__ float power(float x, int n) {
#ifndef TWIN
  return n < 2 ? x : power(x, n / 2) * power(x + 1.0f, n - n / 2);
#else
  return n < 2 ? x : x * x;
#endif
}

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: unknown-call-recursion.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a call of '{{.*}}power{{.*}}' cannot be inlined; define the function in this file
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = power(sum, K);
}
