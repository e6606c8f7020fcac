//===- Fuzz.h - What every generated program is built on --------*- C++ -*-===//
//
// A generated program holds kernels, each twice: as a user would write it, and in namespace 'ref' as host code in which
// each element is a Num. A trial draws arrays, launches the kernel, runs the host code once a thread, and compares.
//
//     bound = 1e-6 + 2e-6 * sqrt(K / 64)      sums of exact products in float
//           + 2^-11 or 2^-8 for each operand that is float     rounded to f16 or bf16; 0 where the values are exact
//           there
//           + 5e-4 or 4e-3                    an output that is half or bfloat16
//
// By array: ||out - ref|| <= bound * ||magnitude||, magnitude = |A||B| + |C0| by element, and no element off by more
// than 8 bounds of its own magnitude. NaN and infinities must stand exactly where float64 has them. What the host code
// did not write must keep its bytes, guards included.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_FUZZ_FUZZ_H
#define PHOBOS_TEST_FUZZ_FUZZ_H

#include "Num.h"
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

//===----------------------------------------------------------------------===//
// Shared by the kernels and their host copies
//===----------------------------------------------------------------------===//

template <class T> struct View {
  T *elements;
  int stride, rows;
};
template <class T, class I> __host__ __device__ T elementAt(const T *From, I Ld, I Row, I Column) {
  return From[Row * Ld + Column];
}
template <class T> __host__ __device__ const T &viewAt(const View<const T> &From, int Row, int Column) {
  return From.elements[Row * From.stride + Column];
}

namespace fuzz {

using ref::Num;

inline double toDouble(float X) { return X; }
inline double toDouble(double X) { return X; }
inline double toDouble(unsigned X) { return X; }
inline double toDouble(int X) { return X; }
inline double toDouble(__half X) { return __half2float(X); }
inline double toDouble(__nv_bfloat16 X) { return __bfloat162float(X); }
template <class T> T fromDouble(double X) { return T(X); }
template <> inline __half fromDouble<__half>(double X) { return __float2half(float(X)); }
template <> inline __nv_bfloat16 fromDouble<__nv_bfloat16>(double X) { return __float2bfloat16(float(X)); }
template <class T> double rounding() { return 0; }
template <> inline double rounding<__half>() { return 5e-4; }
template <> inline double rounding<__nv_bfloat16>() { return 4e-3; }

/// SplitMix64.
class Random {
  uint64_t State;

public:
  explicit Random(uint64_t Seed) : State(Seed) {}
  uint64_t next() {
    uint64_t Z = (State += 0x9e3779b97f4a7c15);
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }
  int below(int Count) { return int(next() % uint64_t(Count)); }
  double unit() { return double(next() >> 11) * 0x1p-53; }
};

/// What arrays are filled with.
enum class Fill {
  Integers, ///< -4 to 4: every product and every sum is exact
  Reals,    ///< one in sixteen is zero, the others' magnitude is in [1/16, 1)
  Specials, ///< Reals with a few NaN and infinities
  Poison,   ///< what the kernel must overwrite
};

constexpr unsigned char PoisonByte = 0x7a, GuardByte = 0xff;

/// One device array with its guards, and its copy of Num.
struct Array {
  const char *Name;
  size_t Count, ElementBytes, Front, Total;
  bool IsOutput;
  double Rounding;
  unsigned char *Allocation = nullptr;
  std::vector<unsigned char> Before, After;
  std::vector<Num> Ref;
  std::vector<unsigned> Integers;
  double (*Read)(const unsigned char *);
  double (*Round)(double);
};

template <class T> class Handle {
  Array *Of;

public:
  explicit Handle(Array *Of) : Of(Of) {}
  operator T *() const { return reinterpret_cast<T *>(Of->Allocation + Of->Front); }
  T *data() const { return *this; }
  auto ref() const {
    // Integers are exact, and stay what they are.
    if constexpr (std::is_same_v<T, unsigned>)
      return Of->Integers.data();
    else
      return Of->Ref.data();
  }
};

class Trial {
  std::vector<Array *> Arrays;
  Random Rng;
  Fill Data;
  std::string Faults;

public:
  /// Terms is the trip count; OperandRounding what rounding operands adds; OriginalSlack what the original's own
  /// arithmetic adds, for sums and products in 16 bits.
  Trial(uint64_t Seed, Fill Data) : Rng(Seed), Data(Data) {}
  ~Trial();
  double Terms = 0, OperandRounding = 0, OriginalSlack = 0;

