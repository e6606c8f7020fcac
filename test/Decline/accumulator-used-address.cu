// The partial sum decides which element is next.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "accumulator-used"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: accumulator-used-address.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the accumulator is also used elsewhere in the loop; read it after the loop
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + (sum > 0.0f ? col : 0)];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
