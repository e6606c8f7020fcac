// A 4-byte store at an odd multiple of 2.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void store(char *Data) { *reinterpret_cast<int *>(Data + 4 * threadIdx.x + 2 * (threadIdx.x == 5)) = 1; }
// CHECK: error: misaligned: store of 4 bytes at 0x{{[0-9a-f]+}} needs a multiple of 4; it is byte 22 of the 128-byte allocation #1 (cudaMalloc)
// CHECK-NEXT: in kernel 'store(char*)', block (0,0,0), thread (5,0,0), at {{.*}}misaligned-scalar.cu:[[@LINE-2]]:
// CHECK: run: cudaErrorMisalignedAddress

int main() {
  char *Data = toDevice(std::vector<char>(128));
  store<<<1, 32>>>(Data);
  return finish();
}
