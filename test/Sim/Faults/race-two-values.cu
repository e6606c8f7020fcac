// Two warps store into one place: a race where the values differ, in the last store of a thread too, and none where they are the
// same.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t differ 2>&1 | FileCheck %s
// RUN: %t last 2>&1 | FileCheck --check-prefix=LAST %s
// RUN: %t same 2>&1 | FileCheck --check-prefix=GOOD %s
#include "../Inputs/Device.h"
#include <cstring>

__global__ void mark(int *Out, bool Same) {
  __shared__ int Flag;
  if (threadIdx.x % 32 == 0)
    Flag = Same ? 1 : threadIdx.x;
  __syncthreads();
  Out[threadIdx.x] = Flag;
}
// CHECK: error: race: shared store of 4 bytes at 0x0 and a write of the same bytes by thread (0,0,0) at {{.*}}race-two-values.cu:[[@LINE-4]]:
// CHECK-NEXT: block (0,0,0), thread (32,0,0), at {{.*}}race-two-values.cu:[[@LINE-5]]:
// CHECK: phobos-sim: 1 error

extern __shared__ int Left[];
__global__ void leave() {
  if (threadIdx.x % 32 == 0)
    Left[0] = threadIdx.x;
}
// LAST: error: race: shared store of 4 bytes at 0x0 and a write of the same bytes by thread (0,0,0) at {{.*}}race-two-values.cu:[[@LINE-2]]:
// LAST-NEXT: block (0,0,0), thread (32,0,0), at {{.*}}race-two-values.cu:[[@LINE-3]]:
// GOOD-NOT: error
// GOOD: launch: cudaSuccess, run: cudaSuccess

int main(int, char **Argv) {
  int *Out = toDevice(std::vector<int>(64));
  if (strcmp(Argv[1], "last"))
    mark<<<1, 64>>>(Out, !strcmp(Argv[1], "same"));
  else
    leave<<<1, 64, 4>>>();
  return finish();
}