  /// Offset: elements between the allocation's alignment and the first element. Guard: bytes before and after.
  template <class T> Handle<T> input(const char *Name, size_t Count, size_t Offset, size_t Guard) {
    return Handle<T>(make<T>(Name, Count, Offset, Guard, false, Data));
  }
  template <class T> Handle<T> values(const char *Name, size_t Count) {
    return Handle<T>(make<T>(Name, Count, 0, 0, false, Data == Fill::Integers ? Data : Fill::Reals));
  }
  template <class T> Handle<T> output(const char *Name, size_t Count, size_t Offset) {
    return Handle<T>(make<T>(Name, Count, Offset, 256, true, Fill::Poison));
  }
  template <class T> Handle<T> inout(const char *Name, size_t Count, size_t Offset) {
    return Handle<T>(make<T>(Name, Count, Offset, 256, true, Data == Fill::Integers ? Data : Fill::Reals));
  }
  /// Zeros, to be counted up.
  Handle<unsigned> counters(const char *Name, size_t Count) { return integers(Name, Count, 1, true); }
  /// Random integers below Bound.
  Handle<unsigned> indices(const char *Name, size_t Count, unsigned Bound) {
    return integers(Name, Count, Bound, false);
  }

  void upload();
  void download();
  /// Whether all is right; otherwise prints what is not.
  bool check(bool IsOriginal);
  void save(const std::string &File) const;
  bool compare(const std::string &File);

private:
  template <class T> Array *make(const char *Name, size_t Count, size_t Offset, size_t Guard, bool IsOutput, Fill With);
  Handle<unsigned> integers(const char *Name, size_t Count, unsigned Bound, bool IsOutput);
  void fault(const char *Format, ...) __attribute__((format(printf, 2, 3)));
  void checkBytes(const Array &Of);
  void checkNumbers(const Array &Of, double Bound);
};

inline Trial::~Trial() {
  for (Array *Each : Arrays) {
    cudaFree(Each->Allocation);
    delete Each;
  }
}

inline void mustSucceed(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::printf("  %s: %s\n", What, cudaGetErrorString(Error));
  std::fflush(stdout);
  std::exit(3);
}

template <class T>
Array *Trial::make(const char *Name, size_t Count, size_t Offset, size_t Guard, bool IsOutput, Fill With) {
  Array *A = new Array{Name, Count, sizeof(T), Offset * sizeof(T) + Guard, 0, IsOutput, rounding<T>()};
  A->Total = A->Front + Count * sizeof(T) + Guard;
  A->Read = [](const unsigned char *Bytes) {
    T Element;
    std::memcpy(&Element, Bytes, sizeof(T));
    return toDouble(Element);
  };
  A->Round = [](double X) { return toDouble(fromDouble<T>(X)); };
  A->Before.assign(A->Total, GuardByte);
  unsigned char *First = A->Before.data() + A->Front;
  std::memset(First, PoisonByte, Count * sizeof(T));
  for (size_t I = 0; With != Fill::Poison && I < Count; ++I) {
    double X = Rng.below(16) ? (0.0625 + 0.9375 * Rng.unit()) * (Rng.below(2) ? -1 : 1) : 0;
    if (With == Fill::Integers)
      X = Rng.below(9) - 4;
    if (With == Fill::Specials && Rng.below(int(Count)) < 2)
      X = Rng.below(3) == 0 ? NAN : Rng.below(2) ? INFINITY : -INFINITY;
    T Element = fromDouble<T>(X);
    std::memcpy(First + I * sizeof(T), &Element, sizeof(T));
  }
  A->Ref.resize(Count);
  for (size_t I = 0; I < Count; ++I) {
    double X = A->Read(First + I * sizeof(T));
    A->Ref[I].V = X;
    A->Ref[I].M = std::fabs(X);
  }
  mustSucceed(cudaMalloc(reinterpret_cast<void **>(&A->Allocation), A->Total ? A->Total : 1), "cudaMalloc");
  Arrays.push_back(A);
  return A;
}

inline Handle<unsigned> Trial::integers(const char *Name, size_t Count, unsigned Bound, bool IsOutput) {
  Array *A = make<unsigned>(Name, Count, 0, 64, IsOutput, Fill::Poison);
  for (size_t I = 0; I < Count; ++I)
    A->Integers.push_back(Rng.below(int(Bound)));
  if (Count)
    std::memcpy(A->Before.data() + A->Front, A->Integers.data(), Count * sizeof(unsigned));
  return Handle<unsigned>(A);
}

inline void Trial::upload() {
  for (Array *A : Arrays)
    mustSucceed(cudaMemcpy(A->Allocation, A->Before.data(), A->Total, cudaMemcpyHostToDevice), "upload");
}

inline void Trial::download() {
  mustSucceed(cudaGetLastError(), "launch");
  mustSucceed(cudaDeviceSynchronize(), "kernel");
  for (Array *A : Arrays) {
    A->After.resize(A->Total);
    mustSucceed(cudaMemcpy(A->After.data(), A->Allocation, A->Total, cudaMemcpyDeviceToHost), "download");
  }
}

inline void Trial::fault(const char *Format, ...) {
  char Text[512];
  va_list Arguments;
  va_start(Arguments, Format);
  std::vsnprintf(Text, sizeof Text, Format, Arguments);
  va_end(Arguments);
  Faults += std::string("  ") + Text + "\n";
}

// Guards, inputs, and outputs that the reference does not store.
inline void Trial::checkBytes(const Array &Of) {
  for (size_t At = 0; At < Of.Total; ++At) {
    if (Of.Before[At] == Of.After[At])
      continue;
    bool Inside = At >= Of.Front && At < Of.Front + Of.Count * Of.ElementBytes;
    size_t Element = Inside ? (At - Of.Front) / Of.ElementBytes : 0;
    if (Inside && Of.IsOutput && Of.Ref[Element].Stored)
      continue;
    if (Inside)
      fault("%s: element %zu was written, and must not be", Of.Name, Element);
    else
      fault("%s: guard byte %zd was written", Of.Name, ssize_t(At) - ssize_t(Of.Front));
    return;
  }
}

inline void Trial::checkNumbers(const Array &Of, double Bound) {
  double Squares = 0, Scale = 0;
  size_t Wrong = 0;
  for (size_t I = 0; I < Of.Count; ++I) {
    const Num &N = Of.Ref[I];
    if (!N.Stored)
      continue;
    double Out = Of.Read(&Of.After[Of.Front + I * Of.ElementBytes]), Error = std::fabs(Out - N.V);
    double Magnitude = std::isfinite(N.M) ? N.M : std::fabs(N.V);
    // Below the normal range errors are absolute.
    bool Fine = Error <= 8 * Bound * Magnitude + (Of.Rounding > 0 ? 0x1p-24 : 0x1p-120);
    if (!std::isfinite(N.V))
      Fine = std::isnan(N.V) ? std::isnan(Out) : Out == N.V;
    else if (std::isinf(Of.Round(N.V)))
      Fine = Out == Of.Round(N.V);
    else if (Fine) {
      Squares += Error * Error;
      Scale += Magnitude * Magnitude;
    }
    if (!Fine && Wrong++ == 0)
      fault("%s: element %zu is %.9g instead of %.9g (magnitude %.3g, bound %.3g)", Of.Name, I, Out, N.V, N.M, Bound);
  }
  if (Wrong)
    fault("%s: %zu elements wrong", Of.Name, Wrong);
  else if (double Error = Scale > 0 ? std::sqrt(Squares / Scale) : std::sqrt(Squares);
           !(Error <= Bound) && Error > 0x1p-24)
    fault("%s: error %.3g exceeds %.3g", Of.Name, Error, Bound);
}

inline bool Trial::check(bool IsOriginal) {
  double Exact = 1e-6 + 2e-6 * std::sqrt(Terms / 64);
  double Inexact = Data == Fill::Integers ? 0 : OperandRounding;
  for (Array *A : Arrays) {
    for (size_t I = 0; A->IsOutput && I < A->Integers.size(); ++I)
      A->Ref[I] = Num(A->Integers[I]);
    checkBytes(*A);
    if (A->IsOutput)
      checkNumbers(*A, Exact + A->Rounding + (IsOriginal ? OriginalSlack : Inexact));
  }
  std::fputs(Faults.c_str(), stdout);
  return Faults.empty();
}

inline void Trial::save(const std::string &File) const {
  FILE *To = std::fopen(File.c_str(), "wb");
  if (!To)
    std::perror(File.c_str()), std::exit(3);
  for (const Array *A : Arrays)
    std::fwrite(A->After.data(), 1, A->Total, To);
  std::fclose(To);
}

inline bool Trial::compare(const std::string &File) {
  FILE *From = std::fopen(File.c_str(), "rb");
  if (!From)
    return true; // the original's own run has failed, and said so
  bool Same = true;
  for (const Array *A : Arrays) {
    std::vector<unsigned char> Original(A->Total);
    size_t Got = std::fread(Original.data(), 1, A->Total, From);
    for (size_t I = 0; Same && I < A->Count; ++I) {
      size_t At = A->Front + I * A->ElementBytes;
      if (std::memcmp(&A->After[At], &Original[At], A->ElementBytes) == 0)
        continue;
      double Out = A->Read(&A->After[At]), Wanted = A->Read(&Original[At]);
      Same = std::isnan(Out) && std::isnan(Wanted);
      if (!Same)
        std::printf("  %s: element %zu is %.9g, and %.9g in the original\n", A->Name, I, Out, Wanted);
    }
    Same &= Got == A->Total;
  }
  std::fclose(From);
  return Same;
}

struct Entry {
  const char *Name;
  /// Runs one trial: allocates, launches, computes the reference.
  void (*Run)(Trial &);
  uint64_t Seed;
  Fill Data;
};

/// PROGRAM [--save DIR | --compare DIR] [NUMBER...]: runs the trials with these numbers, or all. 3d instead of 3: of a
/// declined kernel, whose results are the original's. Prints 'start NAME' and then 'pass NAME' or 'FAIL NAME'.
template <size_t Count> int run(const Entry (&Entries)[Count], int Argc, char **Argv) {
  std::string Save, Compare;
  std::vector<size_t> Numbers;
  std::vector<bool> Declined(Count);
  for (int I = 1; I < Argc; ++I) {
    std::string Name = Argv[I];
    if (Name == "--save" && I + 1 < Argc)
      Save = Argv[++I];
    else if (Name == "--compare" && I + 1 < Argc)
      Compare = Argv[++I];
    else if (size_t Number = std::strtoul(Argv[I], nullptr, 10); Number < Count) {
      Numbers.push_back(Number);
      Declined[Number] = Name.back() == 'd';
    }
  }
  for (size_t I = 0; Argc == 1 + 2 * (!Save.empty() + !Compare.empty()) && I < Count; ++I)
    Numbers.push_back(I);
  const char *Disabled = std::getenv("PHOBOS_DISABLE");
  bool IsOriginal = !Compare.empty() || (Disabled && *Disabled == '1');
  int Failed = 0;
  for (size_t I : Numbers) {
    const Entry &E = Entries[I];
    std::printf("start %s\n", E.Name);
    std::fflush(stdout);
    Trial T(E.Seed, E.Data);
    E.Run(T);
    bool Right = T.check(IsOriginal || Declined[I]);
    if (!Save.empty())
      T.save(Save + "/" + E.Name);
    if (!Compare.empty())
      Right &= T.compare(Compare + "/" + E.Name);
    Failed += !Right;
    std::printf("%s %s\n", Right ? "pass" : "FAIL", E.Name);
    std::fflush(stdout);
  }
  return Failed ? 1 : 0;
}

} // namespace fuzz

#endif
