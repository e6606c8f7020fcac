//===- Symbols.cu - Names of kernels, and variables of the program --------===//
#include "Forms.h"
#define KERNELS "Symbols.inc"
#include "BothCopies.h"

using namespace e2e;

using H = __half;

static void check(cudaError_t Error) {
  if (Error != cudaSuccess)
    throw DeviceError(cudaGetErrorString(Error));
}

static void globalOperand(Trial &T) {
  T.K = std::min(T.K, 40);
  T.N = std::min(T.N, 64);
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto Offsets = T.values<float>(1, 64);
  auto C = T.packedOutput<float>(T.M, T.N);
  float Factor = T.factor();
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  size_t Bytes = size_t(T.K) * T.N * sizeof(H);
  T.each([&](Copy Which) {
    auto Fill = [&](auto &Table, auto &Scalar, auto &Array) {
      if (Bytes)
        check(cudaMemcpyToSymbol(Table, B.data(), Bytes, 0, cudaMemcpyDeviceToDevice));
      check(cudaMemcpyToSymbol(Scalar, &Factor, sizeof Factor));
      check(cudaMemcpyToSymbol(Array, Offsets.data(), 64 * sizeof(float), 0, cudaMemcpyDeviceToDevice));
    };
    if (Which == Copy::Annotated) {
      Fill(annotated::table, annotated::factor, annotated::offsets);
      annotated::globalOperand<<<Grid, Block>>>(A.data(), C.data(), T.M, T.N, T.K);
    } else {
      Fill(original::table, original::factor, original::offsets);
      original::globalOperand<<<Grid, Block>>>(A.data(), C.data(), T.M, T.N, T.K);
    }
  });
  Product P = T.product(A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, P(Row, Column) * Factor + Offsets(0, Column % 64));
}

template <class Kernels> static void run(Trial &T, Kernels Both) {
  auto A = T.packed<H>(T.M, T.K), B = T.packed<H>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block(16, 8), Grid = T.cover(Block, T.N, T.M);
  T.launch(Both, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K);
  T.expectProduct(C, A, B);
}
static void unnamed(Trial &T) { run(T, BOTH(unnamed)); }
static void internal(Trial &T) { run(T, BOTH(internal)); }
static void member(Trial &T) { run(T, BOTH(Holder::member<H>)); }

static void shaped(Trial &T) {
  bool TransA = T.Rng.chance(2), TransB = T.Rng.chance(2);
  auto A = T.input<H>(T.M, T.K, TransA ? Order::ColumnMajor : Order::RowMajor);
  auto B = T.input<H>(T.K, T.N, TransB ? Order::ColumnMajor : Order::RowMajor);
  auto C = T.output<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  auto Launch = [&](auto Kernel, auto Shape) {
    using S = decltype(Shape);
    auto Of = [](const auto &X) {
      bool Rows = X.Layout == Order::RowMajor;
      return S{{X.Rows, X.Columns}, {Rows ? X.Ld : 1, Rows ? 1 : X.Ld}};
    };
    Kernel<<<Grid, Block>>>(A.data(), Of(A), B.data(), Of(B), C.data(), Of(C));
  };
  T.each([&](Copy Which) {
    if (Which == Copy::Annotated)
      Launch(annotated::shaped, annotated::Shape());
    else
      Launch(original::shaped, original::Shape());
  });
  T.expectProduct(C, A, B);
}

static const RegisterForms Registered{
    {"symbol/global-operand", globalOperand, MayStay},
    {"symbol/unnamed-namespace", unnamed},
    {"symbol/static", internal},
    {"symbol/member", member},
    {"symbol/shape-arrays", shaped, MayStay},
};
