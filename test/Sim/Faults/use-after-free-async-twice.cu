// Stream-ordered memory freed twice, once by each call.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

int main() {
  int *Data;
  cudaMallocAsync(&Data, 100, nullptr);
  cudaFreeAsync(Data, nullptr);
  printf("%s\n", cudaGetErrorName(cudaFreeAsync(Data, nullptr)));
  // CHECK: error: use after free: cudaFreeAsync of the 100-byte allocation #1 (cudaMallocAsync), which was freed before
  // CHECK: cudaErrorInvalidValue
  printf("%s\n", cudaGetErrorName(cudaFree(Data)));
  // CHECK: error: use after free: cudaFree of the 100-byte allocation #1 (cudaMallocAsync), which was freed before
  // CHECK: cudaErrorInvalidValue
  return finish();
}
