// Blocks of 1,000 threads split by 32: the last row of a block is not whole, so existence is tested.
// RUN: %raise
// CHECK: contraction in '_Z6kernel
// CHECK-NEXT: m: blockIdx.y, (threadIdx.x / 32)
// CHECK-NEXT: n: blockIdx.x, (threadIdx.x % 32)
// CHECK-NEXT: batch:{{ *$}}
// CHECK-NEXT: trips: at run time
// CHECK-NEXT: a: f16, contiguous along k proven, along its own axis unknown, stride 2 bytes
// CHECK-NEXT: b: f16, contiguous along k unknown, along its own axis proven, stride at run time
// CHECK-NEXT: accumulator: f32 in a register, 0 scales
// CHECK-NEXT: live: pairwise, conditions m 1, n 1, both 0, uniform 1
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * 32 + threadIdx.x / 32;
  int col = blockIdx.x * 32 + threadIdx.x % 32;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
  C[row * N + col] = sum;
}
