// A block larger than __launch_bounds__ allows fails to launch, as on a GPU, and nothing runs.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void __launch_bounds__(64) small(int *Data) { Data[threadIdx.x] = 1; }

int main() {
  int *Data = toDevice(std::vector<int>(128));
  small<<<1, 96>>>(Data);
  // CHECK: launch: cudaErrorInvalidValue, run: cudaSuccess
  finish();
  check("untouched", toHost(Data, 128), std::vector<int>(128));
  // CHECK: untouched: right
  // The largest that is allowed runs.
  small<<<1, 64>>>(Data);
  // CHECK: launch: cudaSuccess, run: cudaSuccess
  return finish();
}
