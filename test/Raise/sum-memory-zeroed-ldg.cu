// The sum lies in memory and is zeroed before the loop; operands by __ldg, which is assembly for 16-bit elements.
// RUN: %raise
// CHECK: contraction in '_Z6kernel
// CHECK: accumulator: f32 in memory, 0 scales
#include <cuda_bf16.h>

__global__ void kernel(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && column < N) {
    C[row * N + column] = 0.0f;
    [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
      C[row * N + column] += float(__ldg(&A[row * K + k])) * float(__ldg(&B[k * N + column]));
  }
}
