// wmma of operands of four bits and of one against sums of integers. sm_80: later chips have no exclusive or of bits.
// RUN: %phobos --sim --cuda-gpu-arch=sm_80 -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: bits and: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <mma.h>
#include <random>
using namespace nvcuda;
using Row = wmma::row_major;
using Col = wmma::col_major;

static std::mt19937 Random(21);

// Operands of less than a byte have one layout each: rows of A and columns of B.
template <class T> __global__ void nibbles(const void *A, const void *B, int *D) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, T, Row> FA;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, T, Col> FB;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> Sum;
  wmma::load_matrix_sync(FA, A, 64);
  wmma::load_matrix_sync(FB, B, 64);
  wmma::fill_fragment(Sum, 1);
  wmma::mma_sync(Sum, FA, FB, Sum);
  wmma::store_matrix_sync(D, Sum, 8, wmma::mem_row_major);
}
__global__ void bits(const void *A, const void *B, int *D, bool And) {
  wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, Row> FA;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, Col> FB;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> Sum;
  wmma::load_matrix_sync(FA, A, 256);
  wmma::load_matrix_sync(FB, B, 256);
  wmma::fill_fragment(Sum, 1);
  if (And)
    wmma::bmma_sync(Sum, FA, FB, Sum, wmma::experimental::bmmaBitOpAND);
  else
    wmma::bmma_sync(Sum, FA, FB, Sum, wmma::experimental::bmmaBitOpXOR);
  wmma::store_matrix_sync(D, Sum, 8, wmma::mem_row_major);
}

/// Element I of packed elements of Bits bits, lines LdBytes apart.
int element(const std::vector<unsigned char> &V, int Line, int I, int LdBytes, int Bits, bool Signed) {
  const int Raw = V[Line * LdBytes + I * Bits / 8] >> (I * Bits % 8) & ((1 << Bits) - 1);
  return Signed && Raw >> (Bits - 1) ? Raw - (1 << Bits) : Raw;
}

int small(const char *Name, int Bits, int K, bool Signed, int Op) {
  const int Ld = K * 2 * Bits / 8;
  std::vector<unsigned char> A(8 * Ld), B(8 * Ld);
  for (auto &V : A)
    V = Random();
  for (auto &V : B)
    V = Random();
  int *DD = toDevice(std::vector<int>(64));
  void *DA = toDevice(A), *DB = toDevice(B);
  if (Op)
    bits<<<1, 32>>>(DA, DB, DD, Op == 2);
  else if (Signed)
    nibbles<wmma::experimental::precision::s4><<<1, 32>>>(DA, DB, DD);
  else
    nibbles<wmma::experimental::precision::u4><<<1, 32>>>(DA, DB, DD);
  std::vector<int> Want(64, 1);
  for (int I = 0; I < 8; ++I)
    for (int J = 0; J < 8; ++J)
      for (int L = 0; L < K; ++L) {
        const int X = element(A, I, L, Ld, Bits, Signed), Y = element(B, J, L, Ld, Bits, Signed);
        Want[I * 8 + J] += Op == 1 ? X ^ Y : Op == 2 ? X & Y : X * Y;
      }
  return check(Name, toHost(DD, 64), Want);
}

int main() {
  return small("s4", 4, 32, true, 0) | small("u4", 4, 32, false, 0) | small("bits xor", 1, 128, false, 1) |
         small("bits and", 1, 128, false, 2) | finish();
}
