// A shuffle of the whole warp that half of it never reaches.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void sum(int *Data, int N) {
  if (threadIdx.x >= N)
    return;
  int V = Data[threadIdx.x];
  V += __shfl_down_sync(0xFFFFFFFF, V, 8);
  Data[threadIdx.x] = V;
}
// CHECK: error: divergent collective: not all threads arrive: 16 wait at shfl.sync ({{.*}}divergent-shuffle.cu:[[@LINE-3]]:{{[0-9]+}}), the first of them thread (0,0,0); 16 have ended
// CHECK-NEXT: in kernel 'sum(int*, int)', block (0,0,0), thread (0,0,0), at {{.*}}divergent-shuffle.cu:[[@LINE-4]]:
// CHECK: run: cudaErrorLaunchFailure

int main() {
  int *Data = toDevice(std::vector<int>(32));
  sum<<<1, 32>>>(Data, 16);
  return finish();
}
