// The loop sums nothing.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "no-reduction"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: no-reduction.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: no sum of products 'acc += a * b' was found in the loop; accumulate one product of two loaded elements
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum = A[row * K + k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
