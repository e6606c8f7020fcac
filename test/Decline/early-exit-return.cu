// 'return' in the loop: such a thread stores nothing.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "trip-count-unknown"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: early-exit-return.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the number of iterations is not known before the loop; use a 'for' loop with a bound that the loop does not change
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k) {
    if (sum > 100.0f)
      return;
    sum += A[row * K + k] * B[k * N + col];
  }
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
