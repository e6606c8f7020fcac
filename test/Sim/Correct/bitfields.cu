// The first write of a bitfield reads its neighbours, which nobody wrote, and only stores them again: no uninitialized read. Bits
// that are used are one.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t good 2>&1 | FileCheck --check-prefix=GOOD %s
// RUN: %t bits 2>&1 | FileCheck --check-prefix=BITS %s
// RUN: %t or 2>&1 | FileCheck --check-prefix=OR %s
// RUN: %phobos --sim -O0 %s -o %t
// RUN: env PHOBOS_SIM=strict %t good 2>&1 | FileCheck --check-prefix=GOOD %s
#include "../Inputs/Device.h"
#include <string>

struct Bits {
  unsigned A : 3, B : 7;
};
__global__ void bits(Bits *Global, int *Out, bool Write) {
  __shared__ Bits Tile[64];
  if (Write) {
    Tile[threadIdx.x].A = 1;
    Tile[threadIdx.x].B = threadIdx.x;
    Global[threadIdx.x].B = 3;
  }
  __syncthreads();
  Out[threadIdx.x] = Tile[63 - threadIdx.x].A + Tile[63 - threadIdx.x].B;
}
// BITS: error: uninitialized read: shared load of 2 bytes

__global__ void orInto(int *Out) {
  __shared__ int Flags[64];
  Flags[threadIdx.x] |= threadIdx.x;
  __syncthreads();
  Out[threadIdx.x] = Flags[63 - threadIdx.x];
}
// OR: error: uninitialized read: shared load of 4 bytes
// GOOD-NOT: error:
// GOOD: bits: right
// GOOD-NEXT: launch: cudaSuccess, run: cudaSuccess

int main(int Argc, char **Argv) {
  const std::string What = Argc > 1 ? Argv[1] : "good";
  Bits *Global;
  cudaMalloc(&Global, 64 * sizeof(Bits));
  int *Out = toDevice(std::vector<int>(64)), Bad = 0;
  if (What == "or") {
    orInto<<<1, 64>>>(Out);
    return finish();
  }
  bits<<<1, 64>>>(Global, Out, What == "good");
  std::vector<int> Want(64);
  for (int I = 0; I < 64; ++I)
    Want[I] = 1 + 63 - I;
  if (What == "good")
    Bad |= check("bits", toHost(Out, 64), Want);
  return Bad | finish();
}
