// bmsk and szext, clamped and wrapped, at their edges.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: masks: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <algorithm>

__global__ void masks(const unsigned *A, const unsigned *B, unsigned *Out) {
  const unsigned X = A[threadIdx.x], Y = B[threadIdx.x];
  unsigned *To = Out + 5 * threadIdx.x;
  asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(To[0]) : "r"(X), "r"(Y));
  asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(To[1]) : "r"(X), "r"(Y));
  asm("szext.clamp.s32 %0, %1, %2;" : "=r"(To[2]) : "r"(0x89ABCDEFu ^ X), "r"(Y));
  asm("szext.clamp.u32 %0, %1, %2;" : "=r"(To[3]) : "r"(0x89ABCDEFu ^ X), "r"(Y));
  asm("szext.wrap.s32 %0, %1, %2;" : "=r"(To[4]) : "r"(0x89ABCDEFu ^ X), "r"(Y));
}

unsigned extend(unsigned V, unsigned Bits, bool Signed) {
  unsigned R = 0;
  for (unsigned I = 0; I < 32 && Bits; ++I)
    R |= (I < Bits ? V >> I & 1 : Signed ? V >> (Bits - 1) & 1 : 0) << I;
  return R;
}

int main() {
  std::vector<unsigned> A, B, Want;
  for (unsigned X : {0u, 1u, 5u, 16u, 31u, 32u, 33u, 100u})
    for (unsigned Y : {0u, 1u, 7u, 16u, 31u, 32u, 40u, 4000000000u}) {
      A.push_back(X);
      B.push_back(Y);
      for (bool Clamps : {true, false}) {
        const unsigned From = Clamps ? std::min(X, 32u) : X % 32, Width = Clamps ? std::min(Y, 32u) : Y % 32;
        unsigned Mask = 0;
        for (unsigned I = From; I < std::min(From + Width, 32u); ++I)
          Mask |= 1u << I;
        Want.push_back(Mask);
      }
      const unsigned V = 0x89ABCDEFu ^ X;
      Want.insert(Want.end(), {extend(V, std::min(Y, 32u), true), extend(V, std::min(Y, 32u), false), extend(V, Y % 32, true)});
    }
  unsigned *Out = toDevice(std::vector<unsigned>(Want.size()));
  masks<<<1, 64>>>(toDevice(A), toDevice(B), Out);
  return check("masks", toHost(Out, Want.size()), Want) | finish();
}
