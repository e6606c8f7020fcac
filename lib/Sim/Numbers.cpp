//===- Numbers.cpp - The device's number formats ----------------*- C++ -*-===//
#include "Sim/Numbers.h"
#include <bit>
#include <cmath>

using namespace phobos::sim;

namespace {
/// V, a multiple of the unit, rounded to an integer.
double roundTo(double V, Rounding R) {
  switch (R) {
  case Rounding::Zero:
    return std::trunc(V);
  case Rounding::Down:
    return std::floor(V);
  case Rounding::Up:
    return std::ceil(V);
  case Rounding::NearestAway:
    return std::round(V);
  case Rounding::NearestEven:
    break;
  }
  return std::nearbyint(V);
}
} // namespace

uint32_t phobos::sim::encode(SmallFloat F, double V, Rounding R, bool Saturate) {
  const uint32_t SignBit = 1u << (F.ExponentBits + F.MantissaBits);
  const uint32_t Sign = std::signbit(V) ? SignBit : 0;
  const int Bias = (1 << (F.ExponentBits - 1)) - 1;
  const uint32_t ExponentMask = ((1u << F.ExponentBits) - 1) << F.MantissaBits;
  // PTX's canonical NaNs: 0x7FFF, 0x7FFF, 0x7F, 0x7F.
  if (std::isnan(V))
    return SignBit - 1;
  const uint32_t Infinity = F.HasInfinity ? ExponentMask : SignBit - 1;
  const uint32_t Largest = F.HasInfinity ? ExponentMask - 1 : SignBit - 2;
  if (std::isinf(V))
    return Sign | (Saturate ? Largest : Infinity);
  if (V == 0)
    return Sign;
  const int MinExponent = 1 - Bias;
  const int Exponent = std::max(std::ilogb(V), MinExponent);
  // Units of the last place.
  const double Units = std::fabs(roundTo(std::ldexp(V, int(F.MantissaBits) - Exponent), R));
  // A carry into the next exponent is right as it stands: encodings are contiguous.
  const uint64_t Biased = uint64_t(Exponent - MinExponent);
  const uint64_t Code = (Biased << F.MantissaBits) + uint64_t(Units);
  if (Code <= Largest)
    return Sign | uint32_t(Code);
  const bool Inward = R == Rounding::Zero || (R == Rounding::Down && !Sign) || (R == Rounding::Up && Sign);
  return Sign | (Saturate || Inward ? Largest : Infinity);
}

double phobos::sim::decode(SmallFloat F, uint32_t Bits) {
  const uint32_t SignBit = 1u << (F.ExponentBits + F.MantissaBits);
  const uint32_t MantissaMask = (1u << F.MantissaBits) - 1;
  const uint32_t Exponent = Bits >> F.MantissaBits & ((1u << F.ExponentBits) - 1);
  const uint32_t Mantissa = Bits & MantissaMask;
  const int Bias = (1 << (F.ExponentBits - 1)) - 1;
  const double Sign = Bits & SignBit ? -1.0 : 1.0;
  if (Exponent == (1u << F.ExponentBits) - 1) {
    if (F.HasInfinity)
      return Mantissa ? std::copysign(std::nan(""), Sign) : Sign * INFINITY;
    if (Mantissa == MantissaMask)
      return std::copysign(std::nan(""), Sign);
  }
  if (!Exponent)
    return Sign * std::ldexp(double(Mantissa), 1 - Bias - int(F.MantissaBits));
  return Sign * std::ldexp(double(Mantissa | 1u << F.MantissaBits), int(Exponent) - Bias - int(F.MantissaBits));
}

uint16_t phobos::sim::doubleToHalf(double V) { return encode(HalfFormat, V); }
uint16_t phobos::sim::doubleToBFloat(double V) { return encode(BFloatFormat, V); }
float phobos::sim::e4m3ToFloat(uint8_t Bits) { return decode(E4M3Format, Bits); }
float phobos::sim::e5m2ToFloat(uint8_t Bits) { return decode(E5M2Format, Bits); }
