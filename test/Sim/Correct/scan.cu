// Hillis-Steele in shared memory with two buffers, then the blocks' sums, then adding them.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__global__ void scanBlocks(const int *In, int *Out, int *Sums, int N) {
  __shared__ int Buffer[2][128];
  const int T = threadIdx.x, I = blockIdx.x * 128 + T;
  int From = 0;
  Buffer[0][T] = I < N ? In[I] : 0;
  __syncthreads();
  for (int Step = 1; Step < 128; Step *= 2) {
    Buffer[!From][T] = Buffer[From][T] + (T >= Step ? Buffer[From][T - Step] : 0);
    From = !From;
    __syncthreads();
  }
  if (I < N)
    Out[I] = Buffer[From][T];
  if (T == 127)
    Sums[blockIdx.x] = Buffer[From][T];
}

__global__ void addSums(int *Out, const int *Sums, int N) {
  const int I = blockIdx.x * 128 + threadIdx.x;
  int Before = 0;
  for (int B = 0; B < blockIdx.x; ++B)
    Before += Sums[B];
  if (I < N)
    Out[I] += Before;
}

int main() {
  const int N = 1000;
  std::vector<int> In(N), Want(N);
  for (int I = 0; I < N; ++I) {
    In[I] = I * 37 % 11 - 3;
    Want[I] = In[I] + (I ? Want[I - 1] : 0);
  }
  int *DIn = toDevice(In), *DOut, *DSums;
  cudaMalloc(&DOut, N * sizeof(int));
  cudaMalloc(&DSums, 8 * sizeof(int));
  scanBlocks<<<8, 128>>>(DIn, DOut, DSums, N);
  addSums<<<8, 128>>>(DOut, DSums, N);
  return check("scan", toHost(DOut, N), Want) | finish();
}
