// A call through a pointer.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "unknown-call"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, float (*activate)(float)) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: unknown-call-pointer.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a call of '{{.*}}' cannot be inlined; define the function in this file
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#ifndef TWIN
  sum = activate(sum);
#endif
  C[row * N + col] = sum;
}
