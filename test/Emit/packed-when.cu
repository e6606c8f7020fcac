// Which loops get a packed variant: those whose trip count the host knows, and in which every live row meets every live column.
// REQUIRES: cuda, plugin
// RUN: %device -O2 %s -fplugin-arg-phobos-print=plan 2>&1 >/dev/null | FileCheck %s
struct Size {
  int Padding, K;
};

// CHECK: plan for sm_90, mask separable
// CHECK-NEXT: variant 0: {{.*}}, packed operands
__global__ void field(const float *A, const float *B, float *C, int N, Size S) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  int Trips = S.K + 5;
  [[phobos::tensorcore]] for (int k = 0; k < Trips; ++k)
    sum += A[row * Trips + k] * B[k * N + col];
  C[row * N + col] = sum;
}

// Whether a row and a column meet is a question of the block's size, which the host can answer.
// CHECK: plan for sm_90, mask pairwise
// CHECK-NEXT: variant 0: {{.*}}, packed operands
__global__ void flat_block(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * 32 + threadIdx.x / 32, col = blockIdx.x * 32 + threadIdx.x % 32;
  if (row < M && col < N) {
    float sum = 0.0f;
    [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

// CHECK: plan for sm_90, mask pairwise
// CHECK-NOT: packed
__global__ void causal(const float *A, const float *B, float *C, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col > row)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
