//===- HostPass.h - Host code that launches companions ----------*- C++ -*-===//
//
// Owns the host module's part of a launch: calls of cudaLaunchKernel go to the runtime, and the registration of each
// marked kernel also registers its companions and its plan record, from the same fat binary. Decides nothing about
// launches: that is the runtime's (lib/Launch/Runtime), whose code is linked into the module here. docs/launch.md
// explains it.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_HOSTPASS_H
#define PHOBOS_LAUNCH_HOSTPASS_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/PassManager.h"

namespace phobos {

class HostPass : public llvm::PassInfoMixin<HostPass> {
  llvm::StringSet<> MarkedStubs;

public:
  /// MarkedStubs: symbol names of the host stubs of the kernels that may have companions; naming too many does no harm.
  /// A module without a registration of any of them is left as it is, bit for bit.
  explicit HostPass(llvm::StringSet<> MarkedStubs) : MarkedStubs(std::move(MarkedStubs)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

} // namespace phobos

#endif
