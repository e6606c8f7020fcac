// Three loaded factors.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "not-a-product"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, const float *weights) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: not-a-product-three.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the summand is not a product of two loaded elements: {{.*}}; accumulate 'a * b' with one factor from each array
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col] * weights[k];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
