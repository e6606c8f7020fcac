// Stream-ordered memory that was given back before the kernel that uses it was launched.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void add(int *Data) { Data[threadIdx.x] += 1; }
// CHECK: error: use after free: global load of 4 bytes at 0x{{[0-9a-f]+}} is byte 0 of the 128-byte allocation #1 (cudaMallocAsync), which was freed
// CHECK-NEXT: in kernel 'add(int*)', block (0,0,0), thread (0,0,0), at {{.*}}use-after-free-async.cu:[[@LINE-2]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *Data;
  cudaStream_t S;
  cudaStreamCreate(&S);
  cudaMallocAsync(&Data, 32 * sizeof(int), S);
  cudaMemsetAsync(Data, 0, 32 * sizeof(int), S);
  cudaFreeAsync(Data, S);
  add<<<1, 32, 0, S>>>(Data);
  return finish();
}
