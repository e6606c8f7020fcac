//===- Chip.cpp - The table of chips ----------------------------*- C++ -*-===//
#include "Target/Chip.h"

using namespace phobos;

static constexpr Chip Rows[] = {
#define CHIP(Capability, SharedKiBPerCta, SharedKiBPerSM, ThreadsPerSM, SMs)                                           \
  {Capability, SharedKiBPerCta * 1024, SharedKiBPerSM * 1024, ThreadsPerSM, SMs},
#include "Target/Chip.def"
};

std::string Chip::name() const { return "sm_" + std::to_string(Capability); }

llvm::ArrayRef<Chip> phobos::chips() { return Rows; }

const Chip *phobos::findChip(llvm::StringRef TargetCpu) {
  unsigned Capability;
  if (!TargetCpu.consume_front("sm_") || TargetCpu.consumeInteger(10, Capability))
    return nullptr;
  const Chip *Found = nullptr;
  for (const Chip &Row : Rows)
    if (Row.Capability <= Capability)
      Found = &Row;
  return Found;
}
