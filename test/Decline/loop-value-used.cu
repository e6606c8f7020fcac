// A value of the last iteration is used after the loop.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "loop-value-used"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f, last = 0.0f;
  // CHECK: loop-value-used.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a value of the loop other than its sum is used after it; compute it from the bound
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k) {
#ifndef TWIN
    last = A[row * K + k];
#endif
    sum += A[row * K + k] * B[k * N + col];
  }
  C[row * N + col] = sum + last;
}
