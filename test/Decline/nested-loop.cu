// The annotated loop contains another loop.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "nested-loop"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, int inner) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: nested-loop.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the loop contains another loop; annotate the innermost loop
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    for (int i = 0; i < inner; ++i)
      sum += A[row * K + k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
