// A tile that is overwritten while others may still read it: the barrier at the loop's end is missing.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void sum(const int *In, int *Out, int Tiles) {
  __shared__ int Tile[64];
  int Sum = 0;
  for (int I = 0; I < Tiles; ++I) {
    Tile[threadIdx.x] = In[I * 64 + threadIdx.x];
    __syncthreads();
    for (int J = 0; J < 64; ++J)
      Sum += Tile[J] * (J ^ threadIdx.x);
  }
  Out[threadIdx.x] = Sum;
}
// CHECK: error: race: shared load of 4 bytes at 0xfc and a write of the same bytes by thread (63,0,0) at {{.*}}race-next-tile.cu:[[@LINE-7]]:{{[0-9]+}} are not ordered
// CHECK-NEXT: block (0,0,0), thread (0,0,0), at {{.*}}race-next-tile.cu:[[@LINE-5]]:
// CHECK: error: race: shared store of 4 bytes at 0x0 and a read of the same bytes by thread (63,0,0) at {{.*}}race-next-tile.cu:[[@LINE-6]]:{{[0-9]+}} are not ordered
// CHECK-NEXT: block (0,0,0), thread (0,0,0), at {{.*}}race-next-tile.cu:[[@LINE-10]]:
// CHECK-NOT: error:

int main() {
  int *In = toDevice(std::vector<int>(64 * 3)), *Out = toDevice(std::vector<int>(64));
  sum<<<1, 64>>>(In, Out, 3);
  return finish();
}
