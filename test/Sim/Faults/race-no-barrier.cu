// Neighbours' values read without a barrier after they are written.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void rotate(int *Data) {
  __shared__ int Tile[64];
  Tile[threadIdx.x] = Data[threadIdx.x];
  Data[threadIdx.x] = Tile[(threadIdx.x + 63) % 64];
}
// CHECK: error: race: shared load of 4 bytes at 0x0 and a write of the same bytes by thread (0,0,0) at {{.*}}race-no-barrier.cu:[[@LINE-3]]:{{[0-9]+}} are not ordered
// CHECK-NEXT: block (0,0,0), thread (1,0,0), at {{.*}}race-no-barrier.cu:[[@LINE-3]]:

int main() {
  int *Data = toDevice(std::vector<int>(64));
  rotate<<<1, 64>>>(Data);
  return finish();
}
