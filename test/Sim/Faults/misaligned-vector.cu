// A float4 load at an address that is a multiple of 4 only.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void copy(const float *In, float4 *Out) {
  Out[threadIdx.x] = *reinterpret_cast<const float4 *>(In + 4 * threadIdx.x + 1);
}
// CHECK: error: misaligned: load of 16 bytes at 0x{{[0-9a-f]+}} needs a multiple of 16; it is byte 4 of the 1024-byte allocation #1 (cudaMalloc)
// CHECK-NEXT: block (0,0,0), thread (0,0,0), at {{.*}}misaligned-vector.cu:[[@LINE-3]]:
// CHECK: run: cudaErrorMisalignedAddress

int main() {
  float *In = toDevice(std::vector<float>(256)), *Out = toDevice(std::vector<float>(256));
  copy<<<1, 32>>>(In, reinterpret_cast<float4 *>(Out));
  return finish();
}
