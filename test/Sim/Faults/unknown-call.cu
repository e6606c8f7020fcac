// A runtime call that is not simulated names itself.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"


int main() {
  cudaArray_t Array;
  cudaChannelFormatDesc Format = {};
  cudaError_t Error = cudaMallocArray(&Array, &Format, 4, 4);
  // CHECK: error: not simulated: the call cudaMallocArray
  printf("%s\n", cudaGetErrorName(Error));
  // CHECK: cudaErrorNotSupported
  return finish();
}
