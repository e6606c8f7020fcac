//===- Contraction.cpp - Prints the facts ---------------------------------===//
#include "Raise/Contraction.h"
#include "Raise/ThreadSpace.h"

using namespace llvm;
using namespace phobos;

StringRef phobos::name(ElementType T) {
  switch (T) {
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::F32:
    return "f32";
  }
  llvm_unreachable("covered");
}

unsigned phobos::bytes(ElementType T) { return T == ElementType::F32 ? 4 : 2; }

StringRef phobos::name(Contiguity C) {
  switch (C) {
  case Contiguity::Never:
    return "never";
  case Contiguity::Unknown:
    return "unknown";
  case Contiguity::Proven:
    return "proven";
  }
  llvm_unreachable("covered");
}

static StringRef formatName(FloatFormat F) {
  switch (F) {
  case FloatFormat::F16:
    return "f16";
  case FloatFormat::BF16:
    return "bf16";
  case FloatFormat::F32:
    return "f32";
  case FloatFormat::Other:
    return "other";
  }
  llvm_unreachable("covered");
}

static void printAxis(raw_ostream &OS, const ThreadSpace &Space, ArrayRef<unsigned> Order) {
  ListSeparator Comma(", ");
  for (unsigned Index : Order)
    if (Space.Sources[Index].Leaf)
      OS << Comma << describe(Space, Index);
}

static void printOperand(raw_ostream &OS, const Operand &O, const OperandFacts &Facts) {
  OS << name(Facts.Type) << ", contiguous along k " << name(Facts.AlongK) << ", along its own axis "
     << name(Facts.AlongMN) << ", stride ";
  if (O.ConstantStride)
    OS << *O.ConstantStride << " bytes";
  else
    OS << "at run time";
  OS << '\n';
}

void Contraction::print(raw_ostream &OS) const {
  OS << "contraction in '" << Work->getName() << "'\n";
  OS << "  m: ";
  printAxis(OS, Space, Space.M);
  OS << "\n  n: ";
  printAxis(OS, Space, Space.N);
  OS << "\n  batch: ";
  printAxis(OS, Space, Space.Batch);
  OS << "\n  trips: ";
  if (Facts.ConstantTrips >= 0)
    OS << Facts.ConstantTrips;
  else
    OS << "at run time";
  OS << "\n  a: ";
  printOperand(OS, A, Facts.A);
  OS << "  b: ";
  printOperand(OS, B, Facts.B);
  OS << "  accumulator: " << formatName(AccumulatorFormat) << (InMemory ? " in memory" : " in a register")
     << (Negated ? ", negated" : "") << ", " << Scales.size() << (Scales.size() == 1 ? " scale" : " scales") << '\n';
  unsigned OfM = 0, OfN = 0, OfBoth = 0, Uniform = 0;
  for (const LiveCondition &L : Conditions) {
    bool InM = L.Axes & unsigned(Axis::M), InN = L.Axes & unsigned(Axis::N);
    ++(InM && InN ? OfBoth : InM ? OfM : InN ? OfN : Uniform);
  }
  OS << "  live: " << (Facts.Mask == LiveMask::Pairwise ? "pairwise" : "separable") << ", conditions m " << OfM
     << ", n " << OfN << ", both " << OfBoth << ", uniform " << Uniform << '\n';
}
