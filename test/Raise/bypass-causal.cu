// Threads above the diagonal bypass the loop and still store.
// RUN: %raise
// CHECK: contraction in '_Z6kernel
// CHECK-NEXT: m: global.y
// CHECK-NEXT: n: global.x
// CHECK-NEXT: batch:{{ *$}}
// CHECK-NEXT: trips: at run time
// CHECK-NEXT: a: f16, contiguous along k proven, along its own axis unknown, stride 2 bytes
// CHECK-NEXT: b: f16, contiguous along k proven, along its own axis unknown, stride 2 bytes
// CHECK-NEXT: accumulator: f32 in a register, 0 scales
// CHECK-NEXT: live: pairwise, conditions m 1, n 1, both 1, uniform 1
#include <cuda_fp16.h>

__global__ void kernel(const __half *Q, const __half *K, float *S, int tokens, int features, float scale) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= tokens || j >= tokens)
    return;
  if (j > i) {
    S[i * tokens + j] = -INFINITY;
    return;
  }
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int f = 0; f < features; ++f)
    sum += __half2float(Q[i * features + f]) * __half2float(K[j * features + f]);
  S[i * tokens + j] = scale * sum;
}
