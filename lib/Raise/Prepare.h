//===- Prepare.h - Canonical form of a kernel in the clone ------*- C++ -*-===//
//
// Works on a clone of the user's module only. After it, each kernel with a marker is one function without calls of the
// user's own, in SSA form, its loops rotated, in LCSSA form, and free of loop-invariant code.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_PREPARE_H
#define PHOBOS_RAISE_PREPARE_H

#include "Raise/Contraction.h"
#include "llvm/IR/PassManager.h"

namespace phobos {

/// One function to recognize, and the leaves that its thread and block indices became.
struct PreparedKernel {
  llvm::Function *Work = nullptr;
  ThreadSpace Space;
};

/// Prepares every kernel of Clone that reaches a marker and returns them in the module's order.
llvm::SmallVector<PreparedKernel, 4> prepareKernels(llvm::Module &Clone, llvm::ModuleAnalysisManager &MAM,
                                                    llvm::FunctionAnalysisManager &FAM);

} // namespace phobos

#endif
