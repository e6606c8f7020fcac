// Inline assembly that is not one of the CUDA headers' own.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "unknown-asm"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: unknown-asm.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: unknown inline assembly "{{.*}}"; write it in C++
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#ifndef TWIN
  asm volatile("prefetch.global.L2 [%0];" ::"l"(&C[row * N + col]));
#endif
  C[row * N + col] = sum;
}
