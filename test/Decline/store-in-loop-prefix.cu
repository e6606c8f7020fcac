// The loop stores each partial sum.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "store-in-loop"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, float *partial) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: store-in-loop-prefix.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the loop writes memory other than its accumulator; store after the loop
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k) {
    sum += A[row * K + k] * B[k * N + col];
    partial[k] = sum;
  }
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
