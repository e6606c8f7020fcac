//===- Initializer.h - Device variables and their first values --*- C++ -*-===//
#ifndef PHOBOS_SIM_INITIALIZER_H
#define PHOBOS_SIM_INITIALIZER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace phobos::sim {

/// Compiles functions of the module, and adds their addresses.
using FunctionCompiler =
    llvm::function_ref<void(llvm::ArrayRef<std::string> Names, llvm::StringMap<uint64_t> &Addresses)>;

/// Allocates every variable of global and constant memory and writes its initial value. Limit: bytes the chip has.
/// Compile is called where there are functions among the values: tables of pointers and of virtual functions.
void placeVariables(llvm::Module &M, uint64_t Limit, llvm::StringMap<uint64_t> &Addresses,
                    llvm::StringMap<uint64_t> &Bytes, FunctionCompiler Compile);

} // namespace phobos::sim

#endif
