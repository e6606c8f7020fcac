// Matrix instructions by kind, ldmatrix with and without conflicts, and what is staged by cp.async.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=count %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

__device__ unsigned shared(const void *P) { return unsigned(__cvta_generic_to_shared(P)); }

__global__ void tiles(const int4 *In, unsigned *Out) {
  // Rows of 64 bytes: eight of them cover the banks four times over, unless the chunks are swizzled.
  __shared__ int4 Plain[8][4], Swizzled[8][4];
  const int Row = threadIdx.x / 4, Chunk = threadIdx.x % 4;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared(&Plain[Row][Chunk])), "l"(In + threadIdx.x));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared(&Swizzled[Row][Chunk ^ Row / 2 % 4])), "l"(In + threadIdx.x));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  unsigned A, B;
  const int R = threadIdx.x % 8;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(A) : "r"(shared(&Plain[R][1])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(B) : "r"(shared(&Swizzled[R][1 ^ R / 2 % 4])));
  float C[4] = {};
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
               : "+f"(C[0]), "+f"(C[1]), "+f"(C[2]), "+f"(C[3]) : "r"(A), "r"(B), "r"(A));
  Out[threadIdx.x] = A == B && C[0] == C[0];
}
// CHECK-NOT: error
// CHECK: counters of 'tiles(int4 const*, unsigned int*)'
// CHECK-NEXT: matrix instructions: 1 m16n8k8.f32.f16.f16.f32
// CHECK-NEXT: barriers: 1, warp synchronizations: 0, cp.async waits: 32
// CHECK: global loads: 2 requests, 1024 bytes, 8 lines, 0 more than needed
// CHECK: shared loads: 2 requests, 256 bytes, 5 wavefronts, 3 bank conflicts
// CHECK-NEXT: ldmatrix at {{.*}}matrix.cu:{{[0-9]+}}:{{[0-9]+}}: 4 wavefronts for 1
// CHECK: staged: 1024 bytes by cp.async, 0 by stores
// CHECK: equal: right
// CHECK-NOT: error

int main() {
  std::vector<int4> In(32);
  for (int I = 0; I < 32; ++I)
    In[I] = {I, I + 1, I * 3, I * 5};
  int4 *DIn = toDevice(In);
  unsigned *DOut = toDevice(std::vector<unsigned>(32));
  tiles<<<1, 32>>>(DIn, DOut);
  return check("equal", toHost(DOut, 32), std::vector<unsigned>(32, 1)) | finish();
}
