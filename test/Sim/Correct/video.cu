// Bytes and halfwords in one register, as CUDA's SIMD intrinsics are made of, with random operands against the host; atomics of
// bf16 and half pairs.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
// CHECK: seed 35
// CHECK-NEXT: bytes: right
// CHECK-NEXT: halfwords: right
// CHECK-NEXT: pairs: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <algorithm>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <random>

constexpr int Ops = 16;

__global__ void bytes(const unsigned *A, const unsigned *B, unsigned *Out) {
  const unsigned X = A[threadIdx.x], Y = B[threadIdx.x];
  const unsigned R[Ops] = {__vadd4(X, Y),   __vaddss4(X, Y), __vaddus4(X, Y), __vsub4(X, Y),
                           __vsubss4(X, Y), __vsubus4(X, Y), __vmins4(X, Y),  __vminu4(X, Y),
                           __vmaxs4(X, Y),  __vmaxu4(X, Y),  __vabsdiffs4(X, Y), __vabsdiffu4(X, Y),
                           __vavgu4(X, Y),  __vsadu4(X, Y),  __vcmpgtu4(X, Y), __vsetles4(X, Y)};
  for (int I = 0; I < Ops; ++I)
    Out[I * 32 + threadIdx.x] = R[I];
}
__global__ void halfwords(const unsigned *A, const unsigned *B, unsigned *Out) {
  const unsigned X = A[threadIdx.x], Y = B[threadIdx.x];
  const unsigned R[Ops] = {__vadd2(X, Y),   __vaddss2(X, Y), __vaddus2(X, Y), __vsub2(X, Y),
                           __vsubss2(X, Y), __vsubus2(X, Y), __vmins2(X, Y),  __vminu2(X, Y),
                           __vmaxs2(X, Y),  __vmaxu2(X, Y),  __vabsdiffs2(X, Y), __vabsdiffu2(X, Y),
                           __vavgu2(X, Y),  __vsadu2(X, Y),  __vcmpgtu2(X, Y), __vsetles2(X, Y)};
  for (int I = 0; I < Ops; ++I)
    Out[I * 32 + threadIdx.x] = R[I];
}

template <int Bits> std::vector<unsigned> reference(const std::vector<unsigned> &A, const std::vector<unsigned> &B) {
  const unsigned Mask = (1u << Bits) - 1;
  const int Most = Mask >> 1, Least = -Most - 1;
  std::vector<unsigned> Want(Ops * 32);
  for (int T = 0; T < 32; ++T)
    for (int At = 0; At < 32; At += Bits) {
      const int U = A[T] >> At & Mask, V = B[T] >> At & Mask;
      const int S = U > Most ? U - int(Mask) - 1 : U, R = V > Most ? V - int(Mask) - 1 : V;
      const int Lanes[Ops] = {U + V, std::clamp(S + R, Least, Most), std::min(U + V, int(Mask)), U - V,
                              std::clamp(S - R, Least, Most), std::max(U - V, 0), std::min(S, R), std::min(U, V),
                              std::max(S, R), std::max(U, V), std::abs(S - R), std::abs(U - V),
                              (U + V + 1) / 2, 0, U > V ? -1 : 0, S <= R};
      for (int I = 0; I < Ops; ++I)
        Want[I * 32 + T] |= (Lanes[I] & Mask) << At;
      Want[13 * 32 + T] += std::abs(U - V);
    }
  return Want;
}

__global__ void pairs(half2 *H, __nv_bfloat162 *B, __nv_bfloat16 *One) {
  atomicAdd(H, __floats2half2_rn(1, 0.5f));
  atomicAdd(B, __floats2bfloat162_rn(2, 0.25f));
  atomicAdd(One, __float2bfloat16(4));
}

int main() {
  printf("seed 35\n");
  std::mt19937 Random(35);
  std::vector<unsigned> A(32), B(32);
  for (auto &V : A)
    V = Random();
  for (auto &V : B)
    V = Random();
  unsigned *DA = toDevice(A), *DB = toDevice(B), *Out = toDevice(std::vector<unsigned>(Ops * 32));
  bytes<<<1, 32>>>(DA, DB, Out);
  int Bad = check("bytes", toHost(Out, Ops * 32), reference<8>(A, B));
  halfwords<<<1, 32>>>(DA, DB, Out);
  Bad |= check("halfwords", toHost(Out, Ops * 32), reference<16>(A, B));
  half2 *H = toDevice(std::vector<half2>(1, __floats2half2_rn(0, 0)));
  auto *P = toDevice(std::vector<__nv_bfloat162>(1, __floats2bfloat162_rn(0, 0)));
  auto *One = toDevice(std::vector<__nv_bfloat16>(1, __float2bfloat16(0)));
  pairs<<<1, 32>>>(H, P, One);
  const half2 HaveH = toHost(H, 1)[0];
  const __nv_bfloat162 HaveB = toHost(P, 1)[0];
  Bad |= check("pairs",
               std::vector<float>{__low2float(HaveH), __high2float(HaveH), __low2float(HaveB), __high2float(HaveB),
                                  __bfloat162float(toHost(One, 1)[0])},
               {32, 16, 64, 8, 128});
  return Bad | finish();
}
