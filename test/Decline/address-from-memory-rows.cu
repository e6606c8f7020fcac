// Rows of A by an index from memory, before the loop.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "address-from-memory"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, const int *rows) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  const float *a = A + rows[row] * K;
  // CHECK: address-from-memory-rows.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the address of '{{.*}}' is itself loaded from memory; pass the pointer or the index as a kernel argument
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += a[k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
