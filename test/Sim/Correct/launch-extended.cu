// cudaLaunchKernelExC without clusters is an ordinary launch; with a cluster of two blocks it is an error
// that says so.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %t cluster 2>&1 | FileCheck --check-prefix=CLUSTER %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: plain: right
// CHECK-NEXT: attributes: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
// CLUSTER: error: not simulated: the call cudaLaunchKernelExC with clusters
// CLUSTER: cudaErrorNotSupported
#include "../Inputs/Device.h"

__global__ void fill(int *Out, int V) {
  extern __shared__ int Shared[];
  Shared[threadIdx.x] = V;
  Out[blockIdx.x * blockDim.x + threadIdx.x] = Shared[threadIdx.x] + blockIdx.x;
}

int main(int Count, char **) {
  int *Out = toDevice(std::vector<int>(64));
  cudaLaunchConfig_t Config = {};
  Config.gridDim = dim3(2);
  Config.blockDim = dim3(32);
  Config.dynamicSmemBytes = 128;
  cudaLaunchAttribute Attribute = {};
  Attribute.id = cudaLaunchAttributeClusterDimension;
  Attribute.val.clusterDim = {Count > 1 ? 2u : 1u, 1, 1};
  int V = 3;
  void *Arguments[] = {&Out, &V};
  std::vector<int> Want(64);
  for (int I = 0; I < 64; ++I)
    Want[I] = 3 + I / 32;
  int Bad = 0;
  if (Count == 1) {
    cudaLaunchKernelExC(&Config, reinterpret_cast<const void *>(fill), Arguments);
    Bad = check("plain", toHost(Out, 64), Want);
  }
  Config.attrs = &Attribute;
  Config.numAttrs = 1;
  V = 4;
  const cudaError_t Error = cudaLaunchKernelExC(&Config, reinterpret_cast<const void *>(fill), Arguments);
  if (Count > 1) {
    printf("%s\n", cudaGetErrorName(Error));
    return 0;
  }
  for (int &W : Want)
    ++W;
  return Bad | check("attributes", toHost(Out, 64), Want) | finish();
}
