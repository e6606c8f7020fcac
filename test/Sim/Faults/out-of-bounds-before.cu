// A negative index from a wrapped subtraction.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void difference(const double *In, double *Out) {
  int I = threadIdx.x;
  Out[I] = In[I] - In[I - 1];
}
// CHECK: error: out-of-bounds: global load of 8 bytes at 0x{{[0-9a-f]+}} starts 8 bytes before the 256-byte allocation #1 (cudaMalloc)
// CHECK-NEXT: block (0,0,0), thread (0,0,0), at {{.*}}out-of-bounds-before.cu:[[@LINE-3]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  double *In = toDevice(std::vector<double>(32)), *Out = toDevice(std::vector<double>(32));
  difference<<<1, 32>>>(In, Out);
  return finish();
}
