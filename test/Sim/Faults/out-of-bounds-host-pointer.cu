// A pointer to host memory given to a kernel.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void increment(int *P) { *P += 1; }
// CHECK: error: out-of-bounds: load of 4 bytes at 0x{{[0-9a-f]+}} is in no device memory: it is memory of the host program
// CHECK-NEXT: in kernel 'increment(int*)', block (0,0,0), thread (0,0,0), at {{.*}}out-of-bounds-host-pointer.cu:[[@LINE-2]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *P = new int(1);
  increment<<<1, 1>>>(P);
  return finish();
}
