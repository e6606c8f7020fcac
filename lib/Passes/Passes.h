//===- Passes.h - The sequence, and how it gets into a pipeline -*- C++ -*-===//
//
// Runs Raise, Plan, Emit for each annotated loop of a device module. Holds no logic of its own.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PASSES_PASSES_H
#define PHOBOS_PASSES_PASSES_H

#include "Support/Options.h"
#include "Support/Sites.h"
#include "llvm/IR/PassManager.h"
#include <string>

namespace phobos {

/// The device module of one architecture: adds companions and plan records, then removes every marker.
class DevicePass : public llvm::PassInfoMixin<DevicePass> {
  const Options &Opts;
  const SiteTable &Sites;
  const ParameterTable &Parameters;
  bool Relocatable;

public:
  /// Relocatable: -fgpu-rdc, in which nothing is moved. All references must outlive the pass.
  DevicePass(const Options &Opts, const SiteTable &Sites, const ParameterTable &Parameters, bool Relocatable)
      : Opts(Opts), Sites(Sites), Parameters(Parameters), Relocatable(Relocatable) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

} // namespace phobos

#endif
