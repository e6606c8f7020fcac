// cp.async data read after the barrier, without a wait.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__device__ void copy(void *To, const void *From) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(unsigned(__cvta_generic_to_shared(To))), "l"(From));
}

__global__ void stage(const int4 *In, int4 *Out) {
  __shared__ int4 Tile[32];
  copy(&Tile[threadIdx.x], &In[threadIdx.x]);
  asm volatile("cp.async.commit_group;");
  __syncthreads();
  Out[threadIdx.x] = Tile[31 - threadIdx.x];
}
// CHECK: error: missing wait: shared load of 16 bytes at 0x0 meets a cp.async that its thread (0,0,0) at {{.*}}missing-wait.cu:[[@LINE-10]]:{{[0-9]+}} has not waited for
// CHECK-NEXT: block (0,0,0), thread (31,0,0), at {{.*}}missing-wait.cu:[[@LINE-3]]:

int main() {
  int4 *In = toDevice(std::vector<int4>(32)), *Out = toDevice(std::vector<int4>(32));
  stage<<<1, 32>>>(In, Out);
  return finish();
}
