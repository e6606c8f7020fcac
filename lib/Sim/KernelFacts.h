//===- KernelFacts.h - What a kernel's declaration says ---------*- C++ -*-===//
#ifndef PHOBOS_SIM_KERNELFACTS_H
#define PHOBOS_SIM_KERNELFACTS_H

#include "llvm/IR/Module.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace phobos::sim {

/// What cudaFuncGetAttributes says.
struct KernelFacts {
  uint32_t StaticShared = 0;
  /// Product of .maxntid, or the chip's 1024.
  uint32_t MaxThreads = 1024;
  /// Product of .reqntid; 0 where there is none.
  uint32_t RequiredThreads = 0;
  uint64_t LocalBytes = 0;
  /// Bytes of each parameter, in order.
  std::vector<uint32_t> ParameterBytes;
};

/// Nothing where the module has no such function. M may be lazily loaded, and stays as it is.
std::optional<KernelFacts> kernelFacts(llvm::Module &M, llvm::StringRef Name);

} // namespace phobos::sim

#endif
