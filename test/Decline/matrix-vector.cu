// y = A x: only one operand differs from thread to thread.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "matrix-vector"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef TWIN
  if (row >= M || col > 0)
    return;
  float sum = 0.0f;
  // CHECK: matrix-vector.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: only one operand differs from thread to thread along an axis of its own; a matrix-vector product is bound by memory; tensor cores do not help
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k];
  C[row] = sum;
#else
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
#endif
}
