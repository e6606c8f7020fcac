//===- HostPass.cpp - Host code that launches companions ------------------===//
#include "Launch/HostPass.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace phobos {

PreservedAnalyses HostPass::run(Module &M, ModuleAnalysisManager &) { return PreservedAnalyses::all(); }

} // namespace phobos
