// A warp's threads vote on their sums.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "communicates"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: communicates-vote.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: threads communicate through {{.*}}; use plain global memory; staging in shared memory is generated
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#ifndef TWIN
  if (__any_sync(0xffffffffu, sum > 1.0f))
    sum = 1.0f;
#endif
  C[row * N + col] = sum;
}
