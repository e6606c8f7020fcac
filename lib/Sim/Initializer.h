//===- Initializer.h - Device variables and their first values --*- C++ -*-===//
#ifndef PHOBOS_SIM_INITIALIZER_H
#define PHOBOS_SIM_INITIALIZER_H

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace phobos::sim {

/// Allocates every variable of global and constant memory and writes its initial value. Limit: bytes the chip has.
void placeVariables(llvm::Module &M, uint64_t Limit, llvm::StringMap<uint64_t> &Addresses,
                    llvm::StringMap<uint64_t> &Bytes);

} // namespace phobos::sim

#endif
