//===- Tails.cu - What follows the loop -----------------------------------===//
#include "Forms.h"
#define KERNELS "Tails.inc"
#include "BothCopies.h"

using namespace e2e;

template <class E> using Scaled = Copies<void (*)(const E *, const E *, float *, int, int, int, int, float, float)>;

template <class E> static void runScaled(Trial &T, Scaled<E> Kernels, bool NoBeta) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = NoBeta ? T.output<float>(T.M, T.N) : T.inout<float>(T.M, T.N);
  float Alpha = T.factor(), Beta = NoBeta ? 0.0f : T.factor();
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, C.Ld, Alpha, Beta);
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, P(Row, Column) * Alpha + (NoBeta ? 0.0 : Beta * C(Row, Column)));
}
template <class E> static void alphaBeta(Trial &T) { runScaled<E>(T, BOTH(alphaBeta<E>), false); }
template <class E> static void betaOrNot(Trial &T) { runScaled<E>(T, BOTH(betaOrNot<E>), T.Rng.chance(2)); }

template <class E, class O>
using Biased = Copies<void (*)(const E *, const E *, const float *, O *, int, int, int, int)>;

/// After(A * B + bias), where After's slope is at most about 1.
template <class E, class O, class F> static void runBiased(Trial &T, Biased<E, O> Kernels, F After) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto Bias = T.values<float>(1, T.N);
  auto C = T.output<O>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), Bias.data(), C.data(), T.M, T.N, T.K, C.Ld);
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column) {
      Value V = P(Row, Column) + Bias(0, Column);
      C.expect(Row, Column, {After(V.Result), V.Magnitude});
    }
}
template <class E, class O> static void biasRelu(Trial &T) {
  runBiased<E, O>(T, BOTH(biasRelu<E, O>), [](double X) { return std::fmax(X, 0.0); });
}
template <class E, class O> static void converted(Trial &T) {
  runBiased<E, O>(T, BOTH(converted<E, O>), [](double X) { return X; });
}
template <class E, class O> static void gelu(Trial &T) {
  runBiased<E, O>(T, BOTH(gelu<E, O>), [](double X) { return 0.5 * X * (1 + std::erf(X * double(0.70710678f))); });
}

template <class E> static void severalStores(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  auto H = T.packedOutput<__half>(T.M, T.N, Order::ColumnMajor);
  auto Who = T.packedOutput<unsigned>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(severalStores<E>), Grid, Block, A.data(), B.data(), C.data(), H.data(), Who.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
  T.expectProduct(H, A, B);
  for (unsigned Row = 0; Row < unsigned(T.M); ++Row)
    for (unsigned Column = 0; Column < unsigned(T.N); ++Column) {
      unsigned Group = Row / Block.y * Grid.x + Column / Block.x;
      Who.expect(Row, Column, {double((Group * Block.y + Row % Block.y) * Block.x + Column % Block.x), 0});
    }
}

template <class E> static void branches(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto Even = T.packedOutput<float>(T.M, T.N), Odd = T.packedOutput<float>(T.M, T.N);
  float Slope = 0.25f;
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(branches<E>), Grid, Block, A.data(), B.data(), Even.data(), Odd.data(), T.M, T.N, T.K, Slope);
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column) {
      Value V = P(Row, Column);
      if (V.Result < 0)
        V.Result *= Slope;
      ((Row + Column) % 2 ? Odd : Even).expect(Row, Column, V);
    }
}

template <class E> static void atomics(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedInout<float>(T.M, T.N);
  auto Count = T.output<unsigned>(1, 1);
  Count.set(0, 0, 5);
  float Alpha = T.factor();
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(atomics<E>), Grid, Block, A.data(), B.data(), C.data(), Count.data(), T.M, T.N, T.K, Alpha);
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, P(Row, Column) * Alpha + C(Row, Column));
  Count.expect(0, 0, {5.0 + double(T.M) * T.N, 0});
}

template <class E> static void loopAfter(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  int Number = 1 + T.Rng.below(3);
  auto C = T.outputs<float>(Number, T.M, T.N, /*Packed=*/true);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(loopAfter<E>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, Number, int(C.Stride));
  Product P = T.product(A, B);
  for (int I = 0; I < Number; ++I)
    for (int Row = 0; Row < T.M; ++Row)
      for (int Column = 0; Column < T.N; ++Column)
        C[I].expect(Row, Column, P(Row, Column) * (I + 1));
}

static const RegisterForms Registered{
    {"tail/alpha-beta/f16", alphaBeta<__half>},
    {"tail/alpha-beta/f32", alphaBeta<float>},
    {"tail/beta-or-not/f16", betaOrNot<__half>},
    {"tail/bias-relu/f16", biasRelu<__half, float>},
    {"tail/bias-relu/f16-f16", biasRelu<__half, __half>},
    {"tail/bias-relu/f32-f16", biasRelu<float, __half>},
    {"tail/converted/f16-f16", converted<__half, __half>},
    {"tail/converted/bf16-bf16", converted<__nv_bfloat16, __nv_bfloat16>},
    {"tail/converted/f32-bf16", converted<float, __nv_bfloat16>},
    {"tail/gelu/f16", gelu<__half, __half>},
    {"tail/several-stores/f16", severalStores<__half>},
    {"tail/several-stores/f32", severalStores<float>},
    {"tail/branches/f16", branches<__half>},
    {"tail/branches/f32", branches<float>},
    {"tail/atomics/f16", atomics<__half>},
    {"tail/atomics/f32", atomics<float>},
    {"tail/loop-after/f16", loopAfter<__half>},
};
