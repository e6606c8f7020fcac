//===- Guards.cu - Threads outside the matrix; x as column or row ---------===//
#include "Forms.h"
#define KERNELS "Guards.inc"
#include "BothCopies.h"

using namespace e2e;

template <class E>
using Guarded = Copies<void (*)(const E *, const E *, float *, int, int, int)>;

template <class E> static void guarded(Trial &T, Guarded<E> Kernels, bool RowsFromX = false) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = RowsFromX ? T.cover(Block, T.M, T.N) : T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

template <class E> static void nestedIf(Trial &T) { guarded<E>(T, BOTH(nestedIf<E>)); }
template <class E> static void conjunction(Trial &T) { guarded<E>(T, BOTH(conjunction<E>)); }
template <class E> static void earlyReturn(Trial &T) { guarded<E>(T, BOTH(earlyReturn<E>)); }
template <class E> static void twoReturns(Trial &T) { guarded<E>(T, BOTH(twoReturns<E>)); }
template <class E> static void rowsFromX(Trial &T) { guarded<E>(T, BOTH(rowsFromX<E>), true); }

/// The largest divisor of Count up to Limit.
static unsigned divisor(int Count, int Limit) {
  while (Count % Limit)
    --Limit;
  return Limit;
}

template <class E> static void noGuard(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block(divisor(T.N, 1 + T.Rng.below(32)), divisor(T.M, 1 + T.Rng.below(32)));
  T.launch(BOTH(noGuard<E>), dim3(T.N / Block.x, T.M / Block.y), Block, A.data(), B.data(), C.data(), T.N, T.K);
  T.expectProduct(C, A, B);
}

template <class E> static void blockPerRow(Trial &T) {
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  T.launch(BOTH(blockPerRow<E>), dim3(T.M, (T.N + 127) / 128), dim3(128), A.data(), B.data(), C.data(), T.N, T.K);
  T.expectProduct(C, A, B);
}

static const RegisterForms Registered{
    {"guard/nested-if/f16", nestedIf<__half>, Large},
    {"guard/nested-if/bf16", nestedIf<__nv_bfloat16>},
    {"guard/nested-if/f32", nestedIf<float>, Large},
    {"guard/and/f16", conjunction<__half>},
    {"guard/and/f32", conjunction<float>},
    {"guard/early-return/f16", earlyReturn<__half>},
    {"guard/early-return/f32", earlyReturn<float>},
    {"guard/two-returns/bf16", twoReturns<__nv_bfloat16>},
    {"guard/none/f16", noGuard<__half>},
    {"guard/none/f32", noGuard<float>},
    {"guard/rows-from-x/f16", rowsFromX<__half>},
    {"guard/rows-from-x/f32", rowsFromX<float>},
    {"guard/block-per-row/f16", blockPerRow<__half>},
};
