// Each term is added atomically.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "atomic-in-loop"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, int *steps) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: atomic-in-loop.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the loop has an atomic operation; accumulate in a local variable, then add once
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k) {
    sum += A[row * K + k] * B[k * N + col];
    atomicAdd(steps, 1);
  }
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
