//===- companion-bench.cpp - Companions on a GPU, checked and timed -------===//
//
//   companion-bench check|small|time DIR [FILTER]
//
// check: all sizes; small: those that a sanitizer gets through; time: 4096 and 8192 cubed.
//
// DIR holds manifest.txt (lines of companion-gen print=launch) and NAME.cubin for each. Needs nothing but the driver;
// times cuBLAS beside the companions where it finds the library. Self-contained, so it can be carried to a machine with
// a GPU.
//
//===----------------------------------------------------------------------===//
#include "GpuDriver.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

enum class Type { F16, BF16, F32 };
unsigned bytes(Type T) { return T == Type::F32 ? 4 : 2; }

struct Companion {
  std::string Name;
  unsigned Threads, Shared, TileM, TileN;
  Type A, B, C, Product;
  bool AKMajor, BKMajor, CRowMajor, Causal;
};

Type parseType(const std::string &Text) {
  return Text.substr(0, 3) == "f16" ? Type::F16 : Text.substr(0, 4) == "bf16" ? Type::BF16 : Type::F32;
}
bool runsAlong(const std::string &Text, const char *What) { return Text.substr(Text.find(':') + 1) == What; }

std::vector<Companion> readManifest(const std::string &Dir, const std::string &Filter) {
  std::vector<Companion> All;
  std::ifstream In(Dir + "/manifest.txt");
  for (std::string Line; std::getline(In, Line);) {
    std::istringstream Words(Line);
    Companion C;
    std::string A, B, OfC, Mask, Product;
    if (!(Words >> C.Name >> C.Threads >> C.Shared >> C.TileM >> C.TileN >> A >> B >> OfC >> Mask >> Product))
      continue;
    C.A = parseType(A), C.B = parseType(B), C.C = parseType(OfC), C.Product = parseType(Product);
    C.AKMajor = runsAlong(A, "k"), C.BKMajor = runsAlong(B, "k"), C.CRowMajor = runsAlong(OfC, "n");
    C.Causal = Mask == "causal";
    if (C.Name.find(Filter) != std::string::npos)
      All.push_back(C);
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

uint16_t toHalf(float X) {
  _Float16 H = static_cast<_Float16>(X);
  uint16_t Bits;
  std::memcpy(&Bits, &H, 2);
  return Bits;
}
float fromHalf(uint16_t Bits) {
  _Float16 H;
  std::memcpy(&H, &Bits, 2);
  return static_cast<float>(H);
}
uint16_t toBFloat(float X) {
  uint32_t Bits;
  std::memcpy(&Bits, &X, 4);
  return static_cast<uint16_t>((Bits + 0x7fff + (Bits >> 16 & 1)) >> 16);
}
float fromBFloat(uint16_t Bits) {
  uint32_t Wide = uint32_t(Bits) << 16;
  float X;
  std::memcpy(&X, &Wide, 4);
  return X;
}
float rounded(float X, Type T) {
  return T == Type::F32 ? X : T == Type::F16 ? fromHalf(toHalf(X)) : fromBFloat(toBFloat(X));
}

/// A matrix in host memory: Lines rows of Length elements, Pitch apart. Padding is NaN, so that any use of it shows.
struct Matrix {
  Type T;
  size_t Lines, Length, Pitch;
  std::vector<char> Bytes;

  Matrix(Type T, size_t Lines, size_t Length, size_t Pitch)
      : T(T), Lines(Lines), Length(Length), Pitch(Pitch),
        Bytes((Lines ? (Lines - 1) * Pitch + Length : 0) * bytes(T), char(0xff)) {}
  void set(size_t I, float X) {
    if (T == Type::F32) {
      std::memcpy(&Bytes[I * 4], &X, 4);
    } else {
      uint16_t Bits = T == Type::F16 ? toHalf(X) : toBFloat(X);
      std::memcpy(&Bytes[I * 2], &Bits, 2);
    }
  }
  float get(size_t I) const {
    if (T == Type::F32) {
      float X;
      std::memcpy(&X, &Bytes[I * 4], 4);
      return X;
    }
    uint16_t Bits;
    std::memcpy(&Bits, &Bytes[I * 2], 2);
    return T == Type::F16 ? fromHalf(Bits) : fromBFloat(Bits);
  }
  void randomize(uint64_t Seed) {
    static std::vector<float> Pool;
    if (Pool.empty()) {
      std::mt19937 Engine(1);
      std::uniform_real_distribution<float> Uniform(-1, 1);
      for (int I = 0; I < 65536; ++I)
        Pool.push_back(Uniform(Engine));
    }
    uint64_t State = Seed * 2654435761u + 12345;
    for (size_t Line = 0; Line < Lines; ++Line)
      for (size_t I = 0; I < Length; ++I) {
        State = State * 6364136223846793005u + 1442695040888963407u;
        set(Line * Pitch + I, Pool[State >> 48]);
      }
  }
};

//===----------------------------------------------------------------------===//
// One product
//===----------------------------------------------------------------------===//

struct Size {
  int M, N, K;
  /// Added to the least leading dimensions.
  int PadA = 0, PadB = 0, PadC = 0;
  /// Elements by which A's start is off.
  int Shift = 0;
};

constexpr size_t GuardBytes = 4096;

struct Run {
  const Companion &What;
  Size S;
  Matrix A, B, C;
  Gpu &Device;
  CUdeviceptr DA, DB, DC;

  static size_t lines(bool KMajor, int MN, int K) { return KMajor ? MN : K; }
  static size_t length(bool KMajor, int MN, int K) { return KMajor ? K : MN; }

  Run(const Companion &W, Size S, Gpu &Device)
      : What(W), S(S),
        A(W.A, lines(W.AKMajor, S.M, S.K), length(W.AKMajor, S.M, S.K), length(W.AKMajor, S.M, S.K) + S.PadA),
        B(W.B, lines(W.BKMajor, S.N, S.K), length(W.BKMajor, S.N, S.K), length(W.BKMajor, S.N, S.K) + S.PadB),
        C(W.C, W.CRowMajor ? S.M : S.N, W.CRowMajor ? S.N : S.M, (W.CRowMajor ? S.N : S.M) + S.PadC), Device(Device) {
    A.randomize(S.M * 7 + S.K + 1);
    B.randomize(S.N * 5 + S.K + 2);
    DA = Device.allocate(A.Bytes.size() + 16 + S.Shift * bytes(W.A)) + S.Shift * bytes(W.A);
    DB = Device.allocate(B.Bytes.size() + 16);
    DC = Device.allocate(C.Bytes.size() + 2 * GuardBytes) + GuardBytes;
    Device.upload(DA, A.Bytes);
    Device.upload(DB, B.Bytes);
    poison();
  }
  ~Run() {
    Device.release(DA - S.Shift * bytes(What.A));
    Device.release(DB);
    Device.release(DC - GuardBytes);
  }
  void poison() { Device.fill(DC - GuardBytes, 0xff, C.Bytes.size() + 2 * GuardBytes); }

  unsigned tiles() const { return ((S.M + What.TileM - 1) / What.TileM) * ((S.N + What.TileN - 1) / What.TileN); }
  void launch(CUfunction F, unsigned Grid) {
    int Lda = A.Pitch, Ldb = B.Pitch, Ldc = C.Pitch, One = 1;
    void *Args[] = {&DA, &DB, &DC, &S.M, &S.N, &S.K, &Lda, &Ldb, &Ldc, &One, &One, &One, &One, &One, &One};
    Device.launch(F, Grid, What.Threads, What.Shared, Args);
  }
  std::vector<char> result() {
    std::vector<char> Bytes(C.Bytes.size() + 2 * GuardBytes);
    Device.download(Bytes, DC - GuardBytes);
    return Bytes;
  }

  double element(const Matrix &X, bool KMajor, Type Stored, int MN, int K) const {
    float Value = X.get(KMajor ? MN * X.Pitch + K : K * X.Pitch + MN);
    return rounded(Value, What.Product);
  }
  /// Adds squared error and squared magnitude of one element; false where it is NaN.
  bool compare(int M, int N, double &Error, double &Norm) const {
    double Sum = 0, Magnitude = 0;
    for (int K = 0; K < S.K; ++K) {
      double X = element(A, What.AKMajor, What.A, M, K) * element(B, What.BKMajor, What.B, N, K);
      Sum += X, Magnitude += std::fabs(X);
    }
    if (What.Causal && N > M)
      Sum = -1, Magnitude = 1;
    double Out = C.get(What.CRowMajor ? M * C.Pitch + N : N * C.Pitch + M);
    Error += (Out - Sum) * (Out - Sum);
    Norm += Magnitude * Magnitude;
    return !std::isnan(Out);
  }
};

/// Empty where all is well.
std::string checkResult(Run &R, const std::vector<char> &Bytes) {
  std::copy_n(Bytes.begin() + GuardBytes, R.C.Bytes.size(), R.C.Bytes.begin());
  for (size_t I = 0; I < GuardBytes; ++I)
    if (Bytes[I] != char(0xff) || Bytes[Bytes.size() - 1 - I] != char(0xff))
      return "guard bytes overwritten";
  for (size_t Line = 0; Line + 1 < R.C.Lines; ++Line)
    for (size_t I = R.C.Length; I < R.C.Pitch; ++I)
      for (unsigned J = 0; J < bytes(R.What.C); ++J)
        if (R.C.Bytes[(Line * R.C.Pitch + I) * bytes(R.What.C) + J] != char(0xff))
          return "padding of C overwritten";
  double Error = 0, Norm = 0;
  bool Defined = true;
  const Size &S = R.S;
  if (double(S.M) * S.N * S.K <= 3e6) {
    for (int M = 0; M < S.M; ++M)
      for (int N = 0; N < S.N; ++N)
        Defined &= R.compare(M, N, Error, Norm);
  } else {
    std::mt19937 Engine(7);
    for (int I = 0; I < 600; ++I)
      Defined &= R.compare(Engine() % S.M, Engine() % S.N, Error, Norm);
    // Corners are where ragged edges go wrong.
    for (int M : {0, S.M - 1})
      for (int N : {0, S.N - 1})
        Defined &= R.compare(M, N, Error, Norm);
    for (size_t I = 0; I < R.C.Lines * R.C.Length && Defined; I += 1) {
      size_t At = I / R.C.Length * R.C.Pitch + I % R.C.Length;
      Defined &= !std::isnan(R.C.get(At));
    }
  }
  if (!Defined)
    return "NaN or unwritten elements";
  double Relative = Norm > 0 ? std::sqrt(Error / Norm) : std::sqrt(Error);
  double Bound = 1e-6 + 2e-6 * std::sqrt(S.K / 64.0) +
                 (R.What.C == Type::F16    ? 5e-4
                  : R.What.C == Type::BF16 ? 4e-3
                                           : 0);
  if (!(Relative <= Bound)) {
    char Text[80];
    std::snprintf(Text, sizeof Text, "error %.3g over the bound %.3g", Relative, Bound);
    return Text;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Modes
//===----------------------------------------------------------------------===//

const std::vector<Size> CheckSizes = {{1, 1, 1},
                                      {128, 256, 64},
                                      {128, 128, 32},
                                      {64, 64, 96},
                                      {256, 512, 128},
                                      {16, 24, 40},
                                      {63, 65, 17},
                                      {129, 257, 33},
                                      {1000, 1000, 1000},
                                      {255, 100, 7},
                                      {200, 328, 2},
                                      {7, 1000, 255},
                                      {1000, 7, 64},
                                      {136, 264, 72, 8, 8},
                                      {136, 264, 72, 8, 8, 3},
                                      {130, 260, 60, 3},
                                      {128, 256, 64, 0, 5},
                                      {257, 511, 129, 7, 1, 2},
                                      {128, 256, 64, 0, 0, 0, 1},
                                      {300, 700, 0},
                                      {512, 512, 1024},
                                      {640, 384, 520, 8, 16},
                                      {1, 4096, 512},
                                      {2048, 3, 100},
                                      {4096, 4096, 64}};

int check(Gpu &Device, const std::string &Dir, const std::vector<Companion> &All, bool Small) {
  int Passed = 0, Failed = 0;
  for (const Companion &C : All) {
    CUfunction F = Device.load(Dir + "/" + C.Name + ".cubin", C.Name, C.Shared);
    int FailedHere = 0;
    for (const Size &S : CheckSizes) {
      if (Small && double(S.M) * S.N * S.K > 3e6)
        continue;
      Run R(C, S, Device);
      R.launch(F, R.tiles());
      std::vector<char> First = R.result();
      std::string Fault = checkResult(R, First);
      if (Fault.empty()) {
        // Another grid, so that a CTA walks over several tiles: the very same bits.
        R.poison();
        R.launch(F, std::max(1u, std::min(R.tiles() / 3, 140u)));
        if (R.result() != First)
          Fault = "another grid gives other bits";
      }
      if (Fault.empty()) {
        ++Passed;
        continue;
      }
      ++Failed, ++FailedHere;
      if (FailedHere <= 6)
        std::printf("FAIL %s %dx%dx%d pads %d %d %d shift %d: %s\n", C.Name.c_str(), S.M, S.N, S.K, S.PadA, S.PadB,
                    S.PadC, S.Shift, Fault.c_str());
    }
    std::printf("%-34s %s\n", C.Name.c_str(), FailedHere ? "FAILED" : "ok");
    std::fflush(stdout);
  }
  std::printf("check: %d passed, %d failed\n", Passed, Failed);
  return Failed != 0;
}

void time(Gpu &Device, const std::string &Dir, const std::vector<Companion> &All) {
  for (int N : {4096, 8192}) {
    double Flops = 2.0 * N * N * N;
    double Library = Device.timeLibrary(N);
    if (Library > 0)
      std::printf("%5d %-34s %8.3f ms %7.1f TFLOP/s\n", N, "cuBLAS f16", Library, Flops / Library / 1e9);
    for (const Companion &C : All) {
      CUfunction F = Device.load(Dir + "/" + C.Name + ".cubin", C.Name, C.Shared);
      Run R(C, {N, N, N}, Device);
      unsigned Persistent = Device.multiprocessors() * Device.residentCtas(F, C.Threads, C.Shared);
      double Each = Device.median([&] { R.launch(F, R.tiles()); });
      double Walking = Device.median([&] { R.launch(F, std::min(R.tiles(), Persistent)); });
      std::string Fault = checkResult(R, R.result());
      std::printf(
          "%5d %-34s %8.3f ms %7.1f TFLOP/s  (%5.3f of cuBLAS; persistent grid %7.1f) regs %3d local %d ctas %d %s\n",
          N, C.Name.c_str(), Each, Flops / Each / 1e9, Library > 0 ? Library / Each : 0.0, Flops / Walking / 1e9,
          Device.registers(F), Device.localBytes(F), Device.residentCtas(F, C.Threads, C.Shared), Fault.c_str());
      std::fflush(stdout);
    }
    Library = Device.timeLibrary(N);
    if (Library > 0)
      std::printf("%5d %-34s %8.3f ms %7.1f TFLOP/s\n", N, "cuBLAS f16 again", Library, Flops / Library / 1e9);
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: companion-bench check|small|time DIR [FILTER]\n");
    return 2;
  }
  std::vector<Companion> All = readManifest(argv[2], argc > 3 ? argv[3] : "");
  Gpu Device;
  if (std::string(argv[1]) != "time")
    return check(Device, argv[2], All, std::string(argv[1]) == "small");
  time(Device, argv[2], All);
  return 0;
}
