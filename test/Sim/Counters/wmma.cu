// wmma as inline PTX, with and without a stride, counts as matrix instructions and as accesses of equal shares of 16 bytes a
// lane; phobos-sim counts it in the code.
// RUN: %phobos --sim --cuda-gpu-arch=sm_80 -O1 %s -o %t
// RUN: env PHOBOS_SIM=count %t 2>&1 | FileCheck %s
// RUN: %sim-tool %t | FileCheck --check-prefix=CODE %s
#include "../Inputs/Device.h"
#include <cuda_fp16.h>

__global__ void square(const half *A, float *D) {
  __shared__ __align__(32) half Tile[256];
  for (int I = threadIdx.x; I < 256; I += 32)
    Tile[I] = A[I];
  __syncthreads();
  unsigned RA[8], RB[8];
  float C[8] = {};
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8];"
               : "=r"(RA[0]), "=r"(RA[1]), "=r"(RA[2]), "=r"(RA[3]), "=r"(RA[4]), "=r"(RA[5]), "=r"(RA[6]), "=r"(RA[7])
               : "r"(unsigned(__cvta_generic_to_shared(Tile))));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8], %9;"
               : "=r"(RB[0]), "=r"(RB[1]), "=r"(RB[2]), "=r"(RB[3]), "=r"(RB[4]), "=r"(RB[5]), "=r"(RB[6]), "=r"(RB[7])
               : "l"(A), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9,%10,%11,%12,%13,%14,%15}, "
               "{%16,%17,%18,%19,%20,%21,%22,%23}, {%0,%1,%2,%3,%4,%5,%6,%7};"
               : "+f"(C[0]), "+f"(C[1]), "+f"(C[2]), "+f"(C[3]), "+f"(C[4]), "+f"(C[5]), "+f"(C[6]), "+f"(C[7])
               : "r"(RA[0]), "r"(RA[1]), "r"(RA[2]), "r"(RA[3]), "r"(RA[4]), "r"(RA[5]), "r"(RA[6]), "r"(RA[7]), "r"(RB[0]),
                 "r"(RB[1]), "r"(RB[2]), "r"(RB[3]), "r"(RB[4]), "r"(RB[5]), "r"(RB[6]), "r"(RB[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%0], {%1,%2,%3,%4,%5,%6,%7,%8}, %9;" ::"l"(D), "f"(C[0]),
               "f"(C[1]), "f"(C[2]), "f"(C[3]), "f"(C[4]), "f"(C[5]), "f"(C[6]), "f"(C[7]), "r"(16)
               : "memory");
}
// CHECK-NOT: error
// CHECK: matrix instructions: 1 wmma.m16n16k16.f32.f16.f16.f32
// CHECK: global loads: 9 requests, 1024 bytes, 12 lines, 0 more than needed, 0 threads masked off
// CHECK-NEXT: global stores: 2 requests, 1024 bytes, 8 lines, 0 more than needed, 0 threads masked off
// CHECK-NEXT: shared loads: 1 requests, 512 bytes, 4 wavefronts, 0 bank conflicts
// CHECK: square: right
// CHECK-NOT: error
// CODE: matrix instructions: 1 wmma.m16n16k16.f32.f16.f16.f32
// CODE-NEXT: fragment loads: 2
// CODE-NEXT: fragment stores: 1

int main() {
  std::vector<half> A(256);
  for (int I = 0; I < 256; ++I)
    A[I] = half(float(I * 7 % 19 - 9));
  float *D = toDevice(std::vector<float>(256));
  square<<<1, 32>>>(toDevice(A), D);
  std::vector<float> Want(256);
  for (int I = 0; I < 256; ++I)
    for (int K = 0; K < 16; ++K)
      Want[I] += float(A[I / 16 * 16 + K]) * float(A[I % 16 * 16 + K]);
  return check("square", toHost(D, 256), Want) | finish();
}
