// A reduction inside each warp through shared memory, ordered by __syncwarp alone.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__global__ void warpSums(const int *In, int *Out) {
  __shared__ int Tile[128];
  const int T = threadIdx.x, Lane = T % 32;
  Tile[T] = In[T];
  __syncwarp();
  for (int Step = 16; Step; Step /= 2) {
    int Other = Lane < Step ? Tile[T + Step] : 0;
    __syncwarp();
    Tile[T] += Other;
    __syncwarp();
  }
  Out[T] = Tile[T / 32 * 32];
}

int main() {
  std::vector<int> In(128), Want(128);
  for (int I = 0; I < 128; ++I)
    In[I] = I * I % 97;
  for (int I = 0; I < 128; ++I)
    for (int L = 0; L < 32; ++L)
      Want[I] += In[I / 32 * 32 + L];
  int *DIn = toDevice(In), *DOut = toDevice(std::vector<int>(128));
  warpSums<<<1, 128>>>(DIn, DOut);
  return check("sums", toHost(DOut, 128), Want) | finish();
}
