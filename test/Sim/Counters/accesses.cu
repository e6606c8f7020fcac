// Requests, lines and bank conflicts of accesses whose numbers are known by hand, as text and as JSON.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=count,json=%t.json %t 2>&1 | FileCheck %s
// RUN: %python -m json.tool %t.json | FileCheck %s --check-prefix=JSON
#include "../Inputs/Device.h"

// One warp, 32 neighbours: 128 bytes in one line, once from the start of a line and once from its middle.
__global__ void lines(const float *In, float *Out) { Out[threadIdx.x] = In[threadIdx.x] + In[threadIdx.x + 16]; }
// CHECK: counters of 'lines(float const*, float*)', grid (1,1,1), block (32,1,1)
// CHECK-NEXT: barriers: 0, warp synchronizations: 0, cp.async waits: 0
// CHECK-NEXT: global loads: 2 requests, 256 bytes, 3 lines, 1 more than needed, 0 threads masked off
// CHECK-NEXT: global stores: 1 requests, 128 bytes, 1 lines, 0 more than needed, 0 threads masked off

// A stride of a line each: 32 lines where one would do. Half of the warp is masked off.
__global__ void strided(const float *In, float *Out) {
  if (threadIdx.x % 2)
    Out[threadIdx.x] = In[threadIdx.x * 32];
}
// CHECK: counters of 'strided(float const*, float*)'
// CHECK: global loads: 1 requests, 64 bytes, 16 lines, 15 more than needed, 16 threads masked off

// Columns of an unpadded tile lie in one bank; a padded one's do not. Wide and equal addresses are free.
__global__ void banks(float *Out) {
  __shared__ float Plain[32][32], Padded[32][33];
  __shared__ float4 Wide[32];
  for (int I = 0; I < 32; ++I)
    Plain[I][threadIdx.x] = Padded[I][threadIdx.x] = I;
  Wide[threadIdx.x] = make_float4(1, 2, 3, 4);
  __syncthreads();
  Out[threadIdx.x] = Plain[threadIdx.x][3] + Padded[threadIdx.x][3] + Plain[5][0] + Wide[threadIdx.x].y;
}
// CHECK: counters of 'banks(float*)'
// CHECK-NEXT: barriers: 1,
// CHECK: shared loads: 4 requests, 512 bytes, {{[0-9]+}} wavefronts, {{3[1-4]}} bank conflicts
// CHECK-NEXT: load at {{.*}}accesses.cu:[[@LINE-5]]:{{[0-9]+}}: 32 wavefronts for 1
// CHECK: shared stores: 65 requests, 8704 bytes, 68 wavefronts, 0 bank conflicts
// CHECK-NEXT: staged: 0 bytes by cp.async, 8704 by stores

// A loop: the n-th execution by each lane is one request, however far the lanes are apart.
__global__ void loop(const int *In, int *Out, int N) {
  int Sum = 0;
#pragma unroll 1
  for (int I = threadIdx.x; I < N; I += 64)
    Sum += In[I];
  Out[threadIdx.x] = Sum;
}
// CHECK: counters of 'loop(int const*, int*, int)'
// CHECK: global loads: 4 requests, 400 bytes, 4 lines, 0 more than needed, 28 threads masked off

// JSON: "kernel": "_Z5banksPf"
// JSON: "bank_conflicts": 31

int main() {
  float *In = toDevice(std::vector<float>(2048)), *Out = toDevice(std::vector<float>(64));
  lines<<<1, 32>>>(In, Out);
  strided<<<1, 32>>>(In, Out);
  banks<<<1, 32>>>(Out);
  loop<<<1, 64>>>(reinterpret_cast<int *>(In), reinterpret_cast<int *>(Out), 100);
  return finish();
}
