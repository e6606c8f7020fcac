// A counter that one thread clears and all then add to, without a barrier: the clearing thread's own atomic does not hide it.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 0 2>&1 | FileCheck %s
// RUN: %t 1 2>&1 | FileCheck --check-prefix=GOOD %s
#include "../Inputs/Device.h"

__global__ void count(int *Out, bool Barrier) {
  __shared__ int Count;
  if (threadIdx.x == 0)
    Count = 0;
  if (Barrier)
    __syncthreads();
  atomicAdd(&Count, 1);
  __syncthreads();
  Out[threadIdx.x] = Count;
}
// CHECK: error: race: shared atomic of 4 bytes at 0x0 and a write of the same bytes by thread (0,0,0) at {{.*}}race-atomic-after-clear.cu:[[@LINE-7]]:
// GOOD-NOT: error
// GOOD: launch: cudaSuccess, run: cudaSuccess

int main(int, char **Argv) {
  int *Out = toDevice(std::vector<int>(64));
  count<<<1, 64>>>(Out, Argv[1][0] == '1');
  return finish();
}
