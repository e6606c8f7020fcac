// The loop also keeps the largest partial sum.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "loop-carried"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  float largest = 0.0f;
  // CHECK: loop-carried-largest.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the loop carries a value besides its sum from one iteration to the next; split the loop, one sum each
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k) {
    sum += A[row * K + k] * B[k * N + col];
    largest = fmaxf(largest, sum);
  }
  sum += largest;
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
