// An allocation that was freed before the launch.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void sum(const int *In, int *Out) { atomicAdd(Out, In[threadIdx.x]); }
// CHECK: error: use after free: global load of 4 bytes at 0x{{[0-9a-f]+}} is byte 0 of the 256-byte allocation #1 (cudaMalloc), which was freed
// CHECK-NEXT: in kernel 'sum(int const*, int*)', block (0,0,0), thread (0,0,0), at {{.*}}use-after-free.cu:[[@LINE-2]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *In = toDevice(std::vector<int>(64)), *Out = toDevice(std::vector<int>(1));
  cudaFree(In);
  sum<<<1, 64>>>(In, Out);
  return finish();
}
