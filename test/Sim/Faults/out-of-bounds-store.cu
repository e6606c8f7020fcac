// A missing guard: the block that covers the rest writes past the end.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void fill(int *Out, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  Out[I] = I;
}
// CHECK: error: out-of-bounds: global store of 4 bytes at 0x{{[0-9a-f]+}} is 0 bytes past the end of the 4000-byte allocation #1
// CHECK-NEXT: in kernel 'fill(int*, int)', block (7,0,0), thread (104,0,0), at {{.*}}out-of-bounds-store.cu:[[@LINE-3]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *Out = toDevice(std::vector<int>(1000));
  fill<<<8, 128>>>(Out, 1000);
  return finish();
}
