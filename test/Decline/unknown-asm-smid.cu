// The kernel reads which SM it runs on.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "unknown-asm"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, unsigned *places) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: unknown-asm-smid.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: unknown inline assembly "{{.*}}"; write it in C++
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
#ifndef TWIN
  unsigned place;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(place));
#else
  unsigned place = threadIdx.x;
#endif
  places[row * N + col] = place;
}
