// The same allocation freed twice.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"


int main() {
  int *P = toDevice(std::vector<int>(8));
  cudaFree(P);
  cudaError_t Error = cudaFree(P);
  // CHECK: error: use after free: cudaFree of the 32-byte allocation #1 (cudaMalloc), which was freed before
  printf("%s\n", cudaGetErrorName(Error));
  // CHECK: cudaErrorInvalidValue
  return finish();
}
