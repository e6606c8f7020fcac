// The address is quadratic in k.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "not-affine"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: not-affine-square.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the address of '{{.*}}' is not linear in the loop's counter; index with a constant stride in the loop
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k * k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
