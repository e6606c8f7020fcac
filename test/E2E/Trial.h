//===- Trial.h - One run of one form at one size ----------------*- C++ -*-===//
//
// A form is a kernel text that the raiser must take. Its function draws arrays from a Trial, launches both copies of the
// kernel (the annotated one and the original) on the same contents, and states what float64 says of each output:
//
//     auto A = T.input<E>(T.M, T.K), B = T.input<E>(T.K, T.N);
//     auto C = T.output<float>(T.M, T.N);
//     T.launch(BOTH(kernel<E>), Grid, Block, A.data(), ...);
//     T.expectProduct(C, A, B);
//
// Errors are measured as ||out - ref|| / || |A||B| + |C0| || (Frobenius). Check.cpp holds the rules.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_E2E_TRIAL_H
#define PHOBOS_TEST_E2E_TRIAL_H

#include "Array.h"
#include <algorithm>
#include <cuda_runtime.h>
#include <functional>
#include <memory>

namespace e2e {

struct Sizes {
  int M, N, K;
};

struct TrialOptions {
  uint64_t Seed;
  /// What a CPU simulator can bear.
  bool Small = false;
  /// Both copies must agree bit for bit: the binary holds scalar companions.
  bool Exact = false;
  /// Allocations without guards, for tools that watch allocations.
  bool Tight = false;
};

/// The two copies of a kernel, by Copy.
template <class Kernel> struct Copies {
  Kernel Each[2];
};

/// Σ_k A(m, k) · B(k, n) for all m and n.
class Product {
  int N;
  std::vector<Value> Values;

public:
  Product(int M, int N) : N(N), Values(size_t(M) * N) {}
  Value &operator()(int Row, int Column) { return Values[size_t(Row) * N + Column]; }
  Value operator()(int Row, int Column) const { return Values[size_t(Row) * N + Column]; }
};

struct Outcome {
  /// By Copy; of the array where it is closest to its bound.
  double Error[2] = {0, 0};
  double Bound[2] = {0, 0};
  /// The copies' outputs differ in some bit: the annotated kernel was not the original.
  bool Differs = false;
  /// Empty where all is right.
  std::string Fault;
};

class Trial {
public:
  Trial(Sizes S, TrialOptions Options);

  int M, N, K;
  TrialOptions Options;
  Random Rng;
  /// The original's own error beyond the companion's bound, e.g. for sums kept in 16 bits.
  double OriginalSlack = 0;
  /// What rounding the operands adds to the annotated copy's bound; input() sets it by type.
  double OperandRounding = 0;

  /// An operand: random values in rows of random padding, at a random alignment.
  template <class T> Matrix<T> input(int Rows, int Columns, Order Layout = Order::RowMajor) {
    return operand<T>(Rows, Columns, Layout, padding());
  }
  /// An operand with no padding.
  template <class T> Matrix<T> packed(int Rows, int Columns, Order Layout = Order::RowMajor) {
    return operand<T>(Rows, Columns, Layout, 0);
  }
  /// Random values that are not rounded as operands: a bias, a residual.
  template <class T> Matrix<T> values(int Rows, int Columns) {
    return fill(make<T>(Rows, Columns, Order::RowMajor, 0));
  }
  /// Poison that the kernel must overwrite.
  template <class T> Matrix<T> output(int Rows, int Columns, Order Layout = Order::RowMajor) {
    return poison(make<T>(Rows, Columns, Layout, padding()));
  }
  template <class T> Matrix<T> packedOutput(int Rows, int Columns, Order Layout = Order::RowMajor) {
    return poison(make<T>(Rows, Columns, Layout, 0));
  }
  /// Random values that the kernel may change.
  template <class T> Matrix<T> inout(int Rows, int Columns, Order Layout = Order::RowMajor) {
    return fill(output<T>(Rows, Columns, Layout));
  }
  template <class T> Matrix<T> packedInout(int Rows, int Columns, Order Layout = Order::RowMajor) {
    return fill(packedOutput<T>(Rows, Columns, Layout));
  }
  template <class T> Batch<T> inputs(int Count, int Rows, int Columns, bool Packed = false);
  template <class T> Batch<T> outputs(int Count, int Rows, int Columns, bool Packed = false);

  /// A random scale for alpha, beta and their like: a float, neither tiny nor zero.
  float factor() { return float(Rng.chance(2) ? -1 : 1) * float(0.25 + Rng.unit()); }
  /// A two-dimensional block of random shape, at most 32 x 32.
  dim3 block();
  /// Enough blocks to cover Columns by Rows, or now and then one more.
  dim3 cover(dim3 Block, int Columns, int Rows, int Batches = 1);

  /// Runs Body for the annotated and the original copy, on the same contents of every array. In the simulator the
  /// annotated copy may read no element that the original does not.
  void each(const std::function<void(Copy)> &Body);

