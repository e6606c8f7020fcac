//===- MmaInstr.cpp - The table of matrix instructions ----------*- C++ -*-===//
#include "Target/MmaInstr.h"

using namespace phobos;

static const MmaInstr Rows[] = {
#define MMA(Name, Element, M, N, K, MinCapability) {MmaId::Name, #Name, ElementType::Element, M, N, K, MinCapability},
#include "Target/MmaInstr.def"
};

llvm::ArrayRef<MmaInstr> phobos::mmaInstrs() { return Rows; }

const MmaInstr *phobos::findMma(ElementType Operand, unsigned Capability) {
  for (const MmaInstr &Row : Rows)
    if (Row.Operand == Operand && Row.MinCapability <= Capability)
      return &Row;
  return nullptr;
}

static constexpr unsigned ValuesPerRegister = 2;

FragmentCoord phobos::fragmentA(const MmaInstr &I, unsigned Lane, unsigned Value) {
  return elementOfA(Lane, Value / ValuesPerRegister, Value % ValuesPerRegister, ValuesPerRegister);
}

FragmentCoord phobos::fragmentB(const MmaInstr &I, unsigned Lane, unsigned Value) {
  return elementOfB(Lane, Value / ValuesPerRegister, Value % ValuesPerRegister, ValuesPerRegister);
}

FragmentCoord phobos::fragmentC(const MmaInstr &I, unsigned Lane, unsigned Value) { return elementOfC(Lane, Value); }

FragmentCoord phobos::loadRowA(const MmaInstr &I, unsigned Lane, bool Transposed) {
  unsigned Matrix = Lane / 8, Row = Lane % 8;
  FragmentCoord Origin{Matrix % 2 * 8, Matrix / 2 * 8};
  return Transposed ? FragmentCoord{Origin.Row, Origin.Column + Row} : FragmentCoord{Origin.Row + Row, Origin.Column};
}

FragmentCoord phobos::loadRowB(const MmaInstr &I, unsigned Lane, bool Transposed) {
  unsigned Matrix = Lane / 8, Row = Lane % 8;
  FragmentCoord Origin{Matrix % 2 * 8, Matrix / 2 * 8};
  // B's matrices are held as A's are, with n in the place of m: plain loads need rows along k.
  return Transposed ? FragmentCoord{Origin.Row + Row, Origin.Column} : FragmentCoord{Origin.Row, Origin.Column + Row};
}
