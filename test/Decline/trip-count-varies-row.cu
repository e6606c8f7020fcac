// Each row has a length of its own: a triangle.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "trip-count-varies"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: trip-count-varies-row.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the trip count differs from thread to thread; loop over the largest range and zero the operands beyond each thread's own
  [[phobos::tensorcore]] for (int k = 0; k <= row; ++k)
    sum += A[row * K + k] * B[k * N + col];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
