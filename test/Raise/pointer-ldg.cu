// Loads by __ldg.
// RUN: %raise
// CHECK: contraction in '_Z6kernel
// CHECK-NEXT: m: global.y
// CHECK-NEXT: n: global.x
// CHECK-NEXT: batch:{{ *$}}
// CHECK-NEXT: trips: at run time
// CHECK-NEXT: a: f16, contiguous along k proven, along its own axis unknown, stride 2 bytes
// CHECK-NEXT: b: f16, contiguous along k unknown, along its own axis proven, stride at run time
// CHECK-NEXT: accumulator: f32 in a register, 0 scales
// CHECK-NEXT: live: separable, conditions m 1, n 1, both 0, uniform 1
#include <cuda_fp16.h>

__global__ void kernel(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += __half2float(__ldg(&A[row * K + k])) * __half2float(__ldg(&B[k * N + col]));
  C[row * N + col] = sum;
}
