//===- Array.h - Device arrays with guards and expectations -----*- C++ -*-===//
//
// An Array is one device array of a trial with everything that is checked of it:
//
//     | guard, 0xff | elements: values, or poison where the kernel must write | guard, 0xff |
//
// 0xff bytes are NaN in every float type, so an operand read out of bounds shows in the result, and a write out of bounds
// in the guard. Padding between rows is NaN in inputs and poison in outputs. An output's elements are expected one by one;
// what is not expected must keep its bytes. A Matrix is a view of an Array: rows, columns, leading dimension, order.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_E2E_ARRAY_H
#define PHOBOS_TEST_E2E_ARRAY_H

#include "Numbers.h"
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace e2e {

enum class Copy { Annotated = 0, Original = 1 };
enum class Order { RowMajor, ColumnMajor };

/// A float64 result, and the sum of the magnitudes that went into it: errors are relative to that.
struct Value {
  double Result = 0, Magnitude = 0;

  Value operator*(double Factor) const { return {Result * Factor, Magnitude * std::fabs(Factor)}; }
  Value operator+(Value Other) const { return {Result + Other.Result, Magnitude + Other.Magnitude}; }
  Value operator+(double Term) const { return {Result + Term, Magnitude + std::fabs(Term)}; }
};

/// Byte that fills what a kernel has to write: large and finite in every float type.
constexpr unsigned char PoisonByte = 0x7a;
constexpr unsigned char GuardByte = 0xff;
constexpr size_t GuardBytes = 4096;

/// A CUDA call failed; the message says which.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Array {
public:
  Array(std::string Name, size_t Count, size_t ElementBytes, size_t OffsetBytes, bool Guarded);
  ~Array();
  Array(const Array &) = delete;

  /// Initial contents and guards to the device.
  void upload();
  /// From the device, as the result of one copy of the kernel.
  void download(Copy Which);
  /// Makes an output of T of it: elements may be expected.
  template <class T> void makeOutput();
  /// Empty, or what is wrong with the guards or with elements that nothing was expected of.
  std::string checkUntouched(Copy Which) const;

  std::string Name;
  size_t Count, ElementBytes;
  /// On the device: the first element.
  unsigned char *Device = nullptr;
  std::vector<unsigned char> Initial;
  std::vector<unsigned char> After[2];
  /// Outputs only, per element.
  std::vector<Value> Expected;
  std::vector<unsigned char> IsExpected;
  /// Outputs only: an element's bytes as double, and a double rounded to the element type.
  double (*Read)(const unsigned char *) = nullptr;
  double (*Round)(double) = nullptr;
  /// Outputs only: what one rounding to the element type adds to the error's bound.
  double Rounding = 0;

  bool isOutput() const { return Read != nullptr; }

private:
  unsigned char *Allocation = nullptr;
  size_t Front, Total;
  std::string GuardFault[2];
};

template <class T> void Array::makeOutput() {
  Expected.resize(Count);
  IsExpected.resize(Count);
  Read = [](const unsigned char *Bytes) {
    T Element;
    std::memcpy(&Element, Bytes, sizeof(T));
    return toDouble(Element);
  };
  Round = [](double X) { return toDouble(fromDouble<T>(X)); };
  Rounding = outputRounding<T>();
}

template <class T> class Matrix {
  Array *Storage;
  size_t Base;

public:
  int Rows, Columns;
  /// Distance in elements of neighbours along the slow dimension.
  int Ld;
  Order Layout;

  Matrix(Array *Storage, size_t Base, int Rows, int Columns, int Ld, Order Layout)
      : Storage(Storage), Base(Base), Rows(Rows), Columns(Columns), Ld(Ld), Layout(Layout) {}

  size_t index(int Row, int Column) const {
    assert(Row >= 0 && Row < Rows && Column >= 0 && Column < Columns);
    return Base + (Layout == Order::RowMajor ? size_t(Row) * Ld + Column : size_t(Column) * Ld + Row);
  }
  /// The device pointer.
  T *data() const { return reinterpret_cast<T *>(Storage->Device) + Base; }
  void set(int Row, int Column, double X) const {
    T Element = fromDouble<T>(X);
    std::memcpy(&Storage->Initial[index(Row, Column) * sizeof(T)], &Element, sizeof(T));
  }
  /// The initial value.
  double operator()(int Row, int Column) const {
    T Element;
    std::memcpy(&Element, &Storage->Initial[index(Row, Column) * sizeof(T)], sizeof(T));
    return toDouble(Element);
  }
  void expect(int Row, int Column, Value V) const {
    size_t I = index(Row, Column);
    Storage->Expected[I] = V;
    Storage->IsExpected[I] = 1;
  }
  /// The same shape, Elements further on in the same array.
  Matrix offset(size_t Elements) const { return Matrix(Storage, Base + Elements, Rows, Columns, Ld, Layout); }
  /// The same matrix with rows and columns exchanged; no data moves.
  Matrix transposed() const {
    return Matrix(Storage, Base, Columns, Rows, Ld, Layout == Order::RowMajor ? Order::ColumnMajor : Order::RowMajor);
  }
};

/// Matrices of one array at a constant distance.
template <class T> struct Batch {
  std::vector<Matrix<T>> Each;
  /// In elements.
  int64_t Stride;

  const Matrix<T> &operator[](int I) const { return Each[I]; }
  T *data() const { return Each[0].data(); }
};

} // namespace e2e

#endif
