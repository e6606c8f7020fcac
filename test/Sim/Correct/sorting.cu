// Sorting and searching: a bitonic sort in shared memory and across blocks, a radix pass with ballots, a prefix sum of several
// blocks by shuffles, compaction with a warp-aggregated atomic, a search that leaves early by a shared flag.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
// CHECK: seed 33
// CHECK-NEXT: bitonic: right
// CHECK-NEXT: radix pass: right
// CHECK-NEXT: prefix sum: right
// CHECK-NEXT: compaction: right
// CHECK-NEXT: search: right
// CHECK-NEXT: checksum {{[0-9]+}}
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <algorithm>
#include <random>

constexpr int N = 1024, Block = 256;

__device__ void order(unsigned &A, unsigned &B, bool Up) {
  if ((A > B) == Up) {
    unsigned T = A;
    A = B;
    B = T;
  }
}

__global__ void sortBlocks(unsigned *Data) {
  __shared__ unsigned S[Block];
  const int I = threadIdx.x, First = blockIdx.x * Block;
  S[I] = Data[First + I];
  for (int Size = 2; Size <= Block; Size *= 2)
    for (int Stride = Size / 2; Stride; Stride /= 2) {
      __syncthreads();
      const int Other = I ^ Stride;
      if (Other > I)
        order(S[I], S[Other], ((First + I) & Size) == 0);
    }
  __syncthreads();
  Data[First + I] = S[I];
}
__global__ void mergeStep(unsigned *Data, int Size, int Stride) {
  const int I = blockIdx.x * Block + threadIdx.x, Other = I ^ Stride;
  if (Other > I)
    order(Data[I], Data[Other], (I & Size) == 0);
}

/// Moves what has the bit clear to the front, in order.
__global__ void split(const unsigned *In, unsigned *Out, int Bit) {
  __shared__ int Zeros[32], Total;
  const int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32, Warps = blockDim.x / 32;
  const unsigned V = In[threadIdx.x];
  const unsigned Clear = __ballot_sync(~0u, !(V >> Bit & 1));
  if (Lane == 0)
    Zeros[Warp] = __popc(Clear);
  __syncthreads();
  if (Warp == 0) {
    int Count = Lane < Warps ? Zeros[Lane] : 0, Sum = Count;
    for (int D = 1; D < 32; D *= 2) {
      const int Below = __shfl_up_sync(~0u, Sum, D);
      Sum += Lane >= D ? Below : 0;
    }
    if (Lane < Warps)
      Zeros[Lane] = Sum - Count;
    if (Lane == 31)
      Total = Sum;
  }
  __syncthreads();
  const int Before = Zeros[Warp] + __popc(Clear & ((1u << Lane) - 1));
  Out[V >> Bit & 1 ? Total + int(threadIdx.x) - Before : Before] = V;
}

__device__ unsigned scanBlock(unsigned V, unsigned &Total) {
  __shared__ unsigned Sums[Block / 32];
  const int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  for (int D = 1; D < 32; D *= 2) {
    const unsigned Below = __shfl_up_sync(~0u, V, D);
    if (Lane >= D)
      V += Below;
  }
  if (Lane == 31)
    Sums[Warp] = V;
  __syncthreads();
  Total = 0;
  for (int I = 0; I < Block / 32; ++I) {
    if (I < Warp)
      V += Sums[I];
    Total += Sums[I];
  }
  return V;
}
__global__ void scan(const unsigned *In, unsigned *Out, unsigned *Totals) {
  const int I = blockIdx.x * Block + threadIdx.x;
  unsigned Total;
  Out[I] = scanBlock(In[I] % 1000, Total);
  if (threadIdx.x == 0)
    Totals[blockIdx.x] = Total;
}
__global__ void addTotals(unsigned *Out, const unsigned *Totals) {
  unsigned Before = 0;
  for (int B = 0; B < blockIdx.x; ++B)
    Before += Totals[B];
  Out[blockIdx.x * Block + threadIdx.x] += Before;
}

__global__ void compact(const unsigned *In, unsigned *Out, int *Count) {
  const unsigned V = In[blockIdx.x * Block + threadIdx.x];
  if (V % 3)
    return;
  const unsigned Active = __activemask();
  const int Leader = __ffs(Active) - 1, Lane = threadIdx.x % 32;
  int At = 0;
  if (Lane == Leader)
    At = atomicAdd(Count, __popc(Active));
  At = __shfl_sync(Active, At, Leader) + __popc(Active & ((1u << Lane) - 1));
  Out[At] = V;
}

__global__ void search(const unsigned *In, unsigned Key, int *Found) {
  __shared__ bool Done;
  if (threadIdx.x == 0)
    Done = false;
  __syncthreads();
  for (int First = 0; First < N; First += Block) {
    if (In[First + threadIdx.x] == Key) {
      *Found = First + threadIdx.x;
      Done = true;
    }
    // A barrier before and after: the flag is not written again before all have read it.
    __syncthreads();
    const bool Leave = Done;
    __syncthreads();
    if (Leave)
      break;
  }
}

int main() {
  printf("seed 33\n");
  std::mt19937 Random(33);
  std::vector<unsigned> In(N);
  for (auto &V : In)
    V = Random() % 100000;
  unsigned *Data = toDevice(In);
  sortBlocks<<<N / Block, Block>>>(Data);
  for (int Size = 2 * Block; Size <= N; Size *= 2)
    for (int Stride = Size / 2; Stride; Stride /= 2)
      mergeStep<<<N / Block, Block>>>(Data, Size, Stride);
  auto Sorted = In;
  std::sort(Sorted.begin(), Sorted.end());
  int Bad = check("bitonic", toHost(Data, N), Sorted);

  unsigned *DIn = toDevice(In), *Out = toDevice(std::vector<unsigned>(N));
  split<<<1, N>>>(DIn, Out, 4);
  std::vector<unsigned> Split;
  for (unsigned Bit : {0u, 1u})
    std::copy_if(In.begin(), In.end(), std::back_inserter(Split), [&](unsigned V) { return (V >> 4 & 1) == Bit; });
  Bad |= check("radix pass", toHost(Out, N), Split);

  unsigned *Totals = toDevice(std::vector<unsigned>(N / Block));
  scan<<<N / Block, Block>>>(DIn, Out, Totals);
  addTotals<<<N / Block, Block>>>(Out, Totals);
  std::vector<unsigned> Sums(N);
  for (int I = 0; I < N; ++I)
    Sums[I] = In[I] % 1000 + (I ? Sums[I - 1] : 0);
  Bad |= check("prefix sum", toHost(Out, N), Sums);

  int *Count = toDevice(std::vector<int>(1));
  compact<<<N / Block, Block>>>(DIn, Out, Count);
  std::vector<unsigned> Thirds;
  std::copy_if(In.begin(), In.end(), std::back_inserter(Thirds), [](unsigned V) { return V % 3 == 0; });
  auto Have = readBack(Out, Thirds.size());
  std::sort(Have.begin(), Have.end());
  dump(Have);
  std::sort(Thirds.begin(), Thirds.end());
  Bad |= check("compaction", Have, Thirds) | (toHost(Count, 1)[0] != int(Thirds.size()));

  int *Found = toDevice(std::vector<int>(1));
  search<<<1, Block>>>(Data, Sorted[700], Found);
  Bad |= check("search", std::vector<unsigned>{Sorted[toHost(Found, 1)[0]]}, {Sorted[700]});
  unsigned Sum = 0;
  for (unsigned V : Sorted)
    Sum = Sum * 31 + V;
  printf("checksum %u\n", Sum);
  return Bad | finish();
}
