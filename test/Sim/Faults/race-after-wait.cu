// Each thread waits for its own cp.async, and reads another's with no barrier.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__device__ void copy(void *To, const void *From) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(unsigned(__cvta_generic_to_shared(To))), "l"(From));
}

__global__ void stage(const int4 *In, int4 *Out) {
  __shared__ int4 Tile[64];
  copy(&Tile[threadIdx.x], &In[threadIdx.x]);
  asm volatile("cp.async.wait_all;" ::: "memory");
  Out[threadIdx.x] = Tile[63 - threadIdx.x];
}
// CHECK: error: race: shared load of 16 bytes at 0x1f0 and a write of the same bytes by thread (31,0,0) at {{.*}}race-after-wait.cu:[[@LINE-9]]:
// CHECK-NEXT: block (0,0,0), thread (32,0,0), at {{.*}}race-after-wait.cu:[[@LINE-3]]:

int main() {
  int4 *In = toDevice(std::vector<int4>(64)), *Out = toDevice(std::vector<int4>(64));
  stage<<<1, 64>>>(In, Out);
  return finish();
}
