//===- Chip.cpp - The GPU that the simulator pretends to be -----*- C++ -*-===//
#include "Sim/Chip.h"

using namespace llvm;
using namespace phobos::sim;

static const Chip Chips[] = {
#define SIM_CHIP(Arch, Name, SMs, SharedSM, SharedBlock, Threads, Blocks, GiB, L2MiB, MHz, MemoryMHz, Bus)             \
  {Arch,                                                                                                               \
   Name,                                                                                                               \
   SMs,                                                                                                                \
   SharedSM,                                                                                                           \
   SharedBlock,                                                                                                        \
   Threads,                                                                                                            \
   Blocks,                                                                                                             \
   uint64_t(GiB) << 30,                                                                                                \
   uint32_t(L2MiB * (1 << 20)),                                                                                        \
   MHz * 1000,                                                                                                         \
   MemoryMHz * 1000,                                                                                                   \
   Bus},
#include "Sim/Chips.def"
};

unsigned Chip::number() const { return archNumber(Arch); }

const Chip *phobos::sim::findChip(StringRef Arch) {
  for (const Chip &C : Chips)
    if (Arch == C.Arch)
      return &C;
  return nullptr;
}

std::string phobos::sim::chipNames() {
  std::string Names;
  for (const Chip &C : Chips)
    Names += (Names.empty() ? "" : ", ") + std::string(C.Arch);
  return Names;
}

unsigned phobos::sim::archNumber(StringRef Arch) {
  unsigned Number = 0;
  if (!Arch.consume_front("sm_") || Arch.consumeInteger(10, Number))
    return 0;
  return Number;
}

bool phobos::sim::archRunsOn(StringRef Arch, StringRef ChipArch) {
  if (Arch.ends_with("a"))
    return Arch == ChipArch;
  return archNumber(Arch) <= archNumber(ChipArch);
}
