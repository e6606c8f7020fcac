// Correct kernels that look like the planted faults give no report: each is a twin of one in ../Faults.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
#include "../Inputs/Device.h"
#include <algorithm>
#include <numeric>

static std::vector<int> numbers(int N, int From = 0) {
  std::vector<int> V(N);
  std::iota(V.begin(), V.end(), From);
  return V;
}

/// Shared arrays next to each other, both used to their last byte; an address formed outside and never used.
__global__ void edges(const int *In, int *Out) {
  __shared__ int A[32], B[32];
  A[threadIdx.x] = In[threadIdx.x];
  B[threadIdx.x] = In[threadIdx.x] + 1;
  __syncthreads();
  const int *Before = A - 1;
  Out[threadIdx.x] = Before[threadIdx.x + 1] + B[31 - threadIdx.x];
}

/// Local arrays by a running index, through a pointer, and by a callee.
__device__ __noinline__ int last(const int *Own, int N) { return Own[N - 1]; }
__global__ void local(const int *In, int *Out) {
  int Bins[8] = {};
  for (int I = 0; I < 32; ++I)
    ++Bins[In[I] % 8];
  int *P = Bins + 8;
  int Sum = 0;
  while (P != Bins)
    Sum += *--P;
  Out[threadIdx.x] = Sum + last(Bins, 8);
}

/// Each half of a pair is written by another thread, and both are read after the barrier.
__global__ void halves(const int *In, int2 *Out) {
  __shared__ int2 Tile[16];
  int *Flat = &Tile[0].x;
  Flat[threadIdx.x] = In[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 16)
    Out[threadIdx.x] = Tile[threadIdx.x];
}

/// A counter that is cleared before a barrier, counted on, and read after another.
__global__ void counter(int *Out) {
  __shared__ int Counter;
  if (threadIdx.x == 0)
    Counter = 0;
  __syncthreads();
  atomicAdd(&Counter, 1);
  __syncthreads();
  Out[threadIdx.x] = Counter;
}

/// Own cp.async data after the own wait needs no barrier.
__global__ void ownCopy(const int4 *In, int4 *Out) {
  __shared__ int4 Tile[32];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(unsigned(__cvta_generic_to_shared(&Tile[threadIdx.x]))),
               "l"(In + threadIdx.x));
  asm volatile("cp.async.wait_all;" ::: "memory");
  Tile[threadIdx.x].x += 1;
  Out[threadIdx.x] = Tile[threadIdx.x];
}

/// A reduction over half a warp: what the down shuffle reads beyond the mask is not used.
__global__ void halfWarp(const int *In, int *Out) {
  if (threadIdx.x >= 16)
    return;
  int V = In[threadIdx.x];
  for (int Step = 8; Step; Step /= 2)
    V += __shfl_down_sync(0xFFFF, V, Step);
  Out[threadIdx.x] = __shfl_sync(0xFFFF, V, 0);
}

/// Lanes that left are in no mask.
__global__ void fewLanes(int *Data) {
  if (threadIdx.x >= 20)
    return;
  __shared__ int Tile[32];
  Tile[threadIdx.x] = Data[threadIdx.x];
  __syncwarp((1u << 20) - 1);
  Data[threadIdx.x] = Tile[19 - threadIdx.x];
}

/// Two warps at a barrier of their own each.
__global__ void ownBarriers(int *Data) {
  __shared__ int Tile[64];
  Tile[threadIdx.x] = Data[threadIdx.x];
  asm volatile("bar.sync %0, 32;" ::"r"(1 + int(threadIdx.x) / 32) : "memory");
  Data[threadIdx.x] = Tile[threadIdx.x ^ 31];
}

/// The last elements of an allocation of odd size, the first ones of another.
__global__ void ends(const char *In, char *Out, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Out[N - 1 - I] = In[I];
}

__constant__ int Table[8];
__global__ void lookUp(int *Out) { Out[threadIdx.x] = Table[threadIdx.x % 8]; }

__global__ void __launch_bounds__(64) small(int *Out) { Out[threadIdx.x] = threadIdx.x; }

int main() {
  int *In = toDevice(numbers(32)), *Out = toDevice(std::vector<int>(64)), Bad = 0;
  edges<<<1, 32>>>(In, Out);
  Bad += check("edges", toHost(Out, 32), std::vector<int>(32, 32));
  local<<<1, 32>>>(In, Out);
  Bad += check("local", toHost(Out, 32), std::vector<int>(32, 36));
  halves<<<1, 32>>>(In, reinterpret_cast<int2 *>(Out));
  Bad += check("halves", toHost(Out, 32), numbers(32));
  counter<<<1, 64>>>(Out);
  Bad += check("counter", toHost(Out, 64), std::vector<int>(64, 64));
  int4 *Quads = reinterpret_cast<int4 *>(toDevice(numbers(128))), *Copied = reinterpret_cast<int4 *>(toDevice(numbers(128)));
  ownCopy<<<1, 32>>>(Quads, Copied);
  std::vector<int> Want = numbers(128);
  for (int I = 0; I < 128; I += 4)
    ++Want[I];
  Bad += check("own copy", toHost(&Copied->x, 128), Want);
  halfWarp<<<1, 32>>>(In, Out);
  Bad += check("half a warp", toHost(Out, 16), std::vector<int>(16, 120));
  int *Data = toDevice(numbers(32));
  fewLanes<<<1, 32>>>(Data);
  std::vector<int> Reversed = numbers(32);
  std::reverse(Reversed.begin(), Reversed.begin() + 20);
  Bad += check("few lanes", toHost(Data, 32), Reversed);
  int *Both = toDevice(numbers(64));
  ownBarriers<<<1, 64>>>(Both);
  for (int I = 0; I < 64; ++I)
    Want[I] = I ^ 31;
  Want.resize(64);
  Bad += check("own barriers", toHost(Both, 64), Want);
  std::vector<char> Text(1001, 'x');
  char *From = toDevice(Text), *To = toDevice(std::vector<char>(1001));
  ends<<<4, 256>>>(From, To, 1001);
  Bad += check("ends", toHost(To, 1001), Text);
  int Host[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  cudaMemcpyToSymbol(Table, Host, sizeof(Host));
  lookUp<<<1, 8>>>(Out);
  Bad += check("constants", toHost(Out, 8), std::vector<int>(Host, Host + 8));
  small<<<1, 64>>>(Out);
  Bad += check("as many threads as allowed", toHost(Out, 64), numbers(64));
  // Memory of a pool is used again after it was freed and allocated anew; rows of a pitched copy end at the last byte.
  for (int I = 0; I < 3; ++I) {
    int *Again;
    cudaMallocAsync(&Again, 256, nullptr);
    small<<<1, 64>>>(Again);
    Bad += check("pool", toHost(Again, 64), numbers(64));
    cudaFreeAsync(Again, nullptr);
  }
  char *Rows = toDevice(std::vector<char>(64 * 7 + 48));
  if (cudaMemcpy2D(Rows, 64, Text.data(), 100, 48, 8, cudaMemcpyHostToDevice))
    Bad += printf("cudaMemcpy2D: WRONG\n");
  return Bad + finish();
}
// CHECK: launch: cudaSuccess, run: cudaSuccess
// CHECK-NOT: error
