// A lock that threads of one warp spin on, and a flag that one block leaves for a later one.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__device__ int Lock, Counter;
__device__ volatile int Flag;

__global__ void count(int *Out) {
  for (bool Done = false; !Done;) {
    if (atomicCAS(&Lock, 0, 1) == 0) {
      Counter = Counter + 1;
      __threadfence();
      atomicExch(&Lock, 0);
      Done = true;
    }
  }
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 63)
    Flag = 5;
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (Flag == 0)
      ;
    Out[0] = Flag;
  }
}

int main() {
  int *DOut = toDevice(std::vector<int>(1));
  count<<<2, 64>>>(DOut);
  std::vector<int> Counted(1);
  cudaMemcpyFromSymbol(Counted.data(), Counter, sizeof(int));
  return check("counter", Counted, std::vector<int>{128}) | check("flag", toHost(DOut, 1), std::vector<int>{5}) |
         finish();
}
