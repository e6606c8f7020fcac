// Data behind a flag in shared memory: ordered by release and acquire, by fences around volatile accesses and atomics, and not
// without them.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: %t release 2>&1 | FileCheck --check-prefix=GOOD %s
// RUN: %t fence 2>&1 | FileCheck --check-prefix=GOOD %s
// RUN: %t lock 2>&1 | FileCheck --check-prefix=GOOD %s
// RUN: %t relaxed 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: %t one-fence 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: %t bare-lock 2>&1 | FileCheck --check-prefix=LOCK %s
#include "../Inputs/Device.h"
#include <map>
#include <string>

enum Mode { Release, Fence, Lock, RelaxedFlag, OneFence, BareLock };

__device__ unsigned address(const void *P) { return unsigned(__cvta_generic_to_shared(P)); }

__global__ void flag(int *Out, Mode M) {
  __shared__ int Data, Flag;
  if (threadIdx.x == 0)
    Data = Flag = 0;
  __syncthreads();
  int V = 1;
  if (threadIdx.x == 0) {
    Data = 7;
    if (M != RelaxedFlag && M != Release)
      __threadfence_block();
    if (M == Release)
      asm volatile("st.release.cta.shared.b32 [%0], %1;" ::"r"(address(&Flag)), "r"(V) : "memory");
    else if (M == RelaxedFlag)
      asm volatile("st.relaxed.cta.shared.b32 [%0], %1;" ::"r"(address(&Flag)), "r"(V) : "memory");
    else
      atomicExch(&Flag, 1);
  } else if (threadIdx.x == 32) {
    if (M == Fence || M == OneFence)
      while (!atomicAdd(&Flag, 0))
        ;
    else
      do
        asm volatile("ld.acquire.cta.shared.b32 %0, [%1];" : "=r"(V) : "r"(address(&Flag)) : "memory");
      while (!V);
    if (M == Fence)
      __threadfence_block();
    Out[0] = Data;
  }
}
// RACE: error: race: shared load of 4 bytes at 0x{{[0-9a-f]}} and a write of the same bytes by thread (0,0,0) at {{.*}}race-flag.cu:[[@LINE-22]]:

__global__ void count(int *Out, Mode M) {
  __shared__ int Locked, Count;
  if (threadIdx.x == 0)
    Locked = Count = 0;
  __syncthreads();
  for (bool Done = false; !Done;)
    if (atomicCAS(&Locked, 0, 1) == 0) {
      if (M == Lock)
        __threadfence_block();
      Count += 1;
      if (M == Lock)
        __threadfence_block();
      atomicExch(&Locked, 0);
      Done = true;
    }
  __syncthreads();
  Out[threadIdx.x] = Count;
}
// LOCK: error: race: shared {{load|store}} of 4 bytes at {{.*}} at {{.*}}race-flag.cu:[[@LINE-9]]:
// GOOD-NOT: error
// GOOD: launch: cudaSuccess, run: cudaSuccess

int main(int, char **Argv) {
  const std::map<std::string, Mode> Modes = {{"release", Release}, {"fence", Fence}, {"lock", Lock}, {"relaxed", RelaxedFlag},
                                             {"one-fence", OneFence}, {"bare-lock", BareLock}};
  const Mode M = Modes.at(Argv[1]);
  int *Out = toDevice(std::vector<int>(64));
  if (M == Lock || M == BareLock)
    count<<<1, 64>>>(Out, M);
  else
    flag<<<1, 64>>>(Out, M);
  return finish();
}
