// 'break' leaves the loop early: terms behind it must not count.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "early-exit"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: early-exit-break.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: 'break' or 'return' leaves the loop early; compute the trip count before the loop
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k) {
    if (A[row * K + k] < 0)
      break;
    sum += A[row * K + k] * B[k * N + col];
  }
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
