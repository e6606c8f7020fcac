// What goes wrong with an mbarrier: an arrival too few or too many, none made, no barrier after making it, reading before the
// wait or after a wait for another phase, an arrival that orders nothing, a copy that nobody waits for.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t good 2>&1 | FileCheck --check-prefix=GOOD %s
// RUN: not %t few 2>&1 | FileCheck --check-prefix=FEW %s
// RUN: %t many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: not %t at-once 2>&1 | FileCheck --check-prefix=ATONCE %s
// RUN: not %t none 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %t unordered 2>&1 | FileCheck --check-prefix=UNORDERED %s
// RUN: %t early 2>&1 | FileCheck --check-prefix=EARLY %s
// RUN: %t other 2>&1 | FileCheck --check-prefix=EARLY %s
// RUN: %t relaxed 2>&1 | FileCheck --check-prefix=EARLY %s
// RUN: %t unwaited 2>&1 | FileCheck --check-prefix=UNWAITED %s
// RUN: not %t global 2>&1 | FileCheck --check-prefix=GLOBAL %s
#include "../Inputs/Device.h"
#include "../Inputs/MBarrier.h"
#include <map>
#include <string>

enum Mode { Good, Few, Many, None, Unordered, Early, Other, Relaxed, Unwaited, Global, AtOnce };

__global__ void exchange(const int4 *In, int *Out, Mode M) {
  __shared__ uint64_t Storage;
  __shared__ int Tile[64];
  __shared__ int4 Copies[64];
  uint64_t *B = M == Global ? reinterpret_cast<uint64_t *>(Out) : &Storage;
  if (threadIdx.x == 0 && M != None)
    initBarrier(B, M == Few ? 65 : M == Many ? 63 : 64);
  if (M != Unordered)
    __syncthreads();
  Tile[threadIdx.x] = threadIdx.x;
  copyAsync(&Copies[threadIdx.x], &In[threadIdx.x]);
  if (M == AtOnce)
    asm volatile("{\n.reg .b64 S;\nmbarrier.arrive.shared::cta.b64 S, [%0], 65;\n}" ::"r"(sharedAddress(B)) : "memory");
  if (M == Relaxed) {
    asm volatile("{\n.reg .b64 S;\nmbarrier.arrive.relaxed.cta.shared::cta.b64 S, [%0];\n}" ::"r"(sharedAddress(B)) : "memory");
  } else {
    if (M != Unwaited)
      alsoAfterCopies(B);
    arrive(B);
  }
  if (M == Other)
    wait(B, 1);
  else if (M != Early)
    wait(B, 0);
  Out[threadIdx.x] = Tile[63 - threadIdx.x] + Copies[63 - threadIdx.x].x;
}
// FEW: error: divergent collective: not all threads arrive: 64 wait at mbarrier.try_wait ({{.*}}MBarrier.h:{{[0-9:]+}}), the first of them thread (0,0,0); the mbarrier at shared 0x{{[0-9a-f]+}} lacks 1 of 65 arrivals in phase 0
// FEW: run: cudaErrorLaunchFailure
// The phase ends before the last thread has come.
// MANY: error: race: shared load of 4 bytes at 0x{{[0-9a-f]+}} and a write of the same bytes by thread {{.*}} at {{.*}}mbarrier.cu:[[@LINE-20]]:
// ATONCE: error: divergent collective: mbarrier.arrive: 65 arrivals at the mbarrier at shared 0x{{[0-9a-f]+}}, which waits for 64
// NONE: error: uninitialized read: {{.*}}mbarrier{{.*}}: the mbarrier at shared 0x{{[0-9a-f]+}} was never initialized
// NONE: run: cudaErrorLaunchFailure
// UNORDERED: error: race: shared {{.*}}mbarrier.{{.*}} of 8 bytes
// EARLY: error: race: shared load of 4 bytes at 0x{{[0-9a-f]+}} and a write of the same bytes by thread {{.*}} at {{.*}}mbarrier.cu:[[@LINE-25]]:
// UNWAITED: error: missing wait: shared load of {{.*}} meets a cp.async that its thread
// GLOBAL: error: out-of-bounds: mbarrier.init: the address {{.*}} is not in shared memory
// GLOBAL: run: cudaErrorIllegalAddress
// GOOD-NOT: error
// GOOD: launch: cudaSuccess, run: cudaSuccess

int main(int, char **Argv) {
  const std::map<std::string, Mode> Modes = {{"good", Good},   {"few", Few},         {"many", Many},        {"none", None},
                                             {"early", Early}, {"other", Other},     {"relaxed", Relaxed},  {"unwaited", Unwaited},
                                             {"global", Global}, {"at-once", AtOnce}, {"unordered", Unordered}};
  int4 *In = toDevice(std::vector<int4>(64));
  int *Out = toDevice(std::vector<int>(64));
  exchange<<<1, 64>>>(In, Out, Modes.at(Argv[1]));
  return finish();
}
