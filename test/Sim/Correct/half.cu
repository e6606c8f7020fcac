// Half and bfloat arithmetic of CUDA's headers: the device's inline assembly against the headers' own host code, for a chip
// with bfloat arithmetic and for one without.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_75 -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict PHOBOS_SIM_CHIP=sm_90 %t 2>&1 | FileCheck %s
// RUN: env PHOBOS_SIM=strict PHOBOS_SIM_CHIP=sm_75 %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: half: right
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <cmath>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Results {
  unsigned short H[24], B[24];
  float F[8];
  int I[16];
};

__host__ __device__ unsigned short bits(__half V) { return __half_as_ushort(V); }
__host__ __device__ unsigned short bits(__nv_bfloat16 V) { return __bfloat16_as_ushort(V); }

// These are the device's alone.
#define HALF_TO_INT(Name, Round)                                                                                       \
  __device__ int halfToInt_##Name(__half V) { return __hisinf(V) || __hisnan(V) ? 0 : __half2int_##Name(V); }          \
  __host__ int halfToInt_##Name(__half V) {                                                                            \
    float F = __half2float(V);                                                                                         \
    return std::isfinite(F) ? int(std::Round(F)) : 0;                                                                  \
  }
HALF_TO_INT(rd, floor)
HALF_TO_INT(rn, rint)
HALF_TO_INT(ru, ceil)

__host__ __device__ void compute(float X, float Y, Results &R) {
  __half A = __float2half_rn(X), C = __float2half_rn(Y);
  int N = 0;
  R.H[N++] = bits(A);
  R.H[N++] = bits(__float2half_rz(X));
  R.H[N++] = bits(__float2half_rd(X));
  R.H[N++] = bits(__float2half_ru(X));
  R.H[N++] = bits(__hadd(A, C));
  R.H[N++] = bits(__hsub(A, C));
  R.H[N++] = bits(__hmul(A, C));
  R.H[N++] = bits(__hneg(A));
  R.H[N++] = bits(__habs(A));
  R.H[N++] = bits(__hmax(A, C));
  R.H[N++] = bits(__hmin(A, C));
  R.H[N++] = bits(__hadd_sat(A, C));
  R.H[N++] = bits(__int2half_rn(X > -1e9f && X < 1e9f ? int(X) : 7));
  R.H[N++] = bits(__hadd2(__halves2half2(A, C), __halves2half2(C, C)).x);
  R.H[N++] = bits(__hmul2(__halves2half2(A, C), __halves2half2(C, A)).y);
  R.H[N++] = bits(__double2half(double(X) * 1.0000001));
  R.H[N++] = bits(__float22half2_rn(make_float2(X, Y)).y);
  R.H[N++] = bits(__low2half2(__halves2half2(A, C)).y);
  __nv_bfloat16 P = __float2bfloat16_rn(X), Q = __float2bfloat16_rn(Y);
  N = 0;
  R.B[N++] = bits(P);
  R.B[N++] = bits(__float2bfloat16_rz(X));
  R.B[N++] = bits(__float2bfloat16_rd(X));
  R.B[N++] = bits(__float2bfloat16_ru(X));
  R.B[N++] = bits(__hadd(P, Q));
  R.B[N++] = bits(__hsub(P, Q));
  R.B[N++] = bits(__hmul(P, Q));
  R.B[N++] = bits(__hneg(P));
  R.B[N++] = bits(__habs(P));
  R.B[N++] = bits(__hmax(P, Q));
  R.B[N++] = bits(__hmin(P, Q));
  R.B[N++] = bits(__double2bfloat16(double(X) * 1.0000001));
  R.B[N++] = bits(__hmul2(__halves2bfloat162(P, Q), __halves2bfloat162(Q, P)).y);
  N = 0;
  R.F[N++] = __half2float(A);
  R.F[N++] = __bfloat162float(P);
  R.F[N++] = __low2float(__halves2half2(A, C));
  N = 0;
  R.I[N++] = __hlt(A, C);
  R.I[N++] = __hge(A, C);
  R.I[N++] = __heq(A, C) + 2 * __hne(A, C);
  R.I[N++] = __hgtu(A, C) + 2 * __hisnan(A);
  R.I[N++] = __hlt(P, Q) + 2 * __hequ(P, Q);
  R.I[N++] = halfToInt_rd(A);
  R.I[N++] = halfToInt_rn(A);
  R.I[N++] = halfToInt_ru(A);
  R.I[N++] = __hbeq2(__halves2half2(A, C), __halves2half2(A, A));
}

__global__ void kernel(const float *X, const float *Y, Results *Out, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N) {
    Out[I] = Results();
    compute(X[I], Y[I], Out[I]);
  }
}

int main() {
  std::vector<float> X, Y;
  unsigned Seed = 1;
  auto next = [&] { return Seed = Seed * 1664525u + 1013904223u; };
  const float Special[] = {0,        -0.0f,   1,        65504,     65519,   65520,  6e-8f, 2.98e-8f,
                           2.99e-8f, 6.1e-5f, INFINITY, -INFINITY, 3.4e38f, 1e-40f, 2049,  4098.5f};
  for (float S : Special)
    for (float T : Special)
      X.push_back(S), Y.push_back(T);
  for (int I = 0; I < 6000; ++I) {
    unsigned A = next(), B = next();
    int E = int(A >> 8) % 40 - 20, G = int(B >> 8) % 40 - 20;
    X.push_back(std::ldexp(1 + (next() >> 9) * 0x1p-23f, E) * (A & 1 ? 1 : -1));
    Y.push_back(std::ldexp(1 + (next() >> 9) * 0x1p-23f, I % 3 ? E + 1 : G) * (B & 1 ? 1 : -1));
  }
  int N = X.size();
  float *DX = toDevice(X), *DY = toDevice(Y);
  Results *DOut;
  cudaMalloc(&DOut, N * sizeof(Results));
  kernel<<<(N + 127) / 128, 128>>>(DX, DY, DOut, N);
  auto Have = toHost(DOut, N);
  int Bad = 0;
  for (int I = 0; I < N; ++I) {
    Results Want = Results();
    compute(X[I], Y[I], Want);
    if (memcmp(&Want, &Have[I], sizeof(Want)) && Bad++ < 8) {
      printf("WRONG for %a and %a:", X[I], Y[I]);
      for (int J = 0; J < 24; ++J)
        if (Want.H[J] != Have[I].H[J])
          printf(" H%d %04x/%04x", J, Have[I].H[J], Want.H[J]);
      for (int J = 0; J < 24; ++J)
        if (Want.B[J] != Have[I].B[J])
          printf(" B%d %04x/%04x", J, Have[I].B[J], Want.B[J]);
      for (int J = 0; J < 8; ++J)
        if (memcmp(&Want.F[J], &Have[I].F[J], 4))
          printf(" F%d %a/%a", J, Have[I].F[J], Want.F[J]);
      for (int J = 0; J < 16; ++J)
        if (Want.I[J] != Have[I].I[J])
          printf(" I%d %d/%d", J, Have[I].I[J], Want.I[J]);
      printf("\n");
    }
  }
  printf("half: %s\n", Bad ? "WRONG" : "right");
  return finish() | (Bad != 0);
}
