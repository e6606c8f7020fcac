//===- Chip.h - What a plan may count on, per chip --------------*- C++ -*-===//
//
// One row of Chip.def per compute capability. A new chip is one row there and one line in test/Unit/LayoutTest.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TARGET_CHIP_H
#define PHOBOS_TARGET_CHIP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace phobos {

struct Chip {
  /// Compute capability times ten: 90 is sm_90.
  unsigned Capability;
  /// Most shared memory of one CTA (dynamic, opted in) and of one SM. The driver takes 1 KiB of the SM's for each CTA.
  unsigned SharedBytesPerCta, SharedBytesPerSM;
  unsigned ThreadsPerSM;
  /// SMs of the chip's largest part; for choices that only affect speed.
  unsigned SMs;
  unsigned RegistersPerSM = 65536;

  bool hasAsyncCopy() const { return Capability >= 80; }
  /// "sm_90"
  std::string name() const;
};

/// All rows, ascending.
llvm::ArrayRef<Chip> chips();
/// The row of a target-cpu such as "sm_90" or "sm_100a": its own, or for an unknown newer one the next older row.
/// Null where the text is no chip, or one older than every row.
const Chip *findChip(llvm::StringRef TargetCpu);

} // namespace phobos

#endif
