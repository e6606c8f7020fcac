// A pointer to a local variable that another thread follows.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void share(int *Data) {
  __shared__ int *P;
  int Own[4] = {Data[0], Data[1], Data[2], int(threadIdx.x)};
  if (threadIdx.x == 3)
    P = Own;
  __syncthreads();
  Data[threadIdx.x] = P[threadIdx.x % 4];
}
// CHECK: error: out-of-bounds: local load of 4 bytes at 0x{{[0-9a-f]+}} is in another thread's local memory
// CHECK-NEXT: in kernel 'share(int*)', block (0,0,0), thread (31,0,0), at {{.*}}out-of-bounds-local-shared.cu:[[@LINE-3]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *Data = toDevice(std::vector<int>(32));
  share<<<1, 32>>>(Data);
  return finish();
}
