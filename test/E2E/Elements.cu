//===- Elements.cu - Operand types, conversions, precision, stages --------===//
#include "Forms.h"
#define KERNELS "Elements.inc"
#include "BothCopies.h"

using namespace e2e;

template <class E, class F = E> using Plain = Copies<void (*)(const E *, const F *, float *, int, int, int)>;

template <class E, class F = E> static void run(Trial &T, Plain<E, F> Kernels) {
  auto A = T.packed<E>(T.M, T.K);
  auto B = T.packed<F>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

static void halfIntrinsics(Trial &T) { run<__half>(T, BOTH(halfIntrinsics)); }
static void bfloatIntrinsics(Trial &T) { run<__nv_bfloat16>(T, BOTH(bfloatIntrinsics)); }
template <class E> static void fused(Trial &T) { run<E>(T, BOTH(fused<E>)); }

/// The original rounds each product; the moved kernel may, but does not.
template <class E> static void convertedProduct(Trial &T) {
  T.OriginalSlack = outputRounding<E>();
  run<E>(T, BOTH(convertedProduct<E>));
}
template <class E> static void convertedIntrinsicProduct(Trial &T) {
  T.OriginalSlack = outputRounding<E>();
  run<E>(T, BOTH(convertedIntrinsicProduct<E>));
}

/// Multiplies every element by Factor, which is a power of two.
template <class E> static void scale(const Matrix<E> &X, double Factor) {
  for (int Row = 0; Row < X.Rows; ++Row)
    for (int Column = 0; Column < X.Columns; ++Column)
      X.set(Row, Column, X(Row, Column) * Factor);
}

template <class E, class F> static void runScaled(Trial &T, Plain<E> Kernels, double FactorA, double FactorB, F Before) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  scale(A, FactorA);
  scale(B, FactorB);
  Before();
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}
/// Halves below the normal range, which count in full.
static void subnormal(Trial &T) { runScaled<__half>(T, BOTH(extremes<__half, 0>), 0x1p-15, 1, [] {}); }
/// The largest halves: their products are far beyond a half's range.
static void largest(Trial &T) { runScaled<__half>(T, BOTH(extremes<__half, 1>), 0x1p13, 0x1p13, [] {}); }
static void largeRoundedToBfloat(Trial &T) {
  runScaled<float>(T, BOTH(largeRoundedToBfloat), 0x1p40, 0x1p20, [&] { T.OperandRounding = 8e-3; });
}

static void mixedElements(Trial &T) { run<__half, float>(T, BOTH(mixedElements)); }
static void roundedToHalf(Trial &T) { run<float>(T, BOTH(roundedToHalf)); }
static void roundedToBfloat(Trial &T) {
  T.OperandRounding = 8e-3;
  run<float>(T, BOTH(roundedToBfloat));
}
template <class E> static void pipelined(Trial &T) { run<E>(T, BOTH(pipelined<E>)); }
template <class E, int Stages> static void stages(Trial &T) { run<E>(T, BOTH(stages<E, Stages>)); }

static const RegisterForms Registered{
    {"element/intrinsics/f16", halfIntrinsics},
    {"element/intrinsics/bf16", bfloatIntrinsics},
    {"element/fma/f16", fused<__half>},
    {"element/fma/f32", fused<float>},
    {"element/converted-product/f16", convertedProduct<__half>},
    {"element/converted-product/bf16", convertedProduct<__nv_bfloat16>},
    {"element/converted-hmul/f16", convertedIntrinsicProduct<__half>},
    {"element/converted-hmul/bf16", convertedIntrinsicProduct<__nv_bfloat16>},
    {"element/mixed/f16-f32", mixedElements, MayStay},
    {"element/precision-bf16/f32", roundedToBfloat},
    {"element/precision-bf16-large/f32", largeRoundedToBfloat},
    {"element/precision-f16/f32", roundedToHalf},
    {"element/subnormal/f16", subnormal},
    {"element/largest/f16", largest},
    {"element/pipeline/f16", pipelined<__half>},
    {"element/pipeline/f32", pipelined<float>},
    {"element/stages-2/f16", stages<__half, 2>},
    {"element/stages-3/bf16", stages<__nv_bfloat16, 3>},
    {"element/stages-4/f32", stages<float, 4>},
};
