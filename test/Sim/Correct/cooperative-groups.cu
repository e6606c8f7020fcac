// cooperative_groups as its headers come: blocks, tiles of a warp, of a part and of several warps, coalesced and labeled groups,
// shuffles, votes, reductions and scans, each against the host.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim --cuda-gpu-arch=sm_80 -O0 %s -o %t.80
// RUN: env PHOBOS_SIM=strict %t.80 2>&1 | FileCheck %s
// RUN: %phobos --sim --cuda-gpu-arch=sm_75 -O1 %s -o %t.75
// RUN: env PHOBOS_SIM=strict %t.75 warp 2>&1 | FileCheck --check-prefix=WARP %s
// WARP: groups: right
// WARP-NEXT: launch: cudaSuccess, run: cudaSuccess
// CHECK-NOT: {{error|WRONG}}
// CHECK: sums: right
// CHECK-NEXT: scans: right
// CHECK-NEXT: groups: right
// CHECK-NEXT: several warps: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void sums(const int *In, int *Out) {
  auto Block = cg::this_thread_block();
  auto Warp = cg::tiled_partition<32>(Block);
  __shared__ int Part[8];
  const int Sum = cg::reduce(Warp, In[Block.thread_rank()], cg::plus<int>());
  if (Warp.thread_rank() == 0)
    Part[Warp.meta_group_rank()] = Sum;
  Block.sync();
  int Total = 0;
  for (int I = 0; I < Warp.meta_group_size(); ++I)
    Total += Part[I];
  Out[Block.thread_rank()] = Total + int(cg::reduce(Warp, float(Sum), cg::greater<float>()));
}

__global__ void scans(const int *In, int *Out) {
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto Quad = cg::tiled_partition<4>(Warp);
  const int V = In[threadIdx.x];
  Out[threadIdx.x] = cg::inclusive_scan(Warp, V) + 1000 * cg::exclusive_scan(Quad, V, cg::plus<int>()) +
                     100000 * (Quad.shfl(V, 0) + Quad.shfl_xor(V, 1) + Quad.shfl_down(V, 0) + Quad.shfl_up(V, 0));
}

__global__ void groups(const int *In, int *Out) {
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int V = In[threadIdx.x];
  int Result = 0;
  if (V % 3 == 0) {
    auto Active = cg::coalesced_threads();
    Result = Active.size() * 100 + Active.thread_rank() + 10000 * cg::reduce(Active, V, cg::greater<int>());
  }
  Warp.sync();
  Result += cg::labeled_partition(Warp, V % 2).size();
  Result += 7 * cg::binary_partition(Warp, V % 2 == 0).num_threads();
  Result += 3 * __popc(Warp.ballot(V & 1)) + Warp.any(V == 5) + Warp.all(V >= 0) + 5 * __popc(Warp.match_any(V & 3));
  Out[threadIdx.x] = Result;
}

// A tile of two warps synchronizes by atomics in the system's part of shared memory. Chips before sm_80 have none: there the
// header's lanes write one value to one place in the block's memory, which is a race.
__global__ void several(const int *In, int *Out) {
  __shared__ cg::block_tile_memory<128> Memory;
  auto Block = cg::this_thread_block(Memory);
  auto Tile = cg::tiled_partition<64>(Block);
  __shared__ int Data[128];
  Data[Block.thread_rank()] = In[Block.thread_rank()];
  Tile.sync();
  const int Other = Data[Tile.meta_group_rank() * 64 + 63 - Tile.thread_rank()];
  Out[Block.thread_rank()] = Other + 1000 * cg::reduce(Tile, Other, cg::plus<int>()) + Tile.any(Other == 7);
}

int main(int Count, char **) {
  std::vector<int> In(128), Sums(128), Scans(128), Groups(128), Several(128);
  for (int I = 0; I < 128; ++I)
    In[I] = I * 37 % 61;
  int Total = 0;
  for (int V : In)
    Total += V;
  for (int I = 0; I < 128; ++I) {
    const int W = I / 32 * 32, Q = I / 4 * 4, T = I / 64 * 64;
    int Sum = 0, Inclusive = 0, Exclusive = 0, Third = 0, Before = 0, Largest = 0, Same = 0, Odd = 0, Five = 0, Match = 0;
    for (int J = W; J < W + 32; ++J) {
      Sum += In[J];
      Inclusive += J <= I ? In[J] : 0;
      Third += In[J] % 3 == 0;
      Before += J < I && In[J] % 3 == 0;
      Largest = In[J] % 3 == 0 ? std::max(Largest, In[J]) : Largest;
      Same += In[J] % 2 == In[I] % 2;
      Odd += In[J] & 1;
      Five |= In[J] == 5;
      Match += (In[J] & 3) == (In[I] & 3);
    }
    for (int J = Q; J < I; ++J)
      Exclusive += In[J];
    Sums[I] = Total + Sum;
    Scans[I] = Inclusive + 1000 * Exclusive + 100000 * (In[Q] + In[I ^ 1] + 2 * In[I]);
    Groups[I] = (In[I] % 3 == 0 ? Third * 100 + Before + 10000 * Largest : 0) + 8 * Same + 3 * Odd + Five + 1 + 5 * Match;
    int Tile = 0, Seven = 0;
    for (int J = T; J < T + 64; ++J) {
      Tile += In[J];
      Seven |= In[J] == 7;
    }
    Several[I] = In[T + 63 - (I - T)] + 1000 * Tile + Seven;
  }
  int *DIn = toDevice(In), *Out = toDevice(std::vector<int>(128));
  sums<<<1, 128>>>(DIn, Out);
  int Bad = check("sums", toHost(Out, 128), Sums);
  scans<<<1, 128>>>(DIn, Out);
  Bad |= check("scans", toHost(Out, 128), Scans);
  groups<<<1, 128>>>(DIn, Out);
  Bad |= check("groups", toHost(Out, 128), Groups);
  if (Count == 1) {
    several<<<1, 128>>>(DIn, Out);
    Bad |= check("several warps", toHost(Out, 128), Several);
  }
  return Bad | finish();
}
