// A cudaMemcpy of more bytes than the allocation has.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"


int main() {
  std::vector<int> Values(32);
  int *P = toDevice(Values);
  cudaError_t Error = cudaMemcpy(P, Values.data(), 33 * sizeof(int), cudaMemcpyHostToDevice);
  // CHECK: error: out-of-bounds: cudaMemcpy of 132 bytes at 0x[[A:[0-9a-f]+]] leaves the 128-byte allocation #1 (cudaMalloc) at 0x[[A]]
  printf("%s\n", cudaGetErrorName(Error));
  // CHECK: cudaErrorInvalidValue
  return finish();
}
