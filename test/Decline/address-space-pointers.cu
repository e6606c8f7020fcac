// A batch of pointers in memory: where they point is not known.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "address-space"

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
  // CHECK: address-space-pointers.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: '{{.*}}' is not known to point to global memory; pass the array as a kernel argument
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += a[row * K + k] * b[k * N + col];
  C[(blockIdx.z * M + row) * N + col] = sum;
}
