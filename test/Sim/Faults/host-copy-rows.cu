// A 2-D copy whose pitch fits and whose last row does not.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

int main() {
  std::vector<char> Host(64 * 8);
  char *P = toDevice(std::vector<char>(64 * 7));
  cudaError_t Error = cudaMemcpy2D(P, 64, Host.data(), 64, 48, 8, cudaMemcpyHostToDevice);
  // CHECK: error: out-of-bounds: cudaMemcpy2D, row 7 of 48 bytes at 0x{{[0-9a-f]+}} leaves the 448-byte allocation #1 (cudaMalloc) at 0x
  printf("%s\n", cudaGetErrorName(Error));
  // CHECK: cudaErrorInvalidValue
  // The same with a row less is good.
  printf("%s\n", cudaGetErrorName(cudaMemcpy2D(P, 64, Host.data(), 64, 48, 7, cudaMemcpyHostToDevice)));
  // CHECK-NOT: error:
  // CHECK: cudaSuccess
  return finish();
}
