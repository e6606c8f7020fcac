// A load one element past an allocation: the last thread, and the launch fails.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void shift(const float *In, float *Out, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Out[I] = In[I + 1];
}
// CHECK: error: out-of-bounds: global load of 4 bytes at 0x{{[0-9a-f]+}} is 0 bytes past the end of the 400-byte allocation #1 (cudaMalloc)
// CHECK-NEXT: in kernel 'shift(float const*, float*, int)', block (3,0,0), thread (3,0,0), at {{.*}}out-of-bounds-load.cu:[[@LINE-3]]:
// CHECK: launch: cudaSuccess, run: cudaErrorIllegalAddress
// CHECK: phobos-sim: 1 error{{$}}

int main() {
  float *In = toDevice(std::vector<float>(100)), *Out = toDevice(std::vector<float>(100));
  shift<<<4, 32>>>(In, Out, 100);
  return finish();
}
