// A product under a condition on row, column and k.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "predicated-product"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: predicated-product-thread.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the product is under a condition that depends on the data or the thread; store zeros in the operand, or end the loop at the condition
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    if ((row + col + k) % 3 != 0)
      sum += A[row * K + k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
