// Two annotated loops in one kernel.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "second-contraction"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: second-contraction.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: another annotated loop in the same kernel computes a product too; split the kernel, one product each
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#ifndef TWIN
  float other = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    other += A[row * K + k] * A[row * K + k] * B[k * N + col];
  sum *= other;
#endif
  C[row * N + col] = sum;
}
