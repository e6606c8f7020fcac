// A spin loop on a flag before the product.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "volatile"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, const volatile int *flag) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
#ifndef TWIN
  while (*flag == 0)
    ;
#endif
  float sum = 0.0f;
  // CHECK: volatile-flag.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a volatile or atomic access to '{{.*}}'; drop 'volatile'
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
