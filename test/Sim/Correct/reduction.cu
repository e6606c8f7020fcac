// A tree in shared memory, then shuffles, then one atomic a block.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__global__ void reduce(const int *In, int *Out, int N) {
  __shared__ int Partial[256];
  int Sum = 0;
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N; I += gridDim.x * blockDim.x)
    Sum += In[I];
  Partial[threadIdx.x] = Sum;
  __syncthreads();
  for (int Step = 128; Step >= 32; Step /= 2) {
    if (threadIdx.x < Step)
      Partial[threadIdx.x] += Partial[threadIdx.x + Step];
    __syncthreads();
  }
  if (threadIdx.x >= 32)
    return;
  Sum = Partial[threadIdx.x];
  for (int Step = 16; Step; Step /= 2)
    Sum += __shfl_down_sync(0xFFFFFFFF, Sum, Step);
  if (threadIdx.x == 0)
    atomicAdd(Out, Sum);
}

int main() {
  const int N = 10007;
  std::vector<int> In(N), Want(1);
  for (int I = 0; I < N; ++I)
    Want[0] += In[I] = I * 7919 % 1000 - 400;
  int *DIn = toDevice(In), *DOut = toDevice(std::vector<int>(1));
  reduce<<<6, 256>>>(DIn, DOut, N);
  return check("sum", toHost(DOut, 1), Want) | finish();
}
