// Every kind of mma.sync, its fragments loaded and stored as the PTX manual describes them case by case, against a product in
// double or 64-bit integers.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: u8 s8 k32: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/// g and t of the manual's pictures.
__device__ int group() { return threadIdx.x >> 2; }
__device__ int inGroup() { return threadIdx.x % 4; }

template <class T> __device__ unsigned pack2(T Low, T High) {
  unsigned short L, H;
  memcpy(&L, &Low, 2);
  memcpy(&H, &High, 2);
  return L | unsigned(H) << 16;
}
__device__ unsigned pack4(const unsigned char *V) { return V[0] | V[1] << 8 | V[2] << 16 | unsigned(V[3]) << 24; }

// A is M x K and B is K x N, both row-major; C and D are 16 x 8.

template <class T> __device__ void loadA16(const T *A, unsigned (&R)[4]) {
  T V[8];
  for (int I = 0; I < 8; ++I) {
    int Row = I == 0 || I == 1 || I == 4 || I == 5 ? group() : group() + 8;
    int Column = I < 4 ? inGroup() * 2 + (I & 1) : inGroup() * 2 + (I & 1) + 8;
    V[I] = A[Row * 16 + Column];
  }
  for (int I = 0; I < 4; ++I)
    R[I] = pack2(V[2 * I], V[2 * I + 1]);
}
template <class T> __device__ void loadB16(const T *B, unsigned (&R)[2]) {
  T V[4];
  for (int I = 0; I < 4; ++I) {
    int Row = I < 2 ? inGroup() * 2 + (I & 1) : inGroup() * 2 + (I & 1) + 8;
    V[I] = B[Row * 8 + group()];
  }
  for (int I = 0; I < 2; ++I)
    R[I] = pack2(V[2 * I], V[2 * I + 1]);
}
template <class T> __device__ void loadA8(const T *A, unsigned (&R)[2]) {
  for (int I = 0; I < 2; ++I) {
    int Row = I == 0 ? group() : group() + 8;
    R[I] = pack2(A[Row * 8 + inGroup() * 2], A[Row * 8 + inGroup() * 2 + 1]);
  }
}
template <class T> __device__ unsigned loadB8(const T *B) {
  return pack2(B[(inGroup() * 2) * 8 + group()], B[(inGroup() * 2 + 1) * 8 + group()]);
}
template <class T> __device__ void storeC(T *C, T C0, T C1, T C2, T C3) {
  C[group() * 8 + inGroup() * 2] = C0;
  C[group() * 8 + inGroup() * 2 + 1] = C1;
  C[(group() + 8) * 8 + inGroup() * 2] = C2;
  C[(group() + 8) * 8 + inGroup() * 2 + 1] = C3;
}

#define MMA4(Text, A, B, C, Kind)                                                                                      \
  asm volatile(Text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                                           \
               : "+" Kind(C[0]), "+" Kind(C[1]), "+" Kind(C[2]), "+" Kind(C[3])                                        \
               : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]), "r"(B[1]))
#define MMA2(Text, A, B, C, Kind)                                                                                      \
  asm volatile(Text " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"                                                    \
               : "+" Kind(C[0]), "+" Kind(C[1]), "+" Kind(C[2]), "+" Kind(C[3])                                        \
               : "r"(A[0]), "r"(A[1]), "r"(B))

