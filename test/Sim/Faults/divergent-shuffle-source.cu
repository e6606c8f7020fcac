// A broadcast from a lane that is not in the mask: what the others get is undefined.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void broadcast(int *Data) {
  int V = Data[threadIdx.x];
  if (threadIdx.x >= 16)
    V = __shfl_sync(0xFFFF0000, V, 3);
  Data[threadIdx.x] = V;
}
// CHECK: error: divergent collective: shfl.sync reads lane 3, which its mask 0xffff0000 leaves out
// CHECK-NEXT: in kernel 'broadcast(int*)', block (0,0,0), thread (16,0,0), at {{.*}}divergent-shuffle-source.cu:[[@LINE-4]]:
// CHECK-NOT: error:
// CHECK: run: cudaSuccess

int main() {
  int *Data = toDevice(std::vector<int>(32));
  broadcast<<<1, 32>>>(Data);
  return finish();
}
