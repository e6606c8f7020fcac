//===- RuntimeLinker.cpp - The runtime, inside the user's module ----------===//
#include "Launch/RuntimeLinker.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Function.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace phobos {

static bool isSameTarget(const Triple &L, const Triple &R) {
  return L.getArch() == R.getArch() && L.getOS() == R.getOS() && L.getEnvironment() == R.getEnvironment();
}

/// One copy a program for what is shared; the module's own for the rest.
static void setLinkage(GlobalObject &G) {
  if (G.isDeclaration() || G.hasLocalLinkage())
    return;
  Comdat *C = nullptr;
  if (G.getName().starts_with(RuntimePrefix)) {
    G.setVisibility(GlobalValue::HiddenVisibility);
    G.setLinkage(GlobalValue::LinkOnceODRLinkage);
    C = G.getParent()->getOrInsertComdat(G.getName());
  } else {
    G.setLinkage(GlobalValue::InternalLinkage);
  }
  G.setDSOLocal(true);
  G.setComdat(C);
}

std::unique_ptr<Module> loadRuntime(const Module &M) {
  MemoryBufferRef Buffer(runtimeBitcode(), "phobos-runtime");
  Expected<std::unique_ptr<Module>> Parsed = parseBitcodeFile(Buffer, M.getContext());
  if (!Parsed)
    reportFatalInternalError(Parsed.takeError());
  std::unique_ptr<Module> Runtime = std::move(*Parsed);
  if (!isSameTarget(Runtime->getTargetTriple(), M.getTargetTriple()))
    return nullptr;

  // How the user's module is compiled is the user's choice: its flags and its target's features stand.
  while (!Runtime->named_metadata_empty())
    Runtime->eraseNamedMetadata(&*Runtime->named_metadata_begin());
  Runtime->setTargetTriple(M.getTargetTriple());
  Runtime->setDataLayout(M.getDataLayout());
  for (Function &F : *Runtime)
    for (StringRef Attribute : {"target-cpu", "target-features", "tune-cpu"})
      F.removeFnAttr(Attribute);
  for (GlobalObject &G : Runtime->global_objects())
    setLinkage(G);
  return Runtime;
}

void linkRuntime(Module &M, std::unique_ptr<Module> Runtime) {
  bool Failed = Linker::linkModules(M, std::move(Runtime), Linker::Flags::LinkOnlyNeeded);
  if (Failed)
    reportFatalInternalError("phobos: the runtime could not be linked");
}

} // namespace phobos
