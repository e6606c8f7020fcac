// An overrun by 40,000 bytes, which on a GPU would land in the next allocation.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void fill(float *A, int N) { A[N + threadIdx.x] = 1; }
// CHECK: error: out-of-bounds: global store of 4 bytes at 0x{{[0-9a-f]+}} is 40000 bytes past the end of the 256-byte allocation #1 (cudaMalloc)
// CHECK-NEXT: in kernel 'fill(float*, int)', block (0,0,0), thread (0,0,0), at {{.*}}out-of-bounds-neighbour.cu:[[@LINE-2]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  float *A = toDevice(std::vector<float>(64));
  toDevice(std::vector<float>(1 << 20));
  fill<<<1, 32>>>(A, 64 + 10000);
  return finish();
}
