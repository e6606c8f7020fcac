// Shared memory behind an address that is chosen by a condition.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "communicates"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, bool flag) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: communicates-shared-select.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: threads communicate through shared memory; use plain global memory
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#ifndef TWIN
  __shared__ __align__(16) float scratch[1024];
  float *place = flag ? scratch + threadIdx.x : C + row * N + col;
  *place = sum;
#endif
  C[row * N + col] = sum;
}
