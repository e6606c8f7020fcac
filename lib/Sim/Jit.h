//===- Jit.h - Host code from retargeted modules ----------------*- C++ -*-===//
#ifndef PHOBOS_SIM_JIT_H
#define PHOBOS_SIM_JIT_H

#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/Target/TargetMachine.h"

namespace phobos::sim {

/// The machine that kernels are compiled for: this one.
llvm::TargetMachine &hostMachine();

/// Optimizes and compiles a module of its own names; returns the addresses of some functions in their order, none after
/// a message where it does not compile.
std::vector<uint64_t> compileModule(std::unique_ptr<llvm::LLVMContext> Context, std::unique_ptr<llvm::Module> M,
                                    llvm::ArrayRef<std::string> Functions);

} // namespace phobos::sim

#endif
