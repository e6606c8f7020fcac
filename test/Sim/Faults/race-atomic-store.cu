// A counter that one thread clears while others may already count: the barrier between is missing.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void count(int *Out) {
  __shared__ int Counter;
  if (threadIdx.x == 40)
    Counter = 0;
  atomicAdd(&Counter, 1);
  __syncthreads();
  Out[threadIdx.x] = Counter;
}
// CHECK: error: race: shared store of 4 bytes at 0x0 and an atomic of the same bytes by thread (39,0,0) at {{.*}}race-atomic-store.cu:[[@LINE-4]]:{{[0-9]+}} are not ordered: no barrier between them; byte 0 of 'Counter' (4 bytes)
// CHECK-NEXT: in kernel 'count(int*)', block (0,0,0), thread (40,0,0), at {{.*}}race-atomic-store.cu:[[@LINE-6]]:
// CHECK: error: race: shared atomic of 4 bytes at 0x0 and a write of the same bytes by thread (40,0,0) at {{.*}}race-atomic-store.cu:[[@LINE-7]]:{{[0-9]+}} are not ordered
// CHECK-NEXT: in kernel 'count(int*)', block (0,0,0), thread (41,0,0), at {{.*}}race-atomic-store.cu:[[@LINE-7]]:
// CHECK-NOT: error:

int main() {
  int *Out = toDevice(std::vector<int>(64));
  count<<<1, 64>>>(Out);
  return finish();
}
