//===- Program.cpp - Device code that a program registered ------*- C++ -*-===//
#include "Sim/Program.h"
#include "Sim/Initializer.h"
#include "Sim/Jit.h"
#include "Sim/Memory.h"
#include "Sim/Places.h"
#include "Sim/Report.h"
#include "Sim/Retarget.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include <driver_types.h>
#include <set>

using namespace llvm;
using namespace phobos::sim;

Program &Program::get() {
  // Never destroyed: images are unregistered from destructors of their own.
  static Program *P = new Program;
  return *P;
}

Image *Program::addImage(const void *FatBinary) {
  auto I = std::make_unique<Image>();
  if (auto Entries = readImage(FatBinary)) {
    I->Entries = std::move(*Entries);
  } else {
    reportHost(Finding::NotSimulated, "device code that was not compiled with 'phobos-clang++ --sim'");
    I->LoadError = cudaErrorInvalidKernelImage;
    I->Loaded = true;
  }
  Images.push_back(std::move(I));
  return Images.back().get();
}

void Program::removeImage(Image *I) {
  erase_if(Kernels, [&](auto &K) { return K.second.Of == I; });
  erase_if(Variables, [&](auto &V) { return V.second.Of == I; });
  erase_if(Images, [&](auto &P) { return P.get() == I; });
}

void Program::addKernel(Image *I, const void *HostFunction, StringRef DeviceName) {
  Kernel K;
  K.Of = I;
  K.Name = DeviceName.str();
  Kernels[HostFunction] = std::move(K);
}

void Program::addVariable(Image *I, const void *HostVariable, StringRef DeviceName, uint64_t Bytes) {
  Variables[HostVariable] = {I, DeviceName.str(), Bytes};
}

const Chip *Program::chip() {
  if (ChipChosen)
    return TheChip;
  // Files that register their code later still count.
  ChipChosen = !Images.empty() || !Settings::get().Chip.empty();
  std::string Arch = Settings::get().Chip;
  if (Arch.empty()) {
    std::set<std::string> Archs;
    for (auto &I : Images)
      for (const ImageEntry &E : I->Entries)
        Archs.insert(E.Arch);
    if (Archs.size() > 1) {
      std::string Names;
      for (const std::string &Name : Archs)
        Names += (Names.empty() ? "" : ", ") + Name;
      reportHost(Finding::NotSimulated, "a program for several architectures (" + Names +
                                            ") and no choice of one; set PHOBOS_SIM_CHIP=" + *Archs.begin());
      return nullptr;
    }
    Arch = Archs.empty() ? "sm_90" : *Archs.begin();
  }
  TheChip = findChip(Arch);
  if (TheChip && Settings::get().SMs) {
    static Chip Smaller = *TheChip;
    Smaller.SMs = Settings::get().SMs;
    TheChip = &Smaller;
  }
  if (!TheChip)
    reportHost(Finding::NotSimulated, "the chip '" + Arch +
                                          "'; compile with --cuda-gpu-arch= or set PHOBOS_SIM_CHIP= to one of " +
                                          chipNames());
  return TheChip;
}

/// The newest entry that runs on the chip.
static const ImageEntry *choose(ArrayRef<ImageEntry> Entries, const Chip &C) {
  const ImageEntry *Best = nullptr;
  for (const ImageEntry &E : Entries)
    if (archRunsOn(E.Arch, C.Arch) && (!Best || archNumber(E.Arch) > archNumber(Best->Arch) ||
                                       (archNumber(E.Arch) == archNumber(Best->Arch) && E.Arch > Best->Arch)))
      Best = &E;
  return Best;
}

static std::unique_ptr<Module> parse(const Image &I, LLVMContext &Context) {
  auto M = getLazyBitcodeModule(MemoryBufferRef(I.Chosen->Bitcode, "device code"), Context);
  if (!M) {
    reportHost(Finding::NotSimulated, "device bitcode that does not read: " + toString(M.takeError()));
    return nullptr;
  }
  return std::move(*M);
}

