//===- Flat.cu - Flat indices, whose threads need not fill a rectangle ----===//
#include "Forms.h"
#define KERNELS "Flat.inc"
#include "BothCopies.h"

using namespace e2e;

template <class E> using Plain = Copies<void (*)(const E *, const E *, float *, int, int, int)>;

template <class E> static void run(Trial &T, Plain<E> Kernels, dim3 Grid, dim3 Block) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

static unsigned blocks(int Count, int Size) { return (Count + Size - 1) / Size; }

template <class E> static void constantDivision(Trial &T) {
  run<E>(T, BOTH(constantDivision<E>), dim3(blocks(T.N, 16), blocks(T.M, 16)), 256);
}
template <class E> static void oddDivision(Trial &T) {
  run<E>(T, BOTH(oddDivision<E>), dim3(blocks(T.N, 24), blocks(T.M, 8)), 192);
}
template <class E> static void divisionDownColumns(Trial &T) {
  run<E>(T, BOTH(divisionDownColumns<E>), dim3(blocks(T.M, 32), blocks(T.N, 32)), 1024);
}

/// A block of threads for flat indices; most are not a multiple of any N.
static int flatBlock(Trial &T) {
  constexpr int Sizes[] = {256, 128, 192, 1000, 96, 33};
  return Sizes[T.Rng.below(std::size(Sizes))];
}

template <class E> static void runtimeDivision(Trial &T) {
  int Block = flatBlock(T);
  run<E>(T, BOTH(runtimeDivision<E>), blocks(T.M * T.N, Block), Block);
}
template <class E> static void runtimeDivisionRowGuard(Trial &T) {
  int Block = flatBlock(T);
  run<E>(T, BOTH(runtimeDivisionRowGuard<E>), blocks(T.M * T.N, Block), Block);
}

template <class E, class Index> static void runtimeDivisionReturns(Trial &T) {
  int Block = flatBlock(T);
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  T.launch(BOTH(runtimeDivisionReturns<E, Index>), blocks(T.M * T.N, Block), Block, A.data(), B.data(), C.data(), T.M,
           T.N, T.K);
  T.expectProduct(C, A, B);
}

template <class E> static void runtimeDivisionByM(Trial &T) {
  int Block = flatBlock(T);
  auto A = T.packed<E>(T.M, T.K, Order::ColumnMajor), B = T.packed<E>(T.K, T.N, Order::ColumnMajor);
  auto C = T.packedOutput<float>(T.M, T.N, Order::ColumnMajor);
  T.launch(BOTH(runtimeDivisionByM<E>), blocks(T.M * T.N, Block), Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

/// Expects the product where a thread of the launch is, and nothing elsewhere.
template <class E> static void partialRow(Trial &T) {
  constexpr int Sizes[] = {1000, 1000, 100, 33, 31, 1023};
  int Block = Sizes[T.Rng.below(std::size(Sizes))];
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  T.launch(BOTH(partialRow<E>), dim3(blocks(T.N, 32), blocks(T.M, 32)), Block, A.data(), B.data(), C.data(), T.M, T.N,
           T.K);
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      if (Row % 32 * 32 + Column % 32 < Block)
        C.expect(Row, Column, P(Row, Column));
}

/// As many whole blocks as fit: the tail of the matrix is not computed.
template <class E> static void flatNoGuard(Trial &T) {
  int Block = std::min(flatBlock(T), T.M * T.N), Threads = T.M * T.N / Block * Block;
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  T.launch(BOTH(flatNoGuard<E>), Threads / Block, Block, A.data(), B.data(), C.data(), T.N, T.K);
  Product P = T.product(A, B);
  for (int I = 0; I < Threads; ++I)
    C.expect(I / T.N, I % T.N, P(I / T.N, I % T.N));
}

static const RegisterForms Registered{
    {"flat/constant-division/f16", constantDivision<__half>},
    {"flat/constant-division/f32", constantDivision<float>},
    {"flat/odd-division/bf16", oddDivision<__nv_bfloat16>},
    {"flat/down-columns/f16", divisionDownColumns<__half>},
    {"flat/runtime/f16", runtimeDivision<__half>},
    {"flat/runtime/f32", runtimeDivision<float>},
    {"flat/runtime-returns/f16-int", runtimeDivisionReturns<__half, int>},
    {"flat/runtime-returns/f16-unsigned", runtimeDivisionReturns<__half, unsigned>},
    {"flat/runtime-returns/f16-size_t", runtimeDivisionReturns<__half, size_t>},
    {"flat/runtime-returns/f32-int64_t", runtimeDivisionReturns<float, int64_t>},
    {"flat/runtime-row-guard/f16", runtimeDivisionRowGuard<__half>},
    {"flat/runtime-by-m/f16", runtimeDivisionByM<__half>},
    {"flat/partial-row/f16", partialRow<__half>},
    {"flat/partial-row/f32", partialRow<float>},
    {"flat/no-guard/bf16", flatNoGuard<__nv_bfloat16>},
};
