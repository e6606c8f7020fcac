// ldmatrix and stmatrix of one, two and four matrices, plain and transposed, and movmatrix, against where the PTX manual says that
// elements go.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: x4 trans: right
// CHECK-NEXT: movmatrix: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <string>

__device__ unsigned address(const void *P) { return unsigned(__cvta_generic_to_shared(P)); }

#define LOAD1(T) asm volatile("ldmatrix.sync.aligned.m8n8.x1" T ".shared.b16 {%0}, [%1];" : "=r"(R[0]) : "r"(Row) : "memory")
#define LOAD2(T) asm volatile("ldmatrix.sync.aligned.m8n8.x2" T ".shared.b16 {%0,%1}, [%2];" : "=r"(R[0]), "=r"(R[1]) : "r"(Row) : "memory")
#define LOAD4(T)                                                                                                       \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4" T ".shared.b16 {%0,%1,%2,%3}, [%4];"                                    \
               : "=r"(R[0]), "=r"(R[1]), "=r"(R[2]), "=r"(R[3]) : "r"(Row) : "memory")
#define STORE1(T) asm volatile("stmatrix.sync.aligned.m8n8.x1" T ".shared.b16 [%0], {%1};" ::"r"(Row), "r"(R[0]) : "memory")
#define STORE2(T) asm volatile("stmatrix.sync.aligned.m8n8.x2" T ".shared.b16 [%0], {%1,%2};" ::"r"(Row), "r"(R[0]), "r"(R[1]) : "memory")
#define STORE4(T)                                                                                                      \
  asm volatile("stmatrix.sync.aligned.m8n8.x4" T ".shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(Row), "r"(R[0]), "r"(R[1]),  \
               "r"(R[2]), "r"(R[3]) : "memory")

#define EITHER(Form)                                                                                                   \
  if (Trans)                                                                                                           \
    Form(".trans");                                                                                                    \
  else                                                                                                                 \
    Form("")

/// Loaded holds what lanes got; Stored the matrices that lanes 2 V, 2 V + 1 store.
template <int Count, bool Trans> __global__ void moves(unsigned *Loaded, unsigned short *Stored) {
  __shared__ __align__(16) unsigned short Matrix[4][8][8];
  const int Lane = threadIdx.x;
  for (int I = Lane; I < 256; I += 32)
    Matrix[I / 64][I / 8 % 8][I % 8] = I;
  __syncwarp();
  const unsigned Row = address(&Matrix[Lane / 8][Lane % 8][0]);
  unsigned R[4] = {};
  if (Count == 1) {
    EITHER(LOAD1);
  } else if (Count == 2) {
    EITHER(LOAD2);
  } else {
    EITHER(LOAD4);
  }
  for (int I = 0; I < 4; ++I)
    Loaded[I * 32 + Lane] = R[I];
  __syncwarp();
  for (int I = 0; I < 4; ++I)
    R[I] = (I * 64 + Lane * 2) | (I * 64 + Lane * 2 + 1) << 16;
  if (Count == 1) {
    EITHER(STORE1);
  } else if (Count == 2) {
    EITHER(STORE2);
  } else {
    EITHER(STORE4);
  }
  __syncwarp();
  for (int I = Lane; I < 256; I += 32)
    Stored[I] = Matrix[I / 64][I / 8 % 8][I % 8];
}

__global__ void transpose(unsigned *Out) {
  unsigned D, A = (threadIdx.x * 2) | (threadIdx.x * 2 + 1) << 16;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(D) : "r"(A));
  Out[threadIdx.x] = D;
}

template <int Count, bool Trans> int test() {
  unsigned *Loaded = toDevice(std::vector<unsigned>(128));
  unsigned short *Stored = toDevice(std::vector<unsigned short>(256));
  moves<Count, Trans><<<1, 32>>>(Loaded, Stored);
  std::vector<unsigned> WantLoaded(128);
  std::vector<unsigned short> WantStored(256);
  for (int I = 0; I < 256; ++I)
    WantStored[I] = I;
  for (int M = 0; M < Count; ++M)
    for (int Lane = 0; Lane < 32; ++Lane)
      for (int E = 0; E < 2; ++E) {
        const int Row = Lane / 4, Column = Lane % 4 * 2 + E;
        const int At = M * 64 + (Trans ? Column * 8 + Row : Row * 8 + Column);
        WantLoaded[M * 32 + Lane] |= unsigned(At) << 16 * E;
        WantStored[At] = M * 64 + Lane * 2 + E;
      }
  const std::string Name = "x" + std::to_string(Count) + (Trans ? " trans" : "");
  return check((Name + " load").c_str(), toHost(Loaded, 128), WantLoaded) |
         check(Name.c_str(), toHost(Stored, 256), WantStored);
}

int main() {
  int Bad = test<1, false>() | test<2, false>() | test<4, false>() | test<1, true>() | test<2, true>() | test<4, true>();
  unsigned *Out = toDevice(std::vector<unsigned>(32));
  transpose<<<1, 32>>>(Out);
  std::vector<unsigned> Want(32);
  for (int Lane = 0; Lane < 32; ++Lane)
    for (int E = 0; E < 2; ++E)
      Want[Lane] |= unsigned((Lane % 4 * 2 + E) * 8 + Lane / 4) << 16 * E;
  return Bad | check("movmatrix", toHost(Out, 32), Want) | finish();
}
