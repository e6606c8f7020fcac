// A batch of pointers in memory.
// RUN: %declined
// RUN: %moved
// RECORD: Name: address-from-memory

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, const float *const *As, const float *const *Bs) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
#ifndef TWIN
  const float *a = As[blockIdx.z], *b = Bs[blockIdx.z];
#else
  const float *a = A + blockIdx.z * M * K, *b = B + blockIdx.z * K * N;
#endif
  float sum = 0.0f;
  // CHECK: address-from-memory-pointers.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the address of '{{.*}}' is itself loaded from memory; pass the pointer or the index as a kernel argument
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += a[row * K + k] * b[k * N + col];
  C[(blockIdx.z * M + row) * N + col] = sum;
}
