//===- Corners.cu - Plain texts whose meaning is easily missed ------------===//
#include "Forms.h"
#define KERNELS "Corners.inc"
#include "BothCopies.h"

using namespace e2e;

using H = __half;

/// Expects F(row, column) everywhere.
template <class O, class F> static void expectEach(const Matrix<O> &C, F Of) {
  for (int Row = 0; Row < C.Rows; ++Row)
    for (int Column = 0; Column < C.Columns; ++Column)
      C.expect(Row, Column, Of(Row, Column));
}

static void duplicated(Trial &T) {
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  auto Count = T.packedOutput<unsigned>(T.M, T.N);
  int Deep = 1 + T.Rng.below(3), Far = 1 + T.Rng.below(3);
  dim3 Block(8, 4, Deep), Grid = T.cover(Block, T.N, T.M, Far);
  expectEach(Count, [&](int Row, int Column) {
    Count.set(Row, Column, 3);
    return Value{3.0 + Deep * Far, 0};
  });
  T.launch(BOTH(duplicated<H>), Grid, Block, A.data(), B.data(), C.data(), Count.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

static void switchedOff(Trial &T) {
  bool On = T.Rng.chance(2);
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(switchedOff<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, On ? 2 : 0);
  if (On)
    T.expectProduct(C, A, B);
}

static void rowsFrom(Trial &T) {
  int First = T.Rng.below(T.M + 1);
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(rowsFrom<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, First);
  Product P = T.product(A, B);
  for (int Row = First; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, P(Row, Column));
}

static void rowsBackwards(Trial &T) {
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(rowsBackwards<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}

static void flatBlocks(Trial &T) {
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(flatBlocks<H>), Grid.x * Grid.y, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, int(Grid.x));
  T.expectProduct(C, A, B);
}

static void antiDiagonal(Trial &T) {
  int Limit = T.Rng.below(T.M + T.N);
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(antiDiagonal<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, Limit);
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N && Row + Column < Limit; ++Column)
      C.expect(Row, Column, P(Row, Column));
}

static void rowGroups(Trial &T) {
  int Rows = 1 + T.Rng.below(T.M), Groups = (T.M + Rows - 1) / Rows;
  if (double(Groups) * T.K * T.N > 4e6)
    Rows = T.M, Groups = 1;
  auto A = T.packed<H>(T.M, T.K);
  auto B = T.inputs<H>(Groups, T.K, T.N, /*Packed=*/true);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(rowGroups<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, Rows);
  expectEach(C, [&](int Row, int Column) {
    Value Sum;
    for (int I = 0; I < T.K; ++I) {
      double Term = A(Row, I) * B[Row / Rows](I, Column);
      Sum = Sum + Term;
    }
    return Sum;
  });
}

static void selected(Trial &T) {
  int Valid = T.Rng.below(T.K + 1);
  auto A = T.packed<H>(T.M, Valid), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(selected<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, Valid);
  Product P = T.product(
      T.M, T.N, T.K, [&](int Row, int I) { return I < Valid ? A(Row, I) : 0.0; },
      [&](int I, int Column) { return B(I, Column); });
  expectEach(C, [&](int Row, int Column) { return P(Row, Column); });
}

static void rowScaled(Trial &T) {
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto Scales = T.packedOutput<float>(1, T.M);
  for (int Row = 0; Row < T.M; ++Row) {
    Scales.set(0, Row, T.factor());
    Scales.expect(0, Row, {Scales(0, Row), 0});
  }
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(rowScaled<H>), Grid, Block, A.data(), B.data(), Scales.data(), C.data(), T.M, T.N, T.K);
  Product P = T.product(A, B);
  expectEach(C, [&](int Row, int Column) { return P(Row, Column) * Scales(0, Row); });
}

static void batchTerms(Trial &T) {
  int Batches = 1 + T.Rng.below(4), Fewer = T.Rng.below(20);
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.outputs<float>(Batches, T.M, T.N, /*Packed=*/true);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M, Batches);
  T.launch(BOTH(batchTerms<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, Fewer);
  for (int I = 0; I < Batches; ++I) {
    Product P = T.product(
        T.M, T.N, std::max(0, T.K - I * Fewer), [&](int Row, int K) { return A(Row, K); },
        [&](int K, int Column) { return B(K, Column); });
    expectEach(C[I], [&](int Row, int Column) { return P(Row, Column); });
  }
}

static void interleaved(Trial &T) {
  auto A = T.packed<H>(T.M * T.K, 2), B = T.packed<H>(T.K * T.N, 2);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(interleaved<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  Product P = T.product(
      T.M, T.N, T.K, [&](int Row, int I) { return A(Row * T.K + I, 0); },
      [&](int I, int Column) { return B(I * T.N + Column, 0); });
  expectEach(C, [&](int Row, int Column) { return P(Row, Column); });
}

static void batchOfThreads(Trial &T) {
  int Batches = 1 + T.Rng.below(5);
  auto A = T.inputs<H>(Batches, T.M, T.K, /*Packed=*/true), B = T.inputs<H>(Batches, T.K, T.N, /*Packed=*/true);
  auto C = T.outputs<float>(Batches, T.M, T.N, /*Packed=*/true);
  dim3 Block(8, 8, 2), Grid = T.cover(Block, T.N, T.M, (Batches + 1) / 2);
  T.launch(BOTH(batchOfThreads<H>), Grid, Block, A.data(), B.data(), C.data(), Batches, T.M, T.N, T.K);
  for (int I = 0; I < Batches; ++I)
    T.expectProduct(C[I], A[I], B[I]);
}

/// A negative number of terms is none.
template <class Kernels> static void run(Trial &T, Kernels Both, int K) {
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Both, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, K);
  if (K < 0)
    expectEach(C, [](int, int) { return Value(); });
  else
    T.expectProduct(C, A, B);
}
static void inclusive(Trial &T) { run(T, BOTH(inclusive<H, 0>), T.K); }
static void negativeTrips(Trial &T) { run(T, BOTH(inclusive<H, 1>), -1 - T.Rng.below(100)); }

static void operandsAgain(Trial &T) {
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(BOTH(operandsAgain<H>), Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  Product P = T.product(A, B);
  expectEach(C, [&](int Row, int Column) {
    Value Sum = P(Row, Column);
    for (int I = 0; I < T.K; ++I)
      Sum = Sum + A(Row, I);
    return T.K ? Sum + B(T.K - 1, Column) : Sum;
  });
}

static const RegisterForms Registered{
    {"corner/duplicated", duplicated},
    {"corner/switched-off", switchedOff},
    {"corner/rows-from", rowsFrom},
    {"corner/rows-backwards", rowsBackwards, MayStay},
    {"corner/flat-blocks", flatBlocks, MayStay},
    {"corner/anti-diagonal", antiDiagonal, MayStay},
    {"corner/row-groups", rowGroups, MayStay},
    {"corner/selected", selected, MayStay},
    {"corner/row-scaled", rowScaled, MayStay},
    {"corner/batch-terms", batchTerms, MayStay},
    {"corner/interleaved", interleaved, MayStay},
    {"corner/batch-of-threads", batchOfThreads, MayStay},
    {"corner/inclusive", inclusive},
    {"corner/negative-trips", negativeTrips},
    {"corner/operands-again", operandsAgain},
};
