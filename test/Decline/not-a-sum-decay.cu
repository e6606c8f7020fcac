// The sum decays in each step.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "not-a-sum"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: not-a-sum-decay.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the accumulator is not updated by a sum: {{.*}}; tensor cores add products; keep this loop on the cores
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum = 0.5f * sum + A[row * K + k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
