// An index past the block's shared memory, static and dynamic together.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void reverse(int *Data) {
  __shared__ volatile int Fixed[16];
  extern __shared__ int Buffer[];
  Fixed[threadIdx.x % 16] = 0;
  Buffer[blockDim.x - threadIdx.x] = Data[threadIdx.x];
  __syncthreads();
  Data[threadIdx.x] = Buffer[threadIdx.x];
}
// CHECK: error: out-of-bounds: shared store of 4 bytes at 0xc0 is outside the block's 192 bytes of shared memory
// CHECK-NEXT: in kernel 'reverse(int*)', block (0,0,0), thread (0,0,0), at {{.*}}out-of-bounds-shared.cu:[[@LINE-5]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *Data = toDevice(std::vector<int>(32));
  reverse<<<1, 32, 32 * sizeof(int)>>>(Data);
  return finish();
}