  /// Float64, on all cores. A is M x K, B is K x N for the sizes given by the views.
  template <class T, class U> Product product(const Matrix<T> &A, const Matrix<U> &B) const {
    return product(A.Rows, B.Columns, A.Columns, [&](int Row, int I) { return A(Row, I); },
                   [&](int I, int Column) { return B(I, Column); });
  }
  Product product(int Rows, int Columns, int Terms, const std::function<double(int, int)> &A,
                  const std::function<double(int, int)> &B) const;
  template <class O, class T, class U> void expectProduct(const Matrix<O> &C, const Matrix<T> &A, const Matrix<U> &B) {
    Product P = product(A, B);
    for (int Row = 0; Row < A.Rows; ++Row)
      for (int Column = 0; Column < B.Columns; ++Column)
        C.expect(Row, Column, P(Row, Column));
  }

  /// A fault that the form found itself.
  void fail(const std::string &Text) { OwnFault = Text; }
  /// Compares everything; Check.cpp.
  Outcome check();

#ifdef __CUDACC__
  template <class... P, class... Arguments>
  void launch(Copies<void (*)(P...)> Kernels, dim3 Grid, dim3 Block, Arguments... Values) {
    each([&](Copy Which) { Kernels.Each[int(Which)]<<<Grid, Block>>>(static_cast<P>(Values)...); });
  }
#endif

private:
  void run(const std::function<void(Copy)> &Body, Copy Which);
  Array &allocate(size_t Count, size_t ElementBytes);
  template <class T> Matrix<T> make(int Rows, int Columns, Order Layout, int Pad, int Count = 1, int64_t *Stride = nullptr);
  template <class T> Matrix<T> operand(int Rows, int Columns, Order Layout, int Pad);
  template <class T> Matrix<T> fill(Matrix<T> To);
  template <class T> Matrix<T> poison(Matrix<T> To);
  int padding();

  Spread Kind;
  /// NaN and infinities in the operands.
  bool Specials;
  std::string OwnFault;
  std::vector<std::unique_ptr<Array>> Arrays;
};

template <class T>
Matrix<T> Trial::make(int Rows, int Columns, Order Layout, int Pad, int Count, int64_t *Stride) {
  int Fast = Layout == Order::RowMajor ? Columns : Rows, Slow = Layout == Order::RowMajor ? Rows : Columns;
  int Ld = Fast + Pad;
  int64_t Distance = int64_t(Slow) * Ld + Pad;
  // The last row has no padding: what follows it is guard.
  int64_t Elements = Slow && Fast && Count ? Distance * (Count - 1) + int64_t(Slow - 1) * Ld + Fast : 0;
  if (Stride)
    *Stride = Distance;
  return Matrix<T>(&allocate(Elements, sizeof(T)), 0, Rows, Columns, Ld, Layout);
}

template <class T> Matrix<T> Trial::fill(Matrix<T> To) {
  for (int Row = 0; Row < To.Rows; ++Row)
    for (int Column = 0; Column < To.Columns; ++Column)
      To.set(Row, Column, Rng.value(Kind));
  if (Specials && To.Rows && To.Columns)
    for (int Count = 1 + Rng.below(3); Count--;)
      To.set(Rng.below(To.Rows), Rng.below(To.Columns), Rng.special());
  return To;
}

template <class T> Matrix<T> Trial::operand(int Rows, int Columns, Order Layout, int Pad) {
  OperandRounding = std::max(OperandRounding, operandRounding<T>());
  return fill(make<T>(Rows, Columns, Layout, Pad));
}

template <class T> Matrix<T> Trial::poison(Matrix<T> To) {
  Array &Of = *Arrays.back();
  Of.makeOutput<T>();
  std::fill(Of.Initial.begin(), Of.Initial.end(), PoisonByte);
  return To;
}

template <class T> Batch<T> Trial::inputs(int Count, int Rows, int Columns, bool Packed) {
  OperandRounding = std::max(OperandRounding, operandRounding<T>());
  Batch<T> Result;
  Matrix<T> First = make<T>(Rows, Columns, Order::RowMajor, Packed ? 0 : padding(), Count, &Result.Stride);
  for (int I = 0; I < Count; ++I)
    Result.Each.push_back(fill(First.offset(I * Result.Stride)));
  return Result;
}

template <class T> Batch<T> Trial::outputs(int Count, int Rows, int Columns, bool Packed) {
  Batch<T> Result;
  Matrix<T> First = poison(make<T>(Rows, Columns, Order::RowMajor, Packed ? 0 : padding(), Count, &Result.Stride));
  for (int I = 0; I < Count; ++I)
    Result.Each.push_back(First.offset(I * Result.Stride));
  return Result;
}

} // namespace e2e

#endif
