// The sum is a variable that each iteration also stores: nothing says that the array does not hold the operands.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "store-in-loop"

#ifndef TWIN
#define RESTRICT
#else
#define RESTRICT __restrict__
#endif

__global__ void kernel(const float *A, const float *B, float *RESTRICT C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: store-in-loop-overlap.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the loop writes memory other than its accumulator; store after the loop
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k) {
    sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}