int Program::load(Image &I) {
  if (I.Loaded)
    return I.LoadError;
  I.Loaded = true;
  const Chip *C = chip();
  if (!C)
    return I.LoadError = cudaErrorNoDevice;
  I.Chosen = choose(I.Entries, *C);
  if (!I.Chosen) {
    std::string Have;
    for (const ImageEntry &E : I.Entries)
      Have += (Have.empty() ? "" : ", ") + E.Arch;
    reportHost(Finding::NotSimulated, "there is no device code for " + std::string(C->Arch) + ", only for " + Have +
                                          "; compile with --cuda-gpu-arch=" + C->Arch +
                                          " or set PHOBOS_SIM_CHIP=" + I.Entries.front().Arch);
    return I.LoadError = cudaErrorNoKernelImageForDevice;
  }
  LLVMContext Context;
  std::unique_ptr<Module> M = parse(I, Context);
  if (!M)
    return I.LoadError = cudaErrorInvalidKernelImage;
  placeVariables(
      *M, C->GlobalBytes, I.Variables, I.VariableBytes,
      [&](ArrayRef<std::string> Names, StringMap<uint64_t> &Addresses) { compileFunctions(I, Names, Addresses); });
  return 0;
}

/// Functions that variables hold the addresses of: one copy, which every kernel calls.
void Program::compileFunctions(Image &I, ArrayRef<std::string> Names, StringMap<uint64_t> &Addresses) {
  auto Context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> M = parse(I, *Context);
  if (!M)
    return;
  RetargetRequest Request;
  Request.Roots.assign(Names.begin(), Names.end());
  Request.Variables = &I.Variables;
  Request.Capability = archNumber(I.Chosen->Arch);
  const Retargeted Result = retarget(*M, Request, hostMachine());
  // Each kernel lays out its shared variables by itself.
  if (Result.StaticShared) {
    reportHost(Finding::NotSimulated, "a function with shared variables whose address a device variable holds");
    return;
  }
  I.TableStackBytes = 2 * Result.StackBytes;
  const std::vector<uint64_t> Where = compileModule(std::move(Context), std::move(M), Names);
  for (size_t K = 0; K < Where.size(); ++K)
    Addresses[Names[K]] = Where[K];
}

int Program::findKernel(const void *HostFunction, Kernel *&Out) {
  auto It = Kernels.find(HostFunction);
  if (It == Kernels.end())
    return cudaErrorInvalidResourceHandle;
  Out = &It->second;
  return load(*Out->Of);
}

int Program::kernelFacts(Kernel &K, const KernelFacts *&Out) {
  if (!K.Facts) {
    LLVMContext Context;
    std::unique_ptr<Module> M = parse(*K.Of, Context);
    if (!M)
      return cudaErrorInvalidKernelImage;
    std::optional<KernelFacts> Facts = phobos::sim::kernelFacts(*M, K.Name);
    if (!Facts)
      return cudaErrorSymbolNotFound;
    K.Facts = std::make_unique<KernelFacts>(std::move(*Facts));
  }
  Out = K.Facts.get();
  return 0;
}

int Program::compile(Kernel &K) {
  if (K.Entry)
    return 0;
  const KernelFacts *Facts;
  if (int Error = kernelFacts(K, Facts))
    return Error;
  trace("compiling kernel '" + kernelText(K.Name) + "'");
  auto Context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> M = parse(*K.Of, *Context);
  if (!M)
    return cudaErrorInvalidKernelImage;
  RetargetRequest Request;
  Request.Roots.push_back(K.Name);
  Request.Variables = &K.Of->Variables;
  Request.Capability = archNumber(K.Of->Chosen->Arch);
  const Retargeted Result = retarget(*M, Request, hostMachine());
  K.StackBytes = 2 * Result.StackBytes + K.Of->TableStackBytes;
  K.Shared = Result.Shared;
  const std::vector<uint64_t> Address = compileModule(std::move(Context), std::move(M), entryName(K.Name));
  if (Address.empty())
    return cudaErrorInvalidKernelImage;
  K.Entry = reinterpret_cast<EntryFn *>(Address.front());
  return 0;
}

int Program::findVariable(const void *HostVariable, uint64_t &Address, uint64_t &Bytes) {
  auto It = Variables.find(HostVariable);
  if (It == Variables.end())
    return cudaErrorInvalidSymbol;
  const Variable &V = It->second;
  if (int Error = load(*V.Of))
    return Error;
  auto At = V.Of->Variables.find(V.Name);
  if (At == V.Of->Variables.end())
    return cudaErrorSymbolNotFound;
  Address = At->second;
  Bytes = V.Of->VariableBytes[V.Name];
  return 0;
}

void Program::reset() {
  // Addresses of variables are in compiled code: both go.
  for (auto &I : Images) {
    if (!I->Chosen)
      continue;
    I->Loaded = false;
    I->Variables.clear();
    I->VariableBytes.clear();
  }
  for (auto &[Host, K] : Kernels) {
    K.Entry = nullptr;
    K.Facts = nullptr;
    K.MaxDynamicShared = 48 * 1024;
    K.DynamicSharedSet = false;
  }
}
