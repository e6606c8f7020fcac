// cuda::barrier and cuda::memcpy_async of libcu++ as they come: tokens, arrive_and_wait, threads that drop out, copies that
// arrive at the barrier; on chips with try_wait and without.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -std=c++17 -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim --cuda-gpu-arch=sm_80 -std=c++17 -O2 %s -o %t.80
// RUN: env PHOBOS_SIM=strict %t.80 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: reversed: right
// CHECK-NEXT: copied: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <cuda/barrier>
#include <numeric>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reverse(int *Data, int Rounds) {
  alignas(Barrier) __shared__ char Storage[sizeof(Barrier)];
  Barrier &B = *reinterpret_cast<Barrier *>(Storage);
  __shared__ int Tile[64];
  if (threadIdx.x == 0)
    init(&B, blockDim.x);
  __syncthreads();
  // The last warp leaves at once.
  if (threadIdx.x >= 64) {
    B.arrive_and_drop();
    return;
  }
  int V = Data[threadIdx.x];
  for (int I = 0; I < Rounds; ++I) {
    Tile[threadIdx.x] = V + 1;
    auto Token = B.arrive();
    B.wait(std::move(Token));
    V = Tile[63 - threadIdx.x];
    B.arrive_and_wait();
  }
  Data[threadIdx.x] = V;
}

__global__ void copy(const int4 *In, int4 *Out) {
  alignas(Barrier) __shared__ char Storage[sizeof(Barrier)];
  Barrier &B = *reinterpret_cast<Barrier *>(Storage);
  __shared__ int4 Tile[64];
  if (threadIdx.x == 0)
    init(&B, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&Tile[threadIdx.x], &In[threadIdx.x], cuda::aligned_size_t<16>(16), B);
  B.arrive_and_wait();
  Out[threadIdx.x] = Tile[63 - threadIdx.x];
}

int main() {
  std::vector<int> In(64), Want(64);
  std::iota(In.begin(), In.end(), 0);
  for (int I = 0; I < 64; ++I)
    Want[I] = 63 - I + 7;
  int *Data = toDevice(In);
  reverse<<<1, 96>>>(Data, 7);
  int Bad = check("reversed", toHost(Data, 64), Want);
  std::vector<int> Quads(256), Copied(256);
  std::iota(Quads.begin(), Quads.end(), 0);
  for (int I = 0; I < 256; ++I)
    Copied[I] = (63 - I / 4) * 4 + I % 4;
  int *DIn = toDevice(Quads), *DOut = toDevice(std::vector<int>(256));
  copy<<<1, 64>>>(reinterpret_cast<int4 *>(DIn), reinterpret_cast<int4 *>(DOut));
  Bad |= check("copied", toHost(DOut, 256), Copied);
  return Bad | finish();
}
