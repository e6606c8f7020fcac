// Directed roundings, conversions and integer instructions against the host's own.
// RUN: %phobos --sim -O1 -frounding-math %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: arithmetic: right
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <cfenv>
#include <cmath>
#include <cstring>

struct Out {
  float F[20];
  double D[20];
  int I[24];
  long long L[12];
};

__global__ void kernel(const float *X, const float *Y, Out *R, int N) {
  int T = blockIdx.x * blockDim.x + threadIdx.x;
  if (T >= N)
    return;
  float A = X[T], B = Y[T];
  Out O = {};
  O.F[0] = __fadd_rz(A, B);
  O.F[1] = __fadd_rd(A, B);
  O.F[2] = __fadd_ru(A, B);
  O.F[3] = __fadd_rn(A, B);
  O.F[4] = __fmul_rz(A, B);
  O.F[5] = __fmul_rd(A, B);
  O.F[6] = __fmul_ru(A, B);
  O.F[7] = __fdiv_rz(A, B);
  O.F[8] = __fdiv_rd(A, B);
  O.F[9] = __fdiv_ru(A, B);
  O.F[10] = __fmaf_rz(A, B, A);
  O.F[11] = __fmaf_rd(A, B, B);
  O.F[12] = __fmaf_ru(A, B, 1);
  O.F[13] = __fsqrt_rd(fabsf(A));
  O.F[14] = __frcp_ru(A);
  O.F[15] = __fsqrt_rn(fabsf(B));
  O.F[16] = __double2float_rz(double(A) * 1.00000003);
  O.F[17] = __double2float_ru(double(A) * 1.00000003);
  O.F[18] = __int2float_rz(int(A));
  O.F[19] = __saturatef(A);
  double P = double(A) / 3, Q = double(B) / 7;
  O.D[0] = __dadd_rz(P, Q);
  O.D[1] = __dadd_rd(P, Q);
  O.D[2] = __dmul_ru(P, Q);
  O.D[3] = __ddiv_rd(P, Q);
  O.D[4] = __fma_rz(P, Q, P);
  O.D[5] = __dsqrt_ru(fabs(P));
  O.D[6] = __drcp_rd(P);
  O.D[7] = __ll2double_rz((long long)P * 3);
  O.D[8] = floor(P);
  O.D[9] = ceil(P);
  O.D[10] = trunc(P);
  O.D[11] = rint(P);
  O.D[12] = __hiloint2double(__double2hiint(P), __double2loint(P));
  O.I[0] = __float2int_rd(A);
  O.I[1] = __float2int_ru(A);
  O.I[2] = __float2int_rn(A);
  O.I[3] = __float2int_rz(A);
  O.I[4] = __double2int_rd(P);
  O.I[5] = __float2uint_rn(fabsf(A));
  O.I[6] = __float_as_int(A);
  unsigned U = __float_as_uint(A), V = __float_as_uint(B);
  O.I[7] = __popc(U);
  O.I[8] = __clz(U);
  O.I[9] = __ffs(U);
  O.I[10] = __brev(U);
  O.I[11] = __byte_perm(U, V, 0x5A31);
  O.I[12] = __mulhi(int(U), int(V));
  O.I[13] = __umulhi(U, V);
  O.I[14] = __mul24(U, V);
  O.I[15] = __umul24(U, V);
  O.I[16] = __sad(int(U), int(V), 7u);
  O.I[17] = __usad(U, V, 7u);
  O.I[18] = __funnelshift_l(U, V, 13);
  O.I[19] = __funnelshift_r(U, V, 40);
  O.I[20] = __dp4a(int(U), int(V), 5);
  O.I[21] = __dp4a(U, V, 5u);
  O.I[22] = __rhadd(int(U), int(V));
  O.I[23] = __hadd(int(U), int(V));
  O.L[0] = __float2ll_rd(A);
  O.L[1] = __double2ll_ru(P);
  O.L[2] = __clzll((unsigned long long)U << 20);
  O.L[3] = __popcll((unsigned long long)U * V);
  O.L[4] = __mul64hi((long long)U << 30, -(long long)V << 29);
  O.L[5] = __brevll(U);
  O.L[6] = __ffsll((long long)V << 11);
  O.L[7] = int(U) / (int(V) | 1);
  O.L[8] = U % (V | 1);
  R[T] = O;
}

