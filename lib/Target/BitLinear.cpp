//===- BitLinear.cpp - Reading a basis off a function -----------*- C++ -*-===//
#include "Target/BitLinear.h"

using namespace phobos;

unsigned BitLinear::operator()(unsigned X) const {
  unsigned Value = Constant;
  for (unsigned Bit = 0; Bit < Basis.size(); ++Bit)
    if (X >> Bit & 1)
      Value ^= Basis[Bit];
  return Value;
}

unsigned BitLinear::possibleBits() const {
  unsigned Bits = Constant;
  for (unsigned Image : Basis)
    Bits |= Image;
  return Bits;
}

std::optional<BitLinear> BitLinear::of(llvm::function_ref<unsigned(unsigned)> F, unsigned Bits) {
  BitLinear Map;
  Map.Constant = F(0);
  for (unsigned Bit = 0; Bit < Bits; ++Bit)
    Map.Basis.push_back(F(1u << Bit) ^ Map.Constant);
  for (unsigned X = 0; X < 1u << Bits; ++X)
    if (Map(X) != F(X))
      return std::nullopt;
  return Map;
}
