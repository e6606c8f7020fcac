//===- Accumulators.cu - Initial values, memory, 16-bit sums --------------===//
#include "Forms.h"
#define KERNELS "Accumulators.inc"
#include "BothCopies.h"

using namespace e2e;

/// Expects Scale * A * B + Initial(row, column).
template <class O, class E, class F>
static void expectSum(Trial &T, const Matrix<O> &C, const Matrix<E> &A, const Matrix<E> &B, double Scale, F Initial) {
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, P(Row, Column) * Scale + Initial(Row, Column));
}

template <class E, class Bias> static void biasFirst(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto Initial = T.values<Bias>(1, T.N);
  auto C = T.output<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(biasFirst<E, Bias>), Grid, Block, A.data(), B.data(), Initial.data(), C.data(), T.M, T.N, T.K, C.Ld);
  expectSum(T, C, A, B, 1, [&](int, int Column) { return Initial(0, Column); });
}

template <class E, class Bias> static void nullableBias(Trial &T) {
  bool Null = T.Rng.chance(2);
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto Initial = T.values<Bias>(1, T.M);
  auto C = T.output<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(nullableBias<E, Bias>), Grid, Block, A.data(), B.data(), Null ? nullptr : Initial.data(), C.data(), T.M,
           T.N, T.K, C.Ld);
  expectSum(T, C, A, B, 1, [&](int Row, int) { return Null ? 0.0 : Initial(0, Row); });
}

template <class E, class O> using Simple = Copies<void (*)(const E *, const E *, O *, int, int, int, int)>;

/// Sign * A * B, plus what is in C where Continues.
template <class E, class O> static void run(Trial &T, Simple<E, O> Kernels, bool Continues, double Sign = 1) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = Continues ? T.inout<O>(T.M, T.N) : T.output<O>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, C.Ld);
  expectSum(T, C, A, B, Sign, [&](int Row, int Column) { return Continues ? C(Row, Column) : 0.0; });
}

template <class E> static void fromOutput(Trial &T) { run<E, float>(T, BOTH(fromOutput<E>), true); }
template <class E> static void intoMemory(Trial &T) { run<E, float>(T, BOTH(intoMemory<E>), true); }
template <class E> static void intoZeroedMemory(Trial &T) { run<E, float>(T, BOTH(intoZeroedMemory<E>), false); }
template <class E> static void subtracted(Trial &T) { run<E, float>(T, BOTH(subtracted<E>), true, -1); }
template <class E> static void doubles(Trial &T) { run<E, double>(T, BOTH(doubles<E>), false); }

/// Each of K steps rounds the original's product and sum.
template <class E> static void run16(Trial &T, Simple<E, E> Kernels, bool Continues) {
  T.OriginalSlack = 2 * outputRounding<E>() * (1 + T.K);
  run<E, E>(T, Kernels, Continues);
}
template <class E> static void sixteenBits(Trial &T) { run16<E>(T, BOTH(sixteenBits<E>), false); }
template <class E> static void sixteenBitsFused(Trial &T) { run16<E>(T, BOTH(sixteenBitsFused<E>), true); }
template <class E> static void sixteenBitsInMemory(Trial &T) { run16<E>(T, BOTH(sixteenBitsInMemory<E>), true); }

template <class E> using Scaled = Copies<void (*)(const E *, const E *, float *, int, int, int, int, float, float)>;

/// alpha * A * B + beta * C.
template <class E> static void runScaled(Trial &T, Scaled<E> Kernels) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.inout<float>(T.M, T.N);
  float Alpha = T.factor(), Beta = T.factor();
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, C.Ld, Alpha, Beta);
  expectSum(T, C, A, B, Alpha, [&](int Row, int Column) { return Beta * C(Row, Column); });
}
template <class E> static void intoScaledMemory(Trial &T) { runScaled<E>(T, BOTH(intoScaledMemory<E>)); }
template <class E> static void scaledProduct(Trial &T) { runScaled<E>(T, BOTH(scaledProduct<E>)); }

static const RegisterForms Registered{
    {"sum/bias/f16", biasFirst<__half, __half>},
    {"sum/bias/f32", biasFirst<float, float>},
    {"sum/nullable-bias/f16", nullableBias<__half, float>},
    {"sum/nullable-bias/bf16", nullableBias<__nv_bfloat16, __nv_bfloat16>},
    {"sum/nullable-bias/f32", nullableBias<float, float>},
    {"sum/from-output/f16", fromOutput<__half>},
    {"sum/from-output/f32", fromOutput<float>},
    {"sum/memory/f16", intoMemory<__half>},
    {"sum/memory/f32", intoMemory<float>},
    {"sum/zeroed-memory/f16", intoZeroedMemory<__half>},
    {"sum/zeroed-memory/f32", intoZeroedMemory<float>},
    {"sum/scaled-memory/f16", intoScaledMemory<__half>},
    {"sum/scaled-memory/f32", intoScaledMemory<float>},
    {"sum/scaled-product/f16", scaledProduct<__half>},
    {"sum/scaled-product/f32", scaledProduct<float>},
    {"sum/subtracted/f16", subtracted<__half>, MayStay},
    {"sum/16-bit/f16", sixteenBits<__half>},
    {"sum/16-bit/bf16", sixteenBits<__nv_bfloat16>},
    {"sum/16-bit-fused/f16", sixteenBitsFused<__half>},
    {"sum/16-bit-fused/bf16", sixteenBitsFused<__nv_bfloat16>},
    {"sum/16-bit-memory/f16", sixteenBitsInMemory<__half>},
    {"sum/16-bit-memory/bf16", sixteenBitsInMemory<__nv_bfloat16>},
    {"sum/double/f32", doubles<float>, MayStay},
};
