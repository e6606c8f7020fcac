// The accumulator itself is an atomic.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "atomic-in-loop"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
#ifndef TWIN
  // CHECK: atomic-in-loop-sum.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the loop has an atomic operation; accumulate in a local variable, then add once
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    atomicAdd(&C[row * N + col], A[row * K + k] * B[k * N + col]);
#else
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  atomicAdd(&C[row * N + col], sum);
#endif
}