__global__ void f16k16(const half *A, const half *B, float *D) {
  unsigned RA[4], RB[2];
  float C[4] = {1, 1, 1, 1};
  loadA16(A, RA);
  loadB16(B, RB);
  MMA4("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", RA, RB, C, "f");
  storeC(D, C[0], C[1], C[2], C[3]);
}
__global__ void bf16k16(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *D) {
  unsigned RA[4], RB[2];
  float C[4] = {1, 1, 1, 1};
  loadA16(A, RA);
  loadB16(B, RB);
  MMA4("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", RA, RB, C, "f");
  storeC(D, C[0], C[1], C[2], C[3]);
}
__global__ void f16k8(const half *A, const half *B, float *D) {
  unsigned RA[2];
  float C[4] = {1, 1, 1, 1};
  loadA8(A, RA);
  MMA2("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", RA, loadB8(B), C, "f");
  storeC(D, C[0], C[1], C[2], C[3]);
}
__global__ void bf16k8(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *D) {
  unsigned RA[2];
  float C[4] = {1, 1, 1, 1};
  loadA8(A, RA);
  MMA2("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", RA, loadB8(B), C, "f");
  storeC(D, C[0], C[1], C[2], C[3]);
}
// A 16-bit accumulator: two registers of two.
__global__ void f16k16f16(const half *A, const half *B, float *D) {
  unsigned RA[4], RB[2], C0 = 0x3C003C00, C1 = 0x3C003C00;
  loadA16(A, RA);
  loadB16(B, RB);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
               : "+r"(C0), "+r"(C1)
               : "r"(RA[0]), "r"(RA[1]), "r"(RA[2]), "r"(RA[3]), "r"(RB[0]), "r"(RB[1]));
  half2 H0, H1;
  memcpy(&H0, &C0, 4);
  memcpy(&H1, &C1, 4);
  storeC(D, __low2float(H0), __high2float(H0), __low2float(H1), __high2float(H1));
}
__global__ void tf32k8(const float *A, const float *B, float *D) {
  unsigned RA[4], RB[2];
  float C[4] = {1, 1, 1, 1};
  RA[0] = __float_as_uint(A[group() * 8 + inGroup()]);
  RA[1] = __float_as_uint(A[(group() + 8) * 8 + inGroup()]);
  RA[2] = __float_as_uint(A[group() * 8 + inGroup() + 4]);
  RA[3] = __float_as_uint(A[(group() + 8) * 8 + inGroup() + 4]);
  RB[0] = __float_as_uint(B[inGroup() * 8 + group()]);
  RB[1] = __float_as_uint(B[(inGroup() + 4) * 8 + group()]);
  MMA4("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", RA, RB, C, "f");
  storeC(D, C[0], C[1], C[2], C[3]);
}
__global__ void tf32k4(const float *A, const float *B, float *D) {
  unsigned RA[2] = {__float_as_uint(A[group() * 4 + inGroup()]), __float_as_uint(A[(group() + 8) * 4 + inGroup()])};
  float C[4] = {1, 1, 1, 1};
  MMA2("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", RA, __float_as_uint(B[inGroup() * 8 + group()]), C, "f");
  storeC(D, C[0], C[1], C[2], C[3]);
}
template <class T> __device__ void loadA32(const T *A, unsigned (&R)[4]) {
  unsigned char V[16];
  for (int I = 0; I < 16; ++I) {
    int Row = I < 4 || (I >= 8 && I < 12) ? group() : group() + 8;
    int Column = I < 8 ? inGroup() * 4 + (I & 3) : inGroup() * 4 + (I & 3) + 16;
    memcpy(&V[I], &A[Row * 32 + Column], 1);
  }
  for (int I = 0; I < 4; ++I)
    R[I] = pack4(V + 4 * I);
}
template <class T> __device__ void loadB32(const T *B, unsigned (&R)[2]) {
  unsigned char V[8];
  for (int I = 0; I < 8; ++I) {
    int Row = I < 4 ? inGroup() * 4 + (I & 3) : inGroup() * 4 + (I & 3) + 16;
    memcpy(&V[I], &B[Row * 8 + group()], 1);
  }
  for (int I = 0; I < 2; ++I)
    R[I] = pack4(V + 4 * I);
}
__global__ void s8k32(const signed char *A, const signed char *B, float *D) {
  unsigned RA[4], RB[2];
  int C[4] = {1, 1, 1, 1};
  loadA32(A, RA);
  loadB32(B, RB);
  MMA4("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", RA, RB, C, "r");
  storeC(D, float(C[0]), float(C[1]), float(C[2]), float(C[3]));
}
__global__ void u8s8k32(const unsigned char *A, const signed char *B, float *D) {
  unsigned RA[4], RB[2];
  int C[4] = {1, 1, 1, 1};
  loadA32(A, RA);
  loadB32(B, RB);
  MMA4("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", RA, RB, C, "r");
  storeC(D, float(C[0]), float(C[1]), float(C[2]), float(C[3]));
}
__global__ void e4m3k32(const __nv_fp8_e4m3 *A, const __nv_fp8_e4m3 *B, float *D) {
  unsigned RA[4], RB[2];
  float C[4] = {1, 1, 1, 1};
  loadA32(A, RA);
  loadB32(B, RB);
  MMA4("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", RA, RB, C, "f");
  storeC(D, C[0], C[1], C[2], C[3]);
}
__global__ void e5m2k32(const __nv_fp8_e5m2 *A, const __nv_fp8_e5m2 *B, float *D) {
  unsigned RA[4], RB[2];
  float C[4] = {1, 1, 1, 1};
  loadA32(A, RA);
  loadB32(B, RB);
  MMA4("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", RA, RB, C, "f");
  storeC(D, C[0], C[1], C[2], C[3]);
}
__global__ void s8k16(const signed char *A, const signed char *B, float *D) {
  unsigned char V[12];
  for (int I = 0; I < 8; ++I)
    V[I] = A[(I < 4 ? group() : group() + 8) * 16 + inGroup() * 4 + (I & 3)];
  for (int I = 0; I < 4; ++I)
    V[8 + I] = B[(inGroup() * 4 + I) * 8 + group()];
  unsigned RA[2] = {pack4(V), pack4(V + 4)};
  int C[4] = {1, 1, 1, 1};
  MMA2("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32", RA, pack4(V + 8), C, "r");
  storeC(D, float(C[0]), float(C[1]), float(C[2]), float(C[3]));
}
// 8 x 8 x 4 in double; twice, for the two halves of a 16 x 8 result.
__global__ void f64k4(const double *A, const double *B, float *D) {
  double C[4] = {1, 1, 1, 1};
  for (int Half = 0; Half < 2; ++Half)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(C[2 * Half]), "+d"(C[2 * Half + 1])
                 : "d"(A[(group() + 8 * Half) * 4 + inGroup()]), "d"(B[inGroup() * 8 + group()]));
  storeC(D, float(C[0]), float(C[1]), float(C[2]), float(C[3]));
}

