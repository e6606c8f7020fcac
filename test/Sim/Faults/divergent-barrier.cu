// Half of a warp waits at one barrier, half at another.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void halves(int *Data) {
  if (threadIdx.x < 16) {
    Data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    Data[threadIdx.x] = 2;
    __syncthreads();
    Data[threadIdx.x] = 3;
  }
}
// CHECK: error: divergent collective: threads (0,0,0) and (16,0,0) of one warp are at different barriers; the other is at {{.*}}divergent-barrier.cu:[[@LINE-7]]:
// CHECK-NEXT: in kernel 'halves(int*)', block (0,0,0), thread (31,0,0), at {{.*}}divergent-barrier.cu:[[@LINE-5]]:

int main() {
  int *Data = toDevice(std::vector<int>(32));
  halves<<<1, 32>>>(Data);
  return finish();
}
