// Lanes of one warp that rely on running together, without __syncwarp.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void reduce(int *Data) {
  __shared__ volatile int Tile[32];
  Tile[threadIdx.x] = Data[threadIdx.x];
  __syncthreads();
  for (int Step = 16; Step; Step /= 2)
    if (threadIdx.x < Step)
      Tile[threadIdx.x] = Tile[threadIdx.x] + Tile[threadIdx.x + Step];
  if (threadIdx.x == 0)
    Data[0] = Tile[0];
}
// CHECK: error: race: shared store of 4 bytes at 0x4 and a read of the same bytes by thread (0,0,0) at {{.*}}race-warp.cu:[[@LINE-4]]:
// CHECK-NEXT: block (0,0,0), thread (1,0,0), at {{.*}}race-warp.cu:[[@LINE-5]]:

int main() {
  int *Data = toDevice(std::vector<int>(32));
  reduce<<<1, 32>>>(Data);
  return finish();
}
