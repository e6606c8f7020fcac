//===- Math.cpp - Arithmetic that the host has no instruction for ----------===//
//
// Directed roundings, and the approximate functions, which are computed more exactly here than on a GPU.
//
//===----------------------------------------------------------------------===//
#include "Sim/Numbers.h"
#include <bit>
#include <cfenv>
#include <cmath>

#pragma STDC FENV_ACCESS ON

using namespace phobos::sim;

namespace {

/// Sets the host's rounding direction while alive.
class RoundingScope {
  int Old = fegetround();

public:
  explicit RoundingScope(uint32_t R) {
    fesetround(Rounding(R) == Rounding::Zero   ? FE_TOWARDZERO
               : Rounding(R) == Rounding::Down ? FE_DOWNWARD
               : Rounding(R) == Rounding::Up   ? FE_UPWARD
                                               : FE_TONEAREST);
  }
  ~RoundingScope() { fesetround(Old); }
};

/// Keeps the compiler from moving arithmetic across the change of rounding.
template <typename T> T opaque(T V) {
  asm volatile("" : "+x"(V));
  return V;
}

enum ArithOp : uint32_t { OpAdd, OpSub, OpMul, OpDiv, OpSqrt, OpFma };

template <typename T> T arith(uint32_t Op, uint32_t R, T A, T B, T C) {
  A = opaque(A), B = opaque(B), C = opaque(C);
  RoundingScope Scope(R);
  switch (Op) {
  case OpAdd:
    return opaque(opaque(A) + B);
  case OpSub:
    return opaque(opaque(A) - B);
  case OpMul:
    return opaque(opaque(A) * B);
  case OpDiv:
    return opaque(opaque(A) / B);
  case OpSqrt:
    return opaque(std::sqrt(opaque(A)));
  default:
    return opaque(std::fma(opaque(A), B, C));
  }
}

/// a * b + c for factors whose product is exact in double, rounded to odd so that one more rounding is right.
double fmaToOdd(double A, double B, double C) {
  const double P = A * B, S = P + C;
  if (!std::isfinite(S) || S == 0)
    return S;
  // Knuth's error of a sum.
  const double V = S - P, Error = (P - (S - V)) + (C - V);
  if (Error == 0)
    return S;
  uint64_t Bits = std::bit_cast<uint64_t>(S);
  if (!(Bits & 1))
    Bits += (Error > 0) == (S > 0) ? 1 : -1;
  return std::bit_cast<double>(Bits);
}

} // namespace

extern "C" float phsim_arith_f32(uint32_t Op, uint32_t R, float A, float B, float C) { return arith(Op, R, A, B, C); }
extern "C" double phsim_arith_f64(uint32_t Op, uint32_t R, double A, double B, double C) {
  return arith(Op, R, A, B, C);
}
extern "C" uint16_t phsim_fma_f16(uint16_t A, uint16_t B, uint16_t C) {
  return doubleToHalf(fmaToOdd(halfToFloat(A), halfToFloat(B), halfToFloat(C)));
}
extern "C" uint16_t phsim_fma_bf16(uint16_t A, uint16_t B, uint16_t C) {
  return doubleToBFloat(fmaToOdd(bfloatToFloat(A), bfloatToFloat(B), bfloatToFloat(C)));
}

/// Formats: 0 f16, 1 bf16, 2 e4m3, 3 e5m2.
static SmallFloat format(uint32_t F) {
  return F == 0 ? HalfFormat : F == 1 ? BFloatFormat : F == 2 ? E4M3Format : E5M2Format;
}
extern "C" uint32_t phsim_encode(uint32_t Format, uint32_t R, uint32_t Saturate, double V) {
  return encode(format(Format), V, Rounding(R), Saturate);
}
extern "C" double phsim_decode(uint32_t Format, uint32_t Bits) { return decode(format(Format), Bits); }

extern "C" uint32_t phsim_tf32(uint32_t R, float V) {
  uint32_t Bits = std::bit_cast<uint32_t>(V);
  if (std::isnan(V))
    return 0x7FFFFFFF;
  if (std::isinf(V))
    return Bits;
  const uint32_t Odd = Bits >> 13 & 1;
  if (Rounding(R) == Rounding::NearestEven)
    Bits += 0xFFF + Odd;
  else if (Rounding(R) == Rounding::NearestAway)
    Bits += 0x1000;
  return Bits & 0xFFFFE000u;
}

extern "C" float phsim_f64_to_f32(uint32_t R, double V) {
  V = opaque(V);
  RoundingScope Scope(R);
  return opaque(float(opaque(V)));
}
extern "C" float phsim_i64_to_f32(uint32_t R, int64_t V) {
  RoundingScope Scope(R);
  asm volatile("" : "+r"(V));
  return opaque(float(V));
}
extern "C" float phsim_u64_to_f32(uint32_t R, uint64_t V) {
  RoundingScope Scope(R);
  asm volatile("" : "+r"(V));
  return opaque(float(V));
}
extern "C" double phsim_i64_to_f64(uint32_t R, int64_t V) {
  RoundingScope Scope(R);
  asm volatile("" : "+r"(V));
  return opaque(double(V));
}
extern "C" double phsim_u64_to_f64(uint32_t R, uint64_t V) {
  RoundingScope Scope(R);
  asm volatile("" : "+r"(V));
  return opaque(double(V));
}
/// To an integral value; R as above.
extern "C" double phsim_round(uint32_t R, double V) {
  switch (Rounding(R)) {
  case Rounding::Zero:
    return std::trunc(V);
  case Rounding::Down:
    return std::floor(V);
  case Rounding::Up:
    return std::ceil(V);
  default:
    return std::nearbyint(V);
  }
}

enum ApproxOp : uint32_t { Ex2, Lg2, Sin, Cos, Tanh, Rsqrt, Rcp, SqrtApprox };

static double approx(uint32_t Op, double V) {
  switch (Op) {
  case Ex2:
    return std::exp2(V);
  case Lg2:
    return std::log2(V);
  case Sin:
    return std::sin(V);
  case Cos:
    return std::cos(V);
  case Tanh:
    return std::tanh(V);
  case Rsqrt:
    return 1 / std::sqrt(V);
  case Rcp:
    return 1 / V;
  default:
    return std::sqrt(V);
  }
}
extern "C" float phsim_approx_f32(uint32_t Op, float V) { return float(approx(Op, V)); }
extern "C" double phsim_approx_f64(uint32_t Op, double V) { return approx(Op, V); }
extern "C" uint16_t phsim_approx_f16(uint32_t Op, uint16_t V) { return doubleToHalf(approx(Op, halfToFloat(V))); }
extern "C" uint16_t phsim_approx_bf16(uint32_t Op, uint16_t V) { return doubleToBFloat(approx(Op, bfloatToFloat(V))); }

extern "C" float phsim_flush(float V) { return std::fpclassify(V) == FP_SUBNORMAL ? std::copysign(0.0f, V) : V; }

// What LLVM calls for bfloat and half arithmetic; GCC 12's library lacks some of them.
extern "C" __bf16 phsim_truncsfbf2(float V) { return std::bit_cast<__bf16>(uint16_t(encode(BFloatFormat, V))); }
extern "C" __bf16 phsim_truncdfbf2(double V) { return std::bit_cast<__bf16>(uint16_t(encode(BFloatFormat, V))); }
extern "C" _Float16 phsim_truncdfhf2(double V) { return std::bit_cast<_Float16>(uint16_t(encode(HalfFormat, V))); }
