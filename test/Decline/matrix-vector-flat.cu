// One thread a row, one-dimensional.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "matrix-vector"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  float sum = 0.0f;
#ifndef TWIN
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M)
    return;
  // CHECK: matrix-vector-flat.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: only one operand differs from thread to thread along an axis of its own; a matrix-vector product is bound by memory; tensor cores do not help
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k];
  C[row] = sum;
#else
  int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / N, col = i % N;
  if (i >= M * N)
    return;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[i] = sum;
#endif
}
