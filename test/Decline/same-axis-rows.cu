// Both operands move with the row alone, and nothing with the column.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "same-axis"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#ifndef TWIN
  // CHECK: same-axis-rows.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the operands do not differ by thread along two separate axes: {{.*}}; let one thread index select the row of one operand and another the column of the other
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[row * K + k];
#else
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#endif
  C[row * N + col] = sum;
}
