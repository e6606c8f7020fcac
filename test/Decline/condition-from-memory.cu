// A mask in memory decides whether a thread reaches the loop.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "condition-from-memory"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, const int *mask, int valid) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  if (mask[row * N + col]) {
#else
  if (row < valid) {
#endif
    // CHECK: condition-from-memory.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: whether a thread reaches the loop depends on memory; decide by kernel arguments and thread indices
    [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
  }
  C[row * N + col] = sum;
}
