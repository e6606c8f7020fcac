// A tile whose last column nobody loads, read by everyone; in the second block too, once.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void last(const int *In, int *Out) {
  __shared__ int Tile[33];
  Tile[threadIdx.x] = In[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = Tile[threadIdx.x + 1];
}
// CHECK: error: uninitialized read: shared load of 4 bytes at 0x80 reads bytes that this block has not written: byte 128 of 'Tile' (132 bytes)
// CHECK-NEXT: block (0,0,0), thread (31,0,0), at {{.*}}uninitialized-shared.cu:[[@LINE-3]]:
// CHECK-NOT: error
// CHECK: run: cudaSuccess

int main() {
  int *In = toDevice(std::vector<int>(32)), *Out = toDevice(std::vector<int>(32));
  last<<<2, 32>>>(In, Out);
  return finish();
}
