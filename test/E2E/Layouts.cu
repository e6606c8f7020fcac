//===- Layouts.cu - Leading dimensions, transposition, index types --------===//
#include "Forms.h"
#define KERNELS "Layouts.inc"
#include "BothCopies.h"

using namespace e2e;

static Order order(bool Transposed) { return Transposed ? Order::ColumnMajor : Order::RowMajor; }

template <class E, bool TransA, bool TransB, bool TransC = false> static void strided(Trial &T) {
  auto A = T.input<E>(T.M, T.K, order(TransA)), B = T.input<E>(T.K, T.N, order(TransB));
  auto C = T.output<float>(T.M, T.N, order(TransC));
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(strided<E, TransA, TransB, TransC>), Grid, Block, A.data(), A.Ld, B.data(), B.Ld, C.data(), C.Ld, T.M,
           T.N, T.K);
  T.expectProduct(C, A, B);
}

template <class E> static void columnMajor(Trial &T) {
  auto A = T.input<E>(T.M, T.K, Order::ColumnMajor), B = T.input<E>(T.K, T.N, Order::ColumnMajor);
  auto C = T.output<float>(T.M, T.N, Order::ColumnMajor);
  dim3 Block = T.block(), Grid = T.cover(Block, T.M, T.N);
  T.launch(BOTH(columnMajor<E>), Grid, Block, A.data(), A.Ld, B.data(), B.Ld, C.data(), C.Ld, T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

template <class E, class Index> static void indexed(Trial &T) {
  auto A = T.input<E>(T.M, T.K), B = T.input<E>(T.K, T.N);
  auto C = T.output<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(indexed<E, Index>), Grid, Block, A.data(), A.Ld, B.data(), B.Ld, C.data(), C.Ld, T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

template <class E> static void mixedIndices(Trial &T) {
  auto A = T.input<E>(T.M, T.K), B = T.input<E>(T.K, T.N);
  auto C = T.output<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(mixedIndices<E>), Grid, Block, A.data(), A.Ld, B.data(), B.Ld, C.data(), C.Ld, T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

template <class E> static void reversed(Trial &T) {
  auto A = T.input<E>(T.M, T.K), B = T.input<E>(T.K, T.N);
  auto C = T.output<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(reversed<E>), Grid, Block, A.data(), A.Ld, B.data(), B.Ld, C.data(), C.Ld, T.M, T.N, T.K);
  Product P = T.product(
      T.M, T.N, T.K, [&](int Row, int I) { return A(Row, T.K - 1 - I); }, [&](int I, int Column) { return B(I, Column); });
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, P(Row, Column));
}

static const RegisterForms Registered{
    {"layout/nn/f16", strided<__half, false, false>},
    {"layout/nt/f16", strided<__half, false, true>},
    {"layout/tn/f16", strided<__half, true, false>},
    {"layout/tt/f16", strided<__half, true, true>},
    {"layout/nn-c-transposed/f16", strided<__half, false, false, true>},
    {"layout/nt/bf16", strided<__nv_bfloat16, false, true>},
    {"layout/tn/bf16", strided<__nv_bfloat16, true, false>},
    {"layout/nn/f32", strided<float, false, false>},
    {"layout/nt/f32", strided<float, false, true>},
    {"layout/tn/f32", strided<float, true, false>},
    {"layout/tt-c-transposed/f32", strided<float, true, true, true>},
    {"layout/column-major/f16", columnMajor<__half>},
    {"layout/column-major/f32", columnMajor<float>},
    {"layout/reversed/f16", reversed<__half>, MayStay},
    {"index/int/f16", indexed<__half, int>},
    {"index/unsigned/f16", indexed<__half, unsigned>},
    {"index/size_t/f16", indexed<__half, size_t>},
    {"index/int64_t/f16", indexed<__half, int64_t>},
    {"index/unsigned/f32", indexed<float, unsigned>},
    {"index/size_t/bf16", indexed<__nv_bfloat16, size_t>},
    {"index/mixed/f16", mixedIndices<__half>},
};
