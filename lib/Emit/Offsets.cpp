//===- Offsets.cpp - Shared-memory offsets, hoisted -------------*- C++ -*-===//
#include "Emit/Offsets.h"

using namespace phobos;

OffsetFamily::Offset OffsetFamily::get(llvm::function_ref<unsigned(unsigned)> F) {
  std::optional<BitLinear> Map = BitLinear::of(F, llvm::Log2_32(B.V.threads()));
  assert(Map && "swizzled offsets are linear over the bits of the thread's number");
  unsigned Constant = std::exchange(Map->Constant, 0);
  if (!ThreadPart) {
    Shape = *Map;
    ThreadPart = B.apply(Shape, B.Thread);
  }
  assert(Map->Basis == Shape.Basis && "the offsets of a family differ by constants");
  unsigned Touched = Shape.possibleBits();
  llvm::Value *&Base = Bases[Constant & Touched];
  if (!Base)
    Base = B.CreateXor(ThreadPart, B.i32(Constant & Touched));
  return {Base, Constant & ~Touched};
}
