//===- Compilation.cpp - Finds the compilation of an AST ------------------===//
#include "plugin/Compilation.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/DenseMap.h"
#include <mutex>

using namespace clang;
using namespace phobos;

namespace {
/// libclang parses on several threads.
struct Registry {
  std::mutex Lock;
  llvm::DenseMap<const ASTContext *, std::shared_ptr<Compilation>> Running;
};
} // namespace

static Registry &registry() {
  static Registry R;
  return R;
}

std::shared_ptr<Compilation> Compilation::of(const ASTContext &Context) {
  std::lock_guard<std::mutex> Guard(registry().Lock);
  return registry().Running.lookup(&Context);
}

std::shared_ptr<Compilation> Compilation::begin(const CompilerInstance &CI) {
  auto C = std::make_shared<Compilation>();
  C->Where = CI.getLangOpts().CUDAIsDevice ? Side::Device : Side::Host;
  C->Relocatable = CI.getLangOpts().GPURelocatableDeviceCode;
  const CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  C->DeviceSpoke = !CodeGen.CudaGpuBinaryFileName.empty() || !CodeGen.OffloadObjects.empty();
  std::lock_guard<std::mutex> Guard(registry().Lock);
  registry().Running[&CI.getASTContext()] = C;
  return C;
}

void Compilation::end(const ASTContext &Context) {
  std::lock_guard<std::mutex> Guard(registry().Lock);
  registry().Running.erase(&Context);
}
