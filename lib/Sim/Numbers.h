//===- Numbers.h - The device's number formats ------------------*- C++ -*-===//
//
// Conversions between bits and values, rounded once and correctly: to nearest even unless said otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_NUMBERS_H
#define PHOBOS_SIM_NUMBERS_H

#include <bit>
#include <cstdint>

namespace phobos::sim {

enum class Rounding : uint32_t { NearestEven, Zero, Down, Up, NearestAway };

/// A floating format of up to 16 bits.
struct SmallFloat {
  uint32_t ExponentBits, MantissaBits;
  /// e4m3 has no infinity and one NaN.
  bool HasInfinity;
};
inline constexpr SmallFloat HalfFormat = {5, 10, true};
inline constexpr SmallFloat BFloatFormat = {8, 7, true};
inline constexpr SmallFloat E4M3Format = {4, 3, false};
inline constexpr SmallFloat E5M2Format = {5, 2, true};

/// Saturate: beyond the largest finite value comes that value instead of infinity.
uint32_t encode(SmallFloat F, double V, Rounding R = Rounding::NearestEven, bool Saturate = false);
double decode(SmallFloat F, uint32_t Bits);

/// Called for every element of a matrix instruction: no library calls.
inline float halfToFloat(uint16_t Bits) {
  const uint32_t Sign = uint32_t(Bits & 0x8000) << 16, Magnitude = Bits & 0x7FFF;
  if (Magnitude >= 0x7C00)
    return std::bit_cast<float>(Sign | 0x7F800000u | Magnitude << 13);
  // Shifting half's exponent into float's place is off by the difference of the biases.
  const float Scaled = std::bit_cast<float>(Magnitude << 13) * 0x1p112f;
  return std::bit_cast<float>(Sign | std::bit_cast<uint32_t>(Scaled));
}
uint16_t doubleToHalf(double V);
inline float bfloatToFloat(uint16_t Bits) { return std::bit_cast<float>(uint32_t(Bits) << 16); }
uint16_t doubleToBFloat(double V);
float e4m3ToFloat(uint8_t Bits);
float e5m2ToFloat(uint8_t Bits);

} // namespace phobos::sim

#endif
