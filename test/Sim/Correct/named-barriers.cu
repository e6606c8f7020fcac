// Producers and consumers with bar.arrive and bar.sync, two buffers, four warps.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__device__ void arrive(int Id) { asm volatile("bar.arrive %0, 128;" ::"r"(Id) : "memory"); }
__device__ void wait(int Id) { asm volatile("bar.sync %0, 128;" ::"r"(Id) : "memory"); }

__global__ void pipeline(const int *In, int *Out, int Steps) {
  __shared__ int Buffer[2][64];
  const int T = threadIdx.x % 64;
  // Barriers 1 and 2: a buffer is full. 3 and 4: it is empty again.
  if (threadIdx.x < 64) {
    for (int I = 0; I < Steps; ++I) {
      if (I >= 2)
        wait(3 + I % 2);
      Buffer[I % 2][T] = In[I * 64 + T] * 2;
      arrive(1 + I % 2);
    }
  } else {
    int Sum = 0;
    for (int I = 0; I < Steps; ++I) {
      wait(1 + I % 2);
      Sum += Buffer[I % 2][63 - T];
      if (I + 2 < Steps)
        arrive(3 + I % 2);
    }
    Out[T] = Sum;
  }
}

int main() {
  const int Steps = 5;
  std::vector<int> In(64 * Steps), Want(64);
  for (int I = 0; I < 64 * Steps; ++I)
    Want[63 - I % 64] += 2 * (In[I] = I * 31 % 77);
  int *DIn = toDevice(In), *DOut = toDevice(std::vector<int>(64));
  pipeline<<<1, 128>>>(DIn, DOut, Steps);
  return check("pipeline", toHost(DOut, 64), Want) | finish();
}