template <class T> int test(const char *Name, void (*Kernel)(const T *, const T *, float *), int K, double Bound = 0) {
  std::vector<T> A(16 * K), B(K * 8);
  for (int I = 0; I < 16 * K; ++I)
    A[I] = T(float(I * 29 % 37 - 18));
  for (int I = 0; I < K * 8; ++I)
    B[I] = T(float(I * 17 % 23 - 11));
  T *DA = toDevice(A), *DB = toDevice(B);
  float *DD = toDevice(std::vector<float>(128));
  Kernel<<<1, 32>>>(DA, DB, DD);
  auto D = toHost(DD, 128);
  for (int M = 0; M < 16; ++M)
    for (int N = 0; N < 8; ++N) {
      double Sum = 1;
      for (int L = 0; L < K; ++L)
        Sum += double(float(A[M * K + L])) * double(float(B[L * 8 + N]));
      if (!(std::fabs(D[M * 8 + N] - Sum) <= Bound * std::fabs(Sum))) {
        printf("%s: WRONG at %d %d: %g instead of %g\n", Name, M, N, D[M * 8 + N], Sum);
        return 1;
      }
    }
  printf("%s: right\n", Name);
  return 0;
}

int testMixed() {
  std::vector<unsigned char> A(16 * 32);
  std::vector<signed char> B(32 * 8);
  for (int I = 0; I < 16 * 32; ++I)
    A[I] = I * 29 % 251;
  for (int I = 0; I < 32 * 8; ++I)
    B[I] = I * 17 % 255 - 127;
  auto *DA = toDevice(A);
  auto *DB = toDevice(B);
  float *DD = toDevice(std::vector<float>(128));
  u8s8k32<<<1, 32>>>(DA, DB, DD);
  std::vector<float> Want(128, 1);
  for (int M = 0; M < 16; ++M)
    for (int N = 0; N < 8; ++N)
      for (int L = 0; L < 32; ++L)
        Want[M * 8 + N] += A[M * 32 + L] * B[L * 8 + N];
  return check("u8 s8 k32", toHost(DD, 128), Want);
}

int main() {
  int Bad = test("f16 k16", f16k16, 16) | test("bf16 k16", bf16k16, 16) | test("f16 k8", f16k8, 8) |
            test("bf16 k8", bf16k8, 8) | test("f16 accumulator", f16k16f16, 16, 1e-3) | test("tf32 k8", tf32k8, 8) |
            test("tf32 k4", tf32k4, 4) | test("s8 k32", s8k32, 32) | test("e4m3 k32", e4m3k32, 32) |
            test("e5m2 k32", e5m2k32, 32) | test("s8 k16", s8k16, 16) | test("f64 k4", f64k4, 4) | testMixed();
  return Bad | finish();
}
