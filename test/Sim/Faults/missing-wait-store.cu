// Bytes that a cp.async is still writing are stored to.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void stage(const int4 *In, int4 *Out) {
  __shared__ int4 Tile[32];
  int4 *To = &Tile[threadIdx.x];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(unsigned(__cvta_generic_to_shared(To))),
               "l"(In + threadIdx.x));
  if (threadIdx.x == 9)
    reinterpret_cast<int *>(To)[2] = 0;
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  Out[threadIdx.x] = Tile[31 - threadIdx.x];
}
// CHECK: error: missing wait: shared store of 4 bytes at 0x98 meets a cp.async that its thread (9,0,0) at {{.*}}missing-wait-store.cu:[[@LINE-8]]:{{[0-9]+}} has not waited for: byte 152 of 'Tile' (512 bytes)
// CHECK-NEXT: in kernel 'stage(int4 const*, int4*)', block (0,0,0), thread (9,0,0), at {{.*}}missing-wait-store.cu:[[@LINE-6]]:
// CHECK-NOT: error:
// CHECK: run: cudaSuccess

int main() {
  int4 *In = toDevice(std::vector<int4>(32)), *Out = toDevice(std::vector<int4>(32));
  stage<<<1, 32>>>(In, Out);
  return finish();
}
