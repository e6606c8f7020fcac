// A __syncwarp of all lanes that one lane never reaches, because it has left.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void rotate(int *Data) {
  __shared__ int Tile[32];
  if (threadIdx.x == 7)
    return;
  Tile[threadIdx.x] = Data[threadIdx.x];
  __syncwarp();
  Data[threadIdx.x] = Tile[(threadIdx.x + 1) % 4];
}
// CHECK: error: divergent collective: {{(__syncwarp|bar.warp.sync)}} waits for thread (7,0,0), which has ended
// CHECK-NEXT: in kernel 'rotate(int*)', block (0,0,0), thread (8,0,0), at {{.*}}divergent-syncwarp.cu:[[@LINE-4]]:
// CHECK: run: cudaErrorLaunchFailure

int main() {
  int *Data = toDevice(std::vector<int>(32));
  rotate<<<1, 32>>>(Data);
  return finish();
}
