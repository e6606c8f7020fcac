// The write before the loop goes to the operand itself.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "write-before-loop"

__global__ void kernel(float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  A[row * K] = 1.0f;
  // CHECK: write-before-loop-same-array.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a write before the loop may change the operands; write after the loop
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
