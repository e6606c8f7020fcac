// Recursion without an end.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__device__ __noinline__ int deep(int N, volatile int *P) {
  volatile int Buffer[64];
  Buffer[N % 64] = *P;
  return deep(N + 1, P) + Buffer[N % 7];
}
__global__ void recurse(int *P) { *P = deep(0, P); }
// CHECK: error: stack overflow: a thread's local memory is used up
// CHECK-NEXT: in kernel 'recurse(int*)', block (0,0,0), thread (0,0,0), at {{.*}}stack-overflow.cu:{{8|9}}:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *P = toDevice(std::vector<int>(1));
  recurse<<<1, 1>>>(P);
  return finish();
}