template <class T> T withRounding(int Mode, T (*Do)(T, T, T), T A, T B, T C) {
  fesetround(Mode);
  volatile T VA = A, VB = B, VC = C;
  T R = Do(VA, VB, VC);
  fesetround(FE_TONEAREST);
  return R;
}
template <class T> __attribute__((noinline, optnone)) T add(T A, T B, T) { return A + B; }
template <class T> __attribute__((noinline, optnone)) T mul(T A, T B, T) { return A * B; }
template <class T> __attribute__((noinline, optnone)) T quotient(T A, T B, T) { return A / B; }
template <class T> __attribute__((noinline, optnone)) T fused(T A, T B, T C) { return std::fma(A, B, C); }
template <class T> __attribute__((noinline, optnone)) T root(T A, T, T) { return std::sqrt(A); }
__attribute__((noinline, optnone)) double narrow(double A, double, double) { return float(A); }
__attribute__((noinline, optnone)) float fromInt(float A, float, float) { return int(A); }
__attribute__((noinline, optnone)) double fromLong(double A, double, double) { return double((long long)A * 3); }

int main() {
  std::vector<float> X, Y;
  unsigned S = 5;
  auto next = [&] { return S = S * 1664525u + 1013904223u; };
  for (int I = 0; I < 3000; ++I) {
    X.push_back(std::ldexp(1 + (next() >> 9) * 0x1p-23f, int(next() >> 8) % 28 - 10) * (next() & 1024 ? 1 : -1));
    Y.push_back(std::ldexp(1 + (next() >> 9) * 0x1p-23f, int(next() >> 8) % 28 - 10) * (next() & 1024 ? 1 : -1));
  }
  const int N = X.size();
  float *DX = toDevice(X), *DY = toDevice(Y);
  Out *DO;
  cudaMalloc(&DO, N * sizeof(Out));
  kernel<<<(N + 63) / 64, 64>>>(DX, DY, DO, N);
  auto R = toHost(DO, N);
  const int Z = FE_TOWARDZERO, D = FE_DOWNWARD, U = FE_UPWARD;
  int Bad = 0;
  auto expect = [&](const char *What, int I, auto Have, auto Want) {
    if (memcmp(&Have, &Want, sizeof(Have)) && Bad++ < 20)
      printf("WRONG %s for %a %a: %.17g instead of %.17g\n", What, X[I], Y[I], double(Have), double(Want));
  };
#define E(Field, Want) expect(#Field, I, R[I].Field, decltype(+R[I].Field)(Want))
  for (int I = 0; I < N; ++I) {
    float A = X[I], B = Y[I];
    E(F[0], withRounding(Z, add<float>, A, B, 0.f));
    E(F[1], withRounding(D, add<float>, A, B, 0.f));
    E(F[2], withRounding(U, add<float>, A, B, 0.f));
    E(F[3], A + B);
    E(F[4], withRounding(Z, mul<float>, A, B, 0.f));
    E(F[5], withRounding(D, mul<float>, A, B, 0.f));
    E(F[6], withRounding(U, mul<float>, A, B, 0.f));
    E(F[7], withRounding(Z, quotient<float>, A, B, 0.f));
    E(F[8], withRounding(D, quotient<float>, A, B, 0.f));
    E(F[9], withRounding(U, quotient<float>, A, B, 0.f));
    E(F[10], withRounding(Z, fused<float>, A, B, A));
    E(F[11], withRounding(D, fused<float>, A, B, B));
    E(F[12], withRounding(U, fused<float>, A, B, 1.f));
    E(F[13], withRounding(D, root<float>, std::fabs(A), 0.f, 0.f));
    E(F[14], withRounding(U, quotient<float>, 1.f, A, 0.f));
    E(F[15], std::sqrt(std::fabs(B)));
    double W = double(A) * 1.00000003;
    E(F[16], withRounding(Z, narrow, W, 0., 0.));
    E(F[17], withRounding(U, narrow, W, 0., 0.));
    E(F[18], withRounding(Z, fromInt, A, 0.f, 0.f));
    E(F[19], A < 0 ? 0 : A > 1 ? 1 : A);
    double P = double(A) / 3, Q = double(B) / 7;
    E(D[0], withRounding(Z, add<double>, P, Q, 0.));
    E(D[1], withRounding(D, add<double>, P, Q, 0.));
    E(D[2], withRounding(U, mul<double>, P, Q, 0.));
    E(D[3], withRounding(D, quotient<double>, P, Q, 0.));
    E(D[4], withRounding(Z, fused<double>, P, Q, P));
    E(D[5], withRounding(U, root<double>, std::fabs(P), 0., 0.));
    E(D[6], withRounding(D, quotient<double>, 1., P, 0.));
    E(D[7], withRounding(Z, fromLong, P, 0., 0.));
    E(D[8], std::floor(P));
    E(D[9], std::ceil(P));
    E(D[10], std::trunc(P));
    E(D[11], std::rint(P));
    E(D[12], P);
    E(I[0], std::floor(A));
    E(I[1], std::ceil(A));
    E(I[2], std::rint(A));
    E(I[3], std::trunc(A));
    E(I[4], std::floor(P));
    E(I[5], std::rint(std::fabs(A)));
    unsigned u, v;
    memcpy(&u, &A, 4);
    memcpy(&v, &B, 4);
    E(I[6], int(u));
    E(I[7], __builtin_popcount(u));
    E(I[8], u ? __builtin_clz(u) : 32);
    E(I[9], __builtin_ffs(u));
    E(I[10], int(__builtin_bitreverse32(u)));
    unsigned char By[8];
    memcpy(By, &u, 4);
    memcpy(By + 4, &v, 4);
    E(I[11], int(unsigned(By[1]) | unsigned(By[3]) << 8 | unsigned(By[2]) << 16 | unsigned(By[5]) << 24));
    E(I[12], int((long long)(int)u * (int)v >> 32));
    E(I[13], int((unsigned long long)u * v >> 32));
    E(I[14], int((unsigned)((int)(u << 8) >> 8) * (unsigned)((int)(v << 8) >> 8)));
    E(I[15], int((u & 0xFFFFFF) * (v & 0xFFFFFF)));
    long long Dif = (long long)(int)u - (int)v;
    E(I[16], int(unsigned(Dif < 0 ? -Dif : Dif) + 7u));
    E(I[17], int((u > v ? u - v : v - u) + 7u));
    E(I[18], int(v << 13 | u >> 19));
    E(I[19], int(u >> 8 | v << 24));
    int Dot = 5;
    unsigned UDot = 5;
    for (int J = 0; J < 4; ++J) {
      Dot += (signed char)By[J] * (signed char)By[4 + J];
      UDot += By[J] * By[4 + J];
    }
    E(I[20], Dot);
    E(I[21], int(UDot));
    E(I[22], int(((long long)(int)u + (int)v + 1) >> 1));
    E(I[23], int(((long long)(int)u + (int)v) >> 1));
    E(L[0], std::floor(A));
    E(L[1], std::ceil(P));
    E(L[2], u ? __builtin_clzll((unsigned long long)u << 20) : 64);
    E(L[3], __builtin_popcountll((unsigned long long)u * v));
    E(L[4], (long long)(((__int128)((long long)u << 30) * (-(long long)v << 29)) >> 64));
    E(L[5], (long long)__builtin_bitreverse64(u));
    E(L[6], __builtin_ffsll((long long)v << 11));
    E(L[7], int(u) / (int(v) | 1));
    E(L[8], u % (v | 1));
  }
  printf("arithmetic: %s\n", Bad ? "WRONG" : "right");
  return finish() | (Bad != 0);
}
