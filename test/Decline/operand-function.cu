// A factor passes through a function that is not a conversion.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "operand-function"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: operand-function.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a factor passes through '{{.*}}' before the product; apply it to the array before the kernel, or to the sum after the loop
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += expf(A[row * K + k]) * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
