//===- HostPassPlugin.cpp - The host pass alone, for opt and clang ----------===//
//
// opt: -load-pass-plugin and -passes=phobos-host. clang: -fpass-plugin, where it starts the pipeline. Kernels are
// marked that have 'marked' in their names.
//
//===----------------------------------------------------------------------===//
#include "Launch/HostPass.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace {

struct MarkByName : PassInfoMixin<MarkByName> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    StringSet<> Stubs;
    for (const Function &F : M)
      if (F.getName().contains("__device_stub__") && F.getName().contains("marked"))
        Stubs.insert(F.getName());
    return phobos::HostPass(std::move(Stubs)).run(M, MAM);
  }
  static bool isRequired() { return true; }
};

void registerCallbacks(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, OptimizationLevel) { MPM.addPass(MarkByName()); });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "phobos-host")
          return false;
        MPM.addPass(MarkByName());
        return true;
      });
}

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "phobos-host-pass", "1", registerCallbacks};
}
