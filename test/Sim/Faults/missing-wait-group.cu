// Two groups under way and a wait that leaves the newer one, whose data is read.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__device__ void copy(void *To, const void *From) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(unsigned(__cvta_generic_to_shared(To))), "l"(From));
}

__global__ void stage(const int4 *In, int4 *Out) {
  __shared__ int4 Tile[2][32];
  for (int I = 0; I < 2; ++I) {
    copy(&Tile[I][threadIdx.x], &In[I * 32 + threadIdx.x]);
    asm volatile("cp.async.commit_group;");
  }
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  Out[threadIdx.x] = Tile[0][threadIdx.x];
  Out[32 + threadIdx.x] = Tile[1][threadIdx.x];
}
// CHECK-NOT: error
// CHECK: error: missing wait: shared load of 16 bytes at 0x200 meets a cp.async that its thread (0,0,0) at {{.*}}missing-wait-group.cu:7:{{[0-9]+}} has not waited for: byte 512 of 'Tile' (1024 bytes)
// CHECK-NEXT: block (0,0,0), thread (0,0,0), at {{.*}}missing-wait-group.cu:[[@LINE-4]]:

int main() {
  int4 *In = toDevice(std::vector<int4>(64)), *Out = toDevice(std::vector<int4>(64));
  stage<<<1, 32>>>(In, Out);
  return finish();
}
