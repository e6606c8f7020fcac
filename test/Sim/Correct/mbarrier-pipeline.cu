// A warp copies tiles with cp.async into a ring of stages, and three warps add them up: a full and an empty mbarrier a stage, by
// parity, copies handed over with and without .noinc, in more phases than parity can tell apart.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// RUN: env PHOBOS_SIM=strict PHOBOS_SIM_MUTATE=wait:0 not %t 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: env PHOBOS_SIM=strict PHOBOS_SIM_MUTATE=wait:1 not %t 2>&1 | FileCheck --check-prefix=FULL %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: noinc: right
// CHECK-NEXT: checksum 60177
// CHECK-NEXT: with increment: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
// Either wait is needed.
// EMPTY: mutation: changed 0 of 2
// EMPTY: error: {{race|missing wait}}
// FULL: mutation: changed 1 of 2
// FULL: error: {{missing wait|uninitialized read|race}}
#include "../Inputs/Device.h"
#include "../Inputs/MBarrier.h"

constexpr int Stages = 3, Consumers = 96;

template <bool Increment> __global__ void sum(const int4 *In, int *Out, int Tiles) {
  __shared__ int4 Ring[Stages][32];
  __shared__ uint64_t Full[Stages], Empty[Stages];
  if (threadIdx.x == 0)
    for (int S = 0; S < Stages; ++S) {
      initBarrier(&Full[S], 32);
      initBarrier(&Empty[S], Consumers);
    }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int T = 0; T < Tiles; ++T) {
      const int S = T % Stages;
      // The phase before the first counts as complete.
      wait(&Empty[S], T / Stages % 2 ^ 1);
      copyAsync(&Ring[S][threadIdx.x], &In[T * 32 + threadIdx.x]);
      if (Increment) {
        alsoAfterCopies(&Full[S]);
        arrive(&Full[S]);
      } else {
        arriveAfterCopies(&Full[S]);
      }
    }
    return;
  }
  int Sum = 0;
  for (int T = 0; T < Tiles; ++T) {
    const int S = T % Stages;
    wait(&Full[S], T / Stages % 2);
    const int4 V = Ring[S][(threadIdx.x + T) % 32];
    Sum += V.x + 3 * V.y + 5 * V.z + 7 * V.w;
    arrive(&Empty[S]);
  }
  Out[threadIdx.x - 32] = Sum;
}

int main() {
  const int Tiles = 17;
  std::vector<int4> In(Tiles * 32);
  for (int I = 0; I < Tiles * 32; ++I)
    In[I] = {I % 7, I % 11, I % 3, I % 5};
  std::vector<int> Want(Consumers);
  for (int C = 0; C < Consumers; ++C)
    for (int T = 0; T < Tiles; ++T) {
      const int4 V = In[T * 32 + (C + T) % 32];
      Want[C] += V.x + 3 * V.y + 5 * V.z + 7 * V.w;
    }
  int4 *DIn = toDevice(In);
  int *Out = toDevice(std::vector<int>(Consumers));
  sum<false><<<1, 32 + Consumers>>>(DIn, Out, Tiles);
  int Bad = check("noinc", toHost(Out, Consumers), Want), Sum = 0;
  for (int V : toHost(Out, Consumers))
    Sum += V;
  printf("checksum %d\n", Sum);
  sum<true><<<1, 32 + Consumers>>>(DIn, Out, Tiles);
  Bad |= check("with increment", toHost(Out, Consumers), Want);
  return Bad | finish();
}
