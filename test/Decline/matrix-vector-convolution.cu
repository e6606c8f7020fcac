// A's rows move with row and column alike, as in a convolution: no axis is A's own, or B's.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "matrix-vector"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: matrix-vector-convolution.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: only one operand differs from thread to thread along an axis of its own; a matrix-vector product is bound by memory; tensor cores do not help
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[(row + col) * K + k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
