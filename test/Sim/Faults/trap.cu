// A trap and a failed assertion end the launch as on a GPU.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

#include <cassert>
__global__ void trap() { __trap(); }
// CHECK: error: trap: the program executes a trap
// CHECK-NEXT: in kernel 'trap()', block (0,0,0), thread (0,0,0), at {{.*}}trap.cu:[[@LINE-2]]:
// CHECK: launch: cudaSuccess, run: cudaErrorLaunchFailure
__global__ void fails(int N) { assert(int(threadIdx.x) < N); }
// CHECK: trap.cu:[[@LINE-1]]: {{.*}}fails{{.*}}: block: [0,0,0], thread: [7,0,0] Assertion `int(threadIdx.x) < N` failed.
// CHECK: launch: cudaSuccess, run: cudaErrorAssert

int main() {
  trap<<<1, 1>>>();
  finish();
  cudaDeviceReset();
  cudaGetLastError();
  fails<<<1, 32>>>(7);
  return finish();
}
