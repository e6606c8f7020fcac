//===- Numbers.h - Elements, their rounding, and random ones ----*- C++ -*-===//
//
// What the tests know about each element type: its value as double, its conversion from double, and the error that one
// rounding to it may add. Random values are never tiny, so that relative bounds hold for rounded operands too.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_E2E_NUMBERS_H
#define PHOBOS_TEST_E2E_NUMBERS_H

#include <cmath>
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <limits>

namespace e2e {

inline double toDouble(float X) { return X; }
inline double toDouble(double X) { return X; }
inline double toDouble(__half X) { return __half2float(X); }
inline double toDouble(__nv_bfloat16 X) { return __bfloat162float(X); }
inline double toDouble(int X) { return X; }
inline double toDouble(unsigned X) { return X; }

template <class T> T fromDouble(double X) { return T(X); }
template <> inline __half fromDouble<__half>(double X) { return __float2half(float(X)); }
template <> inline __nv_bfloat16 fromDouble<__nv_bfloat16>(double X) { return __float2bfloat16(float(X)); }

/// The bound of one rounding of an output to T, relative to the sum of magnitudes.
template <class T> constexpr double outputRounding() { return 0; }
template <> constexpr double outputRounding<__half>() { return 5e-4; }
template <> constexpr double outputRounding<__nv_bfloat16>() { return 4e-3; }

/// The bound of rounding both operands of a product from T to 16 bits: half unless said otherwise; exact for 16-bit ones.
template <class T> constexpr double operandRounding() { return 0; }
template <> constexpr double operandRounding<float>() { return 1e-3; }

/// Kinds of random values; each trial draws one.
enum class Spread { Symmetric, Positive, Scaled };

/// SplitMix64: the same numbers on every platform and standard library.
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
  /// In [0, Count).
  int below(int Count) { return int(next() % uint64_t(Count)); }
  bool chance(int OneIn) { return below(OneIn) == 0; }
  /// In [0, 1).
  double unit() { return double(next() >> 11) * 0x1p-53; }

  /// One in sixteen is zero; the others' magnitude is in [1/16, 1), times 2^-4 to 2^1 where Scaled.
  double value(Spread Kind) {
    if (chance(16))
      return 0;
    double Magnitude = 0.0625 + 0.9375 * unit();
    if (Kind == Spread::Scaled)
      Magnitude *= std::ldexp(1.0, below(6) - 4);
    return Kind != Spread::Positive && chance(2) ? -Magnitude : Magnitude;
  }
  /// NaN or an infinity.
  double special() {
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
    switch (below(3)) {
    case 0:
      return Nan;
    case 1:
      return Infinity;
    default:
      return -Infinity;
    }
  }
};

} // namespace e2e

#endif
