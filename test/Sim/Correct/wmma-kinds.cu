// nvcuda::wmma of every type and shape, row- and column-major, from global and shared memory with padded lines, elementwise work
// on fragments, and accumulators loaded in one layout and stored in the other, against products in double or 64-bit integers.
// RUN: %phobos --sim --cuda-gpu-arch=sm_80 -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim --cuda-gpu-arch=sm_80 -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: seed 20
// CHECK: f16 16 16 16 row row: right
// CHECK: f64 8 8 4 col col: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <cmath>
#include <mma.h>
#include <random>
using namespace nvcuda;

static std::mt19937 Random(20);

/// D = 2 (A B) + C, the accumulator going through shared memory.
template <class T, class Acc, int M, int N, int K, class LA, class LB, class Stored>
__global__ void product(const Stored *A, const Stored *B, const Acc *C, Acc *D, int LdA, int LdB, int LdC) {
  __shared__ __align__(32) Acc Tile[M * (N + 8)];
  wmma::fragment<wmma::matrix_a, M, N, K, T, LA> FA;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LB> FB;
  wmma::fragment<wmma::accumulator, M, N, K, Acc> Sum, Start;
  wmma::load_matrix_sync(FA, A, LdA);
  wmma::load_matrix_sync(FB, B, LdB);
  // Column-major in memory, row-major out.
  wmma::load_matrix_sync(Start, C, LdC, wmma::mem_col_major);
  wmma::fill_fragment(Sum, Acc(0));
  wmma::mma_sync(Sum, FA, FB, Sum);
  for (int I = 0; I < Sum.num_elements; ++I)
    Sum.x[I] = Sum.x[I] + Sum.x[I] + Start.x[I];
  wmma::store_matrix_sync(Tile, Sum, N + 8, wmma::mem_row_major);
  __syncwarp();
  for (int I = threadIdx.x; I < M * N; I += 32)
    D[I] = Tile[I / N * (N + 8) + I % N];
}

template <class L> constexpr bool IsRow = std::is_same_v<L, wmma::row_major>;

template <class Stored> Stored draw() { return Stored(float(int(Random() % 33) - 16)); }
template <> unsigned char draw<unsigned char>() { return Random() % 256; }
template <> signed char draw<signed char>() { return int(Random() % 256) - 128; }
template <> double draw<double>() { return std::normal_distribution<double>()(Random); }

template <class T, class Acc, int M, int N, int K, class LA, class LB, class Stored = T>
int test(const char *Type, double Bound = 0) {
  const int LdA = (IsRow<LA> ? K : M) + 16, LdB = (IsRow<LB> ? N : K) + 16, LdC = M + 8;
  std::vector<Stored> A((IsRow<LA> ? M : K) * LdA), B((IsRow<LB> ? K : N) * LdB);
  std::vector<Acc> C(N * LdC);
  for (auto &V : A)
    V = draw<Stored>();
  for (auto &V : B)
    V = draw<Stored>();
  for (auto &V : C)
    V = Acc(float(int(Random() % 9) - 4));
  Acc *DD = toDevice(std::vector<Acc>(M * N));
  product<T, Acc, M, N, K, LA, LB><<<1, 32>>>(toDevice(A), toDevice(B), toDevice(C), DD, LdA, LdB, LdC);
  // Sums of normally distributed products are below 256.
  auto D = toHost(DD, M * N, Bound * 256);
  for (int I = 0; I < M; ++I)
    for (int J = 0; J < N; ++J) {
      double Sum = 0, Size = 0;
      for (int L = 0; L < K; ++L) {
        const double P = double(A[IsRow<LA> ? I * LdA + L : L * LdA + I]) * double(B[IsRow<LB> ? L * LdB + J : J * LdB + L]);
        Sum += 2 * P;
        Size += 2 * std::fabs(P);
      }
      Sum += double(C[J * LdC + I]);
      if (!(std::fabs(double(D[I * N + J]) - Sum) <= Bound * (Size + 4))) {
        printf("%s: WRONG at %d %d: %g instead of %g\n", Type, I, J, double(D[I * N + J]), Sum);
        return 1;
      }
    }
  printf("%s %d %d %d %s %s: right\n", Type, M, N, K, IsRow<LA> ? "row" : "col", IsRow<LB> ? "row" : "col");
  return 0;
}

using Row = wmma::row_major;
using Col = wmma::col_major;

template <class T, class Acc, int M, int N, int K, class Stored = T> int layouts(const char *Type, double Bound = 0) {
  return test<T, Acc, M, N, K, Row, Row, Stored>(Type, Bound) | test<T, Acc, M, N, K, Row, Col, Stored>(Type, Bound) |
         test<T, Acc, M, N, K, Col, Row, Stored>(Type, Bound) | test<T, Acc, M, N, K, Col, Col, Stored>(Type, Bound);
}
template <class T, class Acc> int shapes(const char *Type, double Bound = 0) {
  return layouts<T, Acc, 16, 16, 16>(Type, Bound) | layouts<T, Acc, 32, 8, 16>(Type, Bound) |
         layouts<T, Acc, 8, 32, 16>(Type, Bound);
}

int main() {
  printf("seed 20\n");
  // Products and sums of small integers are exact in every accumulator but f16's.
  int Bad = shapes<half, float>("f16") | shapes<half, half>("f16 f16", 0x1p-9) | shapes<__nv_bfloat16, float>("bf16") |
            shapes<signed char, int>("s8") | shapes<unsigned char, int>("u8") |
            layouts<wmma::precision::tf32, float, 16, 16, 8, float>("tf32") |
            layouts<double, double, 8, 8, 4>("f64", 0x1p-50);
  return Bad | finish();
}
