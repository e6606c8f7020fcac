// An 8-byte read of which one half was written.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void pairs(const float *In, float2 *Out) {
  __shared__ float2 Tile[32];
  Tile[threadIdx.x].x = In[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = Tile[31 - threadIdx.x];
}
// CHECK: error: uninitialized read: shared load of 8 bytes at 0x0 reads bytes that this block has not written: byte 0 of 'Tile' (256 bytes)
// CHECK-NEXT: in kernel 'pairs(float const*, float2*)', block (0,0,0), thread (31,0,0), at {{.*}}uninitialized-shared-half.cu:[[@LINE-3]]:
// CHECK-NOT: error
// CHECK: run: cudaSuccess

int main() {
  float *In = toDevice(std::vector<float>(32));
  float2 *Out = toDevice(std::vector<float2>(32));
  pairs<<<1, 32>>>(In, Out);
  return finish();
}
