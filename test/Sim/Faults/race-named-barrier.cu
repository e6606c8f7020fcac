// A named barrier that orders half of the block only; the other half reads what was written.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void split(int *Data) {
  __shared__ int Tile[128];
  Tile[threadIdx.x] = Data[threadIdx.x];
  if (threadIdx.x < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  Data[threadIdx.x] = Tile[threadIdx.x ^ (threadIdx.x < 64 ? 32 : 64)];
}
// CHECK: error: race: shared load of 4 bytes at 0xfc and a write of the same bytes by thread (63,0,0) at {{.*}}race-named-barrier.cu:[[@LINE-7]]:
// CHECK-NEXT: block (0,0,0), thread (127,0,0), at {{.*}}race-named-barrier.cu:[[@LINE-3]]:
// CHECK-NOT: error:
// CHECK: run: cudaSuccess

int main() {
  int *Data = toDevice(std::vector<int>(128));
  split<<<1, 128>>>(Data);
  return finish();
}
