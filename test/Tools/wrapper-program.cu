// REQUIRES: cuda, plugin
// One command makes a program that needs no library of CUDA's where it runs, and no warning is given.
// RUN: %phobos --cuda-gpu-arch=sm_90 -Werror %s -o %t
// RUN: readelf -d %t | FileCheck %s
// CHECK-NOT: cudart
// CHECK-NOT: libcuda
#include <cuda_runtime.h>

__global__ void fill(float *Out, float Value) { Out[threadIdx.x] = Value; }

int main() {
  fill<<<1, 32>>>(nullptr, 0.0f);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
