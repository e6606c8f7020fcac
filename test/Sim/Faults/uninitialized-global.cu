// A sum into memory that nobody cleared.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void accumulate(float *Sum) { Sum[threadIdx.x] += 1; }
// CHECK: error: uninitialized read: global load of 4 bytes at 0x{{[0-9a-f]+}} reads what nothing has written: byte 0 of the 128-byte allocation #1 (cudaMalloc)
// CHECK-NEXT: block (0,0,0), thread (0,0,0), at {{.*}}uninitialized-global.cu:[[@LINE-2]]:
// CHECK-NOT: error
// CHECK: launch: cudaSuccess, run: cudaSuccess
// CHECK: phobos-sim: 1 error{{$}}

int main() {
  float *Sum;
  cudaMalloc(&Sum, 32 * sizeof(float));
  accumulate<<<1, 32>>>(Sum);
  return finish();
}
