// A function of another file.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "unknown-call"
#ifndef TWIN
__device__ float activate(float x);
#else
__device__ float activate(float x) { return x > 0 ? x : 0.1f * x; }
#endif

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: unknown-call-extern.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: a call of '{{.*}}activate{{.*}}' cannot be inlined; define the function in this file
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = activate(sum);
}
