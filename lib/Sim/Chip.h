//===- Chip.h - The GPU that the simulator pretends to be -------*- C++ -*-===//
//
// What device properties, launch limits and occupancy are computed from. Chips.def is the table.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_CHIP_H
#define PHOBOS_SIM_CHIP_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace phobos::sim {

struct Chip {
  const char *Arch;
  const char *Name;
  uint32_t SMs;
  /// Bytes; the largest block with and without an opt-in.
  uint32_t SharedPerSM, SharedPerBlockOptin;
  uint32_t ThreadsPerSM, BlocksPerSM;
  uint64_t GlobalBytes;
  uint32_t L2Bytes;
  uint32_t ClockKHz, MemoryClockKHz, BusBits;

  static constexpr uint32_t SharedPerBlock = 48 * 1024;
  /// What the system takes of a block's shared memory.
  uint32_t reservedShared() const { return number() >= 80 ? 1024 : 0; }
  /// 90 of "sm_90a".
  unsigned number() const;
  unsigned major() const { return number() / 10; }
  unsigned minor() const { return number() % 10; }
};

/// Null where the table has none of that name.
const Chip *findChip(llvm::StringRef Arch);

/// "sm_70, sm_75, ...": what findChip knows.
std::string chipNames();

/// 90 of "sm_90a"; 0 where it is no architecture's name.
unsigned archNumber(llvm::StringRef Arch);

/// Whether code for Arch runs on a chip: any newer chip, but an 'a' variant only on its own.
bool archRunsOn(llvm::StringRef Arch, llvm::StringRef ChipArch);

} // namespace phobos::sim

#endif
