// No kernel of this file reaches the loop.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "not-a-kernel"

__device__ float product(const float *a, const float *b, int stride, int K) {
  float sum = 0.0f;
  // CHECK: not-a-kernel.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: no kernel of this file reaches the loop; call the function from a kernel in this file
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += a[k] * b[k * stride];
  return sum;
}
__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
#ifndef TWIN
  C[row * N + col] = A[row * K] * B[col];
#else
  C[row * N + col] = product(A + row * K, B + col, N, K);
#endif
}
