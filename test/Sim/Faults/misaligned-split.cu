// Vectors at addresses that are multiples of their elements only, where the compiler has split them into elements: the device's
// code loads and stores them whole. Of the last, not all elements are used.
// RUN: %phobos --sim -O3 %s -o %t
// RUN: not %t load 2>&1 | FileCheck --check-prefixes=CHECK,LOAD %s
// RUN: not %t store 2>&1 | FileCheck --check-prefixes=CHECK,STORE %s
// RUN: not %t pair 2>&1 | FileCheck --check-prefixes=CHECK,PAIR %s
// RUN: not %t some 2>&1 | FileCheck --check-prefixes=CHECK,SOME %s
// RUN: env PHOBOS_SIM=strict %t good 2>&1 | FileCheck --check-prefix=GOOD %s
#include "../Inputs/Device.h"
#include <string>

__global__ void load(const float *In, float *Out) {
  // LOAD: error: misaligned: load of 16 bytes at 0x{{[0-9a-f]+}} needs a multiple of 16; {{.*}}
  // LOAD-NEXT: misaligned-split.cu:[[@LINE+1]]:
  const float4 V = reinterpret_cast<const float4 *>(In)[threadIdx.x];
  Out[threadIdx.x] = V.x + V.y + V.z + V.w;
}
__global__ void store(float *Out) {
  // STORE: error: misaligned: store of 16 bytes at 0x{{[0-9a-f]+}} needs a multiple of 16; {{.*}}
  // STORE-NEXT: misaligned-split.cu:[[@LINE+1]]:
  reinterpret_cast<float4 *>(Out)[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
}
__global__ void pair(const float *In, float *Out) {
  // PAIR: error: misaligned: load of 8 bytes at 0x{{[0-9a-f]+}} needs a multiple of 8; {{.*}}
  // PAIR-NEXT: misaligned-split.cu:[[@LINE+1]]:
  const float2 V = reinterpret_cast<const float2 *>(In)[threadIdx.x];
  Out[threadIdx.x] = V.x * V.y;
}
__global__ void some(const float *In, float *Out) {
  // SOME: error: misaligned: load of 16 bytes at 0x{{[0-9a-f]+}} needs a multiple of 16; {{.*}}
  // SOME-NEXT: misaligned-split.cu:[[@LINE+1]]:
  const float4 V = reinterpret_cast<const float4 *>(In)[threadIdx.x];
  Out[threadIdx.x] = V.x + V.y + V.w;
}
/// Writes all of a vector but what the kernels above do not use.
__global__ void threeOfFour(float *Out) {
  float4 *V = reinterpret_cast<float4 *>(Out) + threadIdx.x;
  V->x = V->y = V->w = 1;
}
// CHECK: run: cudaErrorMisalignedAddress
// GOOD-NOT: error:
// GOOD: run: cudaSuccess

int main(int, char **Argv) {
  const std::string What = Argv[1];
  float *Zeros = toDevice(std::vector<float>(64)), *Out = toDevice(std::vector<float>(64)), *Gaps;
  cudaMalloc(&Gaps, 256);
  if (What == "load")
    load<<<1, 4>>>(Zeros + 1, Out);
  else if (What == "store")
    store<<<1, 4>>>(Out + 2);
  else if (What == "pair")
    pair<<<1, 4>>>(Zeros + 3, Out);
  else if (What == "some")
    some<<<1, 4>>>(Zeros + 1, Out);
  else {
    threeOfFour<<<1, 16>>>(Gaps);
    some<<<1, 16>>>(Gaps, Out);
    load<<<1, 4>>>(Zeros + 4, Out);
    store<<<1, 4>>>(Out + 8);
    pair<<<1, 4>>>(Zeros + 2, Out);
  }
  return finish();
}
