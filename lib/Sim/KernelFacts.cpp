//===- KernelFacts.cpp - What a kernel's declaration says -------*- C++ -*-===//
#include "Sim/KernelFacts.h"
#include "Sim/Retarget.h"

using namespace llvm;
using namespace phobos::sim;

/// The product of up to three numbers in "nvvm.maxntid"="256,1,1"; 0 without the attribute.
static uint32_t threadsOf(const Function &F, StringRef Attribute) {
  SmallVector<StringRef, 3> Parts;
  F.getFnAttribute(Attribute).getValueAsString().split(Parts, ',', -1, false);
  uint32_t Product = Parts.empty() ? 0 : 1;
  for (StringRef Part : Parts) {
    uint32_t N = 1;
    Part.trim().getAsInteger(10, N);
    Product *= N;
  }
  return Product;
}

std::optional<KernelFacts> phobos::sim::kernelFacts(Module &M, StringRef Name) {
  Function *F = M.getFunction(Name);
  if (!F || F->isDeclaration())
    return std::nullopt;
  KernelFacts Facts;
  if (uint32_t N = threadsOf(*F, "nvvm.maxntid"))
    Facts.MaxThreads = std::min(N, 1024u);
  Facts.RequiredThreads = threadsOf(*F, "nvvm.reqntid");
  if (Facts.RequiredThreads)
    Facts.MaxThreads = Facts.RequiredThreads;
  for (Argument &A : F->args()) {
    Type *T = A.getParamByValType() ? A.getParamByValType() : A.getType();
    Facts.ParameterBytes.push_back(M.getDataLayout().getTypeAllocSize(T));
  }
  Facts.StaticShared = staticSharedOf(M, Name);
  return Facts;
}
