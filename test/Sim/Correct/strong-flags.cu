// Flags that one warp writes and another reads, volatile or relaxed, are in no race: with each other, and with atomics. A released
// store is no read of what nobody wrote.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error:
// CHECK: data: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__device__ unsigned address(const void *P) { return unsigned(__cvta_generic_to_shared(P)); }

__global__ void volatileFlag(int *Out) {
  __shared__ volatile int Flag;
  __shared__ int Data;
  if (threadIdx.x == 0)
    Flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (Flag == 0)
      ;
    __threadfence_block();
    Out[0] = Data;
  } else if (threadIdx.x == 63) {
    Data = 42;
    __threadfence_block();
    Flag = 1;
  }
}

__global__ void mixed(int *Out) {
  __shared__ int Flag, Fresh;
  if (threadIdx.x == 0)
    asm volatile("st.release.cta.shared.b32 [%0], %1;" ::"r"(address(&Fresh)), "r"(7) : "memory");
  if (threadIdx.x == 0)
    Flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (!*static_cast<volatile int *>(&Flag))
      ;
    Out[1] = Fresh;
  } else if (threadIdx.x == 32) {
    int Seen;
    do
      asm volatile("ld.relaxed.cta.shared.b32 %0, [%1];" : "=r"(Seen) : "r"(address(&Flag)) : "memory");
    while (!Seen);
    Out[2] = Fresh + 1;
  } else if (threadIdx.x == 64) {
    atomicExch(&Flag, 1);
  }
}

int main() {
  int *Out = toDevice(std::vector<int>(3));
  volatileFlag<<<1, 64>>>(Out);
  mixed<<<1, 96>>>(Out);
  return check("data", toHost(Out, 3), {42, 7, 8}) | finish();
}
