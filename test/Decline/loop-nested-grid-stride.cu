// A grid-stride loop around it: a thread computes several outputs.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "loop-nested"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= M)
    return;
#ifndef TWIN
  for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < N; col += gridDim.x * blockDim.x) {
    float sum = 0.0f;
    // CHECK: loop-nested-grid-stride.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the loop runs inside another loop; launch a thread per output instead of a grid-stride loop
    [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
#else
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < N) {
    float sum = 0.0f;
    [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
#endif
}
