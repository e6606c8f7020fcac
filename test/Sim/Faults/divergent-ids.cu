// Warps of one block at barriers of different numbers, each for the whole block.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void wait(int *Data) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1;" ::: "memory");
  else
    asm volatile("bar.sync 2;" ::: "memory");
  Data[threadIdx.x] = 1;
}
// CHECK: error: divergent collective: not all threads arrive: 32 wait at bar.sync ({{.*}}divergent-ids.cu:[[@LINE-5]]:5), the first of them thread (0,0,0); 32 wait at bar.sync ({{.*}}divergent-ids.cu:[[@LINE-3]]:5), the first of them thread (32,0,0)
// CHECK-NEXT: in kernel 'wait(int*)', block (0,0,0), thread (0,0,0), at {{.*}}divergent-ids.cu:[[@LINE-6]]:5
// CHECK: run: cudaErrorLaunchFailure

int main() {
  int *Data = toDevice(std::vector<int>(64));
  wait<<<1, 64>>>(Data);
  return finish();
}
