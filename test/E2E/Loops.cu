//===- Loops.cu - Trip counts, unrolling, loops inside functions ----------===//
#include "Forms.h"
#define KERNELS "Loops.inc"
#include "BothCopies.h"

using namespace e2e;

template <class E> using Plain = Copies<void (*)(const E *, const E *, float *, int, int, int)>;

/// Expects the terms of [Begin, End), every Step-th.
template <class E>
static void expectTerms(Trial &T, const Matrix<float> &C, const Matrix<E> &A, const Matrix<E> &B, int Begin, int End,
                        int Step = 1) {
  int Terms = std::max(0, (End - Begin + Step - 1) / Step);
  Product P = T.product(
      T.M, T.N, Terms, [&](int Row, int I) { return A(Row, Begin + I * Step); },
      [&](int I, int Column) { return B(Begin + I * Step, Column); });
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, P(Row, Column));
}

template <class E> static void run(Trial &T, Plain<E> Kernels, int Step = 1) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  expectTerms(T, C, A, B, 0, T.K, Step);
}

template <class E> static void unrolled(Trial &T) { run<E>(T, BOTH(unrolled<E>)); }
template <class E> static void untilEqual(Trial &T) { run<E>(T, BOTH(untilEqual<E>)); }
template <class E> static void downwards(Trial &T) { run<E>(T, BOTH(downwards<E>)); }
template <class E> static void everyOther(Trial &T) { run<E>(T, BOTH(everyOther<E>), 2); }
template <class E> static void inFunction(Trial &T) { run<E>(T, BOTH(inFunction<E>)); }
template <class E> static void inLambda(Trial &T) { run<E>(T, BOTH(inLambda<E>)); }

template <class E> static void slice(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  int Begin = T.Rng.below(T.K / 2 + 1), End = T.K - T.Rng.below(T.K / 2 + 1);
  T.launch(BOTH(slice<E>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, Begin, End);
  expectTerms(T, C, A, B, Begin, End);
}

template <class E, int Terms>
static void runConstant(Trial &T, Copies<void (*)(const E *, const E *, float *, int, int)> Kernels) {
  T.K = Terms;
  auto A = T.packed<E>(T.M, Terms), B = T.packed<E>(Terms, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N);
  T.expectProduct(C, A, B);
}
template <class E, int Terms> static void constantTrips(Trial &T) {
  runConstant<E, Terms>(T, BOTH(constantTrips<E, Terms>));
}
template <class E, int Terms> static void constantUnrolled(Trial &T) {
  runConstant<E, Terms>(T, BOTH(constantUnrolled<E, Terms>));
}

template <class E> static void hostDevice(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.each([&](Copy Which) {
    if (Which == Copy::Annotated)
      annotated::forEach<<<Grid, Block>>>(annotated::Gemm<E>{A.data(), B.data(), C.data(), T.M, T.N, T.K});
    else
      original::forEach<<<Grid, Block>>>(original::Gemm<E>{A.data(), B.data(), C.data(), T.M, T.N, T.K});
  });
  T.expectProduct(C, A, B);
  // The host's copy of the annotated function is an ordinary loop.
  E One[] = {fromDouble<E>(2), fromDouble<E>(3)};
  float Sum = 0;
  annotated::Gemm<E>{One, One, &Sum, 1, 1, 2}(0, 0);
  if (Sum != 13)
    T.fail("the annotated function is wrong on the host");
}

static const RegisterForms Registered{
    {"loop/constant-7/f16", constantTrips<__half, 7>},
    {"loop/constant-64/f16", constantTrips<__half, 64>},
    {"loop/constant-100/f32", constantTrips<float, 100>},
    {"loop/constant-unrolled-24/f16", constantUnrolled<__half, 24>},
    {"loop/constant-unrolled-64/f32", constantUnrolled<float, 64>},
    {"loop/unrolled/f16", unrolled<__half>},
    {"loop/unrolled/f32", unrolled<float>},
    {"loop/until-equal/f16", untilEqual<__half>},
    {"loop/downwards/f16", downwards<__half>, MayStay},
    {"loop/slice/f16", slice<__half>, MayStay},
    {"loop/every-other/f16", everyOther<__half>, MayStay},
    {"function/device/f16", inFunction<__half>},
    {"function/device/f32", inFunction<float>},
    {"function/lambda/f16", inLambda<__half>},
    {"function/host-device/f16", hostDevice<__half>},
};
