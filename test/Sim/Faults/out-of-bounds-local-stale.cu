// A pointer to a local variable of a function that has returned.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__device__ __noinline__ int *local(int V) {
  int Own[4] = {V, V, V, V};
  int *volatile P = Own;
  return P;
}
__global__ void use(int *Data) { Data[threadIdx.x] = local(Data[threadIdx.x])[2]; }
// CHECK: error: out-of-bounds: local load of 4 bytes at 0x{{[0-9a-f]+}} is in a variable of a call that has returned
// CHECK-NEXT: in kernel 'use(int*)', block (0,0,0), thread (0,0,0), at {{.*}}out-of-bounds-local-stale.cu:[[@LINE-2]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *Data = toDevice(std::vector<int>(32));
  use<<<1, 32>>>(Data);
  return finish();
}
