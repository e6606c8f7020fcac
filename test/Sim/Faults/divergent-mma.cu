// A matrix product that the upper half of the warp does not take part in.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__device__ void multiply(float *D, const unsigned *A, const unsigned *B) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(D[0]), "+f"(D[1]), "+f"(D[2]), "+f"(D[3])
               : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]), "r"(B[1]));
}

__global__ void half(float *Out) {
  float D[4] = {};
  unsigned A[4] = {}, B[2] = {};
  if (threadIdx.x < 16)
    multiply(D, A, B);
  Out[threadIdx.x] = D[0];
}
// CHECK: error: divergent collective: not all threads arrive: 16 wait at mma.sync ({{.*}}divergent-mma.cu:[[@LINE-12]]:3), the first of them thread (0,0,0); 16 have ended
// CHECK-NEXT: in kernel 'half(float*)', block (0,0,0), thread (0,0,0), at {{.*}}divergent-mma.cu:[[@LINE-13]]:
// CHECK: run: cudaErrorLaunchFailure

int main() {
  float *Out = toDevice(std::vector<float>(32));
  half<<<1, 32>>>(Out);
  return finish();
}
