// An index past one shared array and into the next, which a GPU lets pass.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__global__ void columns(const int *In, int *Out) {
  __shared__ int A[32], B[32];
  A[threadIdx.x] = In[threadIdx.x];
  B[threadIdx.x] = In[threadIdx.x] + 1;
  __syncthreads();
  Out[threadIdx.x] = A[threadIdx.x + 1] + B[31 - threadIdx.x];
}
// CHECK: error: out-of-bounds: shared load of 4 bytes at 0x{{[0-9a-f]+}} is at byte 128 of 'A', which has 128 bytes
// CHECK-NEXT: in kernel 'columns(int const*, int*)', block (0,0,0), thread (31,0,0), at {{.*}}out-of-bounds-shared-array.cu:[[@LINE-3]]:
// CHECK: run: cudaSuccess

int main() {
  int *In = toDevice(std::vector<int>(32)), *Out = toDevice(std::vector<int>(32));
  columns<<<1, 32>>>(In, Out);
  return finish();
}
