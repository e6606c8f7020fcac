// Shared atomics, cleared and collected behind barriers; global atomics at the end.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__global__ void histogram(const unsigned char *In, unsigned *Out, int N) {
  __shared__ unsigned Bins[64];
  for (int I = threadIdx.x; I < 64; I += blockDim.x)
    Bins[I] = 0;
  __syncthreads();
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N; I += gridDim.x * blockDim.x)
    atomicAdd(&Bins[In[I] % 64], 1u);
  __syncthreads();
  for (int I = threadIdx.x; I < 64; I += blockDim.x)
    atomicAdd(&Out[I], Bins[I]);
}

int main() {
  const int N = 5000;
  std::vector<unsigned char> In(N);
  std::vector<unsigned> Want(64);
  for (int I = 0; I < N; ++I)
    ++Want[(In[I] = I * I % 251) % 64];
  unsigned char *DIn = toDevice(In);
  unsigned *DOut = toDevice(std::vector<unsigned>(64));
  histogram<<<4, 96>>>(DIn, DOut, N);
  return check("histogram", toHost(DOut, 64), Want) | finish();
}
