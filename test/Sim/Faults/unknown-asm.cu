// Inline assembly without a meaning here names itself, and only where it is executed.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void unknown(int *Data) {
  int V = 0;
  if (Data[0])
    asm volatile("frobnicate.b32 %0, %1;" : "=r"(V) : "r"(Data[1]));
  Data[2] = V;
}
// CHECK: quiet: no error
// CHECK: error: not simulated: inline assembly 'frobnicate.b32 $0, $1'
// CHECK-NEXT: in kernel 'unknown(int*)', block (0,0,0), thread (0,0,0), at {{.*}}unknown-asm.cu:[[@LINE-5]]:
// CHECK: run: cudaErrorNotSupported

int main() {
  int *Data = toDevice(std::vector<int>{0, 1, 2});
  unknown<<<1, 1>>>(Data);
  printf("quiet: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int One = 1;
  cudaMemcpy(Data, &One, sizeof(int), cudaMemcpyHostToDevice);
  unknown<<<1, 1>>>(Data);
  return finish();
}
