// ldmatrix with rows 8 bytes apart: every second row is misaligned.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void load(unsigned *Out) {
  __shared__ __align__(16) unsigned short Tile[64];
  Tile[threadIdx.x] = threadIdx.x;
  Tile[threadIdx.x + 32] = threadIdx.x;
  __syncthreads();
  unsigned R, Row = unsigned(__cvta_generic_to_shared(Tile)) + threadIdx.x % 8 * 8;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(R) : "r"(Row));
  Out[threadIdx.x] = R;
}
// CHECK: error: misaligned: ldmatrix of 16 bytes at 0x{{[0-9a-f]+}} needs a multiple of 16; it is byte 8 of 'Tile' (128 bytes)
// CHECK-NEXT: block (0,0,0), thread (1,0,0), at {{.*}}misaligned-ldmatrix.cu:[[@LINE-4]]:
// CHECK: run: cudaErrorMisalignedAddress

int main() {
  unsigned *Out = toDevice(std::vector<unsigned>(32));
  load<<<1, 32>>>(Out);
  return finish();
}
