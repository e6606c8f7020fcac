// A kernel that writes to constant memory through a pointer.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__constant__ int Table[8];
__global__ void change(int *P) { P[threadIdx.x] += Table[7 - threadIdx.x]; }
// CHECK: error: constant written: global store of 4 bytes at 0x{{[0-9a-f]+}} changes a constant: byte 0 of the 32-byte constant 'Table'
// CHECK-NEXT: in kernel 'change(int*)', block (0,0,0), thread (0,0,0), at {{.*}}constant-written.cu:[[@LINE-2]]:
// CHECK-NOT: error:
// CHECK: run: cudaSuccess

int main() {
  int Host[8] = {1, 2, 3}, *P;
  cudaMemcpyToSymbol(Table, Host, sizeof(Host));
  cudaGetSymbolAddress(reinterpret_cast<void **>(&P), Table);
  change<<<1, 4>>>(P);
  return finish();
}
