// An index past a local array, which on a GPU would change another variable.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void sort(int *Data, int N) {
  int Bins[8] = {};
  for (int I = 0; I < N; ++I)
    ++Bins[Data[I]];
  for (int I = 0; I < 8; ++I)
    Data[I] = Bins[I];
}
// CHECK: error: out-of-bounds: local {{load|store}} of 4 bytes at 0x{{[0-9a-f]+}} is at byte 32 of an array of 32 bytes
// CHECK-NEXT: in kernel 'sort(int*, int)', block (0,0,0), thread (0,0,0), at {{.*}}out-of-bounds-local.cu:[[@LINE-5]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  int *Data = toDevice(std::vector<int>{3, 7, 0, 8, 1, 1, 1, 1});
  sort<<<1, 1>>>(Data, 8);
  return finish();
}
