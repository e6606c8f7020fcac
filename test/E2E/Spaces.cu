//===- Spaces.cu - Batches, bypasses, sources by branch, odd launches -----===//
#include "Forms.h"
#define KERNELS "Spaces.inc"
#include "BothCopies.h"

using namespace e2e;

template <class E> static void batched(Trial &T) {
  int Batches = 1 + T.Rng.below(4);
  auto A = T.inputs<E>(Batches, T.M, T.K), B = T.inputs<E>(Batches, T.K, T.N);
  auto C = T.outputs<float>(Batches, T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M, Batches);
  T.launch(BOTH(batched<E>), Grid, Block, A.data(), A.Stride, B.data(), B.Stride, C.data(), C.Stride, T.M, T.N, T.K,
           A[0].Ld, B[0].Ld, C[0].Ld);
  for (int I = 0; I < Batches; ++I)
    T.expectProduct(C[I], A[I], B[I]);
}

template <class E> static void batchPointers(Trial &T) {
  int Batches = 1 + T.Rng.below(4);
  auto A = T.inputs<E>(Batches, T.M, T.K), B = T.inputs<E>(Batches, T.K, T.N);
  auto C = T.outputs<float>(Batches, T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M, Batches + T.Rng.below(2));
  T.launch(BOTH(batchPointers<E>), Grid, Block, A.data(), B.data(), C.data(), Batches, A.Stride, B.Stride, C.Stride, T.M,
           T.N, T.K, A[0].Ld, B[0].Ld, C[0].Ld);
  for (int I = 0; I < Batches; ++I)
    T.expectProduct(C[I], A[I], B[I]);
}

template <class E> static void sharedHeads(Trial &T) {
  int Group = 1 + T.Rng.below(3), Shared = 1 + T.Rng.below(2), Heads = Group * Shared;
  auto A = T.inputs<E>(Heads, T.M, T.K), B = T.inputs<E>(Shared, T.K, T.N);
  auto C = T.outputs<float>(Heads, T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M, Heads);
  T.launch(BOTH(sharedHeads<E>), Grid, Block, A.data(), B.data(), C.data(), Group, A.Stride, B.Stride, C.Stride, T.M, T.N,
           T.K, A[0].Ld, B[0].Ld, C[0].Ld);
  for (int I = 0; I < Heads; ++I)
    T.expectProduct(C[I], A[I], B[I / Group]);
}

template <class E> static void causal(Trial &T) {
  auto Q = T.packed<E>(T.M, T.K), Keys = T.packed<E>(T.M, T.K);
  auto S = T.packedOutput<float>(T.M, T.M);
  float Scale = 0.125f;
  dim3 Block = T.block(), Grid = T.cover(Block, T.M, T.M);
  T.launch(BOTH(causal<E>), Grid, Block, Q.data(), Keys.data(), S.data(), T.M, T.K, T.K, Scale);
  Product P = T.product(Q, Keys.transposed());
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.M; ++Column)
      S.expect(Row, Column, Column > Row ? Value{-INFINITY, 0} : P(Row, Column) * Scale);
}

template <class E> static void validRows(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  int Valid = T.Rng.below(T.M + 2);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(validRows<E>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, Valid);
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, Row < Valid ? P(Row, Column) : Value());
}

template <class E> static void twoSources(Trial &T) {
  int Split = T.Rng.below(T.N + 1);
  auto A = T.packed<E>(T.M, T.K), B0 = T.packed<E>(T.K, Split), B1 = T.packed<E>(T.K, T.N - Split);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(twoSources<E>), Grid, Block, A.data(), B0.data(), B1.data(), C.data(), T.M, T.N, T.K, Split);
  Product P = T.product(
      T.M, T.N, T.K, [&](int Row, int I) { return A(Row, I); },
      [&](int I, int Column) { return Column < Split ? B0(I, Column) : B1(I, Column - Split); });
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, P(Row, Column));
}

template <class E> static void sourceOfA(Trial &T) {
  int Split = T.Rng.below(T.N + 1);
  auto A0 = T.packed<E>(T.M, T.K), A1 = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(sourceOfA<E>), Grid, Block, A0.data(), A1.data(), B.data(), C.data(), T.M, T.N, T.K, Split);
  Product P0 = T.product(A0, B), P1 = T.product(A1, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, (Column < Split ? P0 : P1)(Row, Column));
}

/// As many whole blocks as the matrix holds; what is beyond them must stay as it is.
template <class E> static void corner(Trial &T) {
  dim3 Block(std::min(T.N, 1 + T.Rng.below(32)), std::min(T.M, 1 + T.Rng.below(32)));
  dim3 Grid(1 + T.Rng.below(T.N / Block.x), 1 + T.Rng.below(T.M / Block.y));
  auto A = T.input<E>(T.M, T.K), B = T.input<E>(T.K, T.N);
  auto C = T.output<float>(T.M, T.N);
  T.launch(BOTH(corner<E>), Grid, Block, A.data(), B.data(), C.data(), A.Ld, B.Ld, C.Ld, T.K);
  Product P = T.product(A, B);
  for (unsigned Row = 0; Row < Grid.y * Block.y; ++Row)
    for (unsigned Column = 0; Column < Grid.x * Block.x; ++Column)
      C.expect(Row, Column, P(Row, Column));
}

static const RegisterForms Registered{
    {"batch/strides/f16", batched<__half>},
    {"batch/strides/f32", batched<float>},
    {"batch/pointers/f16", batchPointers<__half>},
    {"batch/pointers/bf16", batchPointers<__nv_bfloat16>},
    {"batch/shared-heads/f16", sharedHeads<__half>, MayStay},
    {"bypass/causal/f16", causal<__half>},
    {"bypass/causal/bf16", causal<__nv_bfloat16>},
    {"bypass/causal/f32", causal<float>},
    {"bypass/valid-rows/f16", validRows<__half>},
    {"bypass/valid-rows/f32", validRows<float>},
    {"source/b-by-column/f16", twoSources<__half>},
    {"source/b-by-column/f32", twoSources<float>},
    {"source/a-by-column/f16", sourceOfA<__half>, MayStay},
    {"launch/smaller/f16", corner<__half>},
    {"launch/smaller/f32", corner<float>},
};
