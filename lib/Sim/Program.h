//===- Program.h - Device code that a program registered --------*- C++ -*-===//
//
// Every fat binary of the process, its variables, and its kernels, compiled when they are first launched.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_PROGRAM_H
#define PHOBOS_SIM_PROGRAM_H

#include "Sim/Chip.h"
#include "Sim/Image.h"
#include "Sim/KernelFacts.h"
#include "Sim/Machine.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace phobos::sim {

struct Image;

/// A kernel that the host registered, keyed by the host's function.
struct Kernel {
  Image *Of = nullptr;
  std::string Name;
  /// Compiled code; null before the first launch.
  EntryFn *Entry = nullptr;
  uint64_t StackBytes = 0;
  /// Once compiled.
  std::vector<SharedVariable> Shared;
  std::unique_ptr<KernelFacts> Facts;
  /// Set by cudaFuncSetAttribute; bytes.
  uint32_t MaxDynamicShared = 48 * 1024;
  bool DynamicSharedSet = false;
};

struct Variable {
  Image *Of = nullptr;
  std::string Name;
  uint64_t Bytes = 0;
};

/// One fat binary.
struct Image {
  std::vector<ImageEntry> Entries;
  /// Null before it is loaded, or where none of the entries runs on the chip.
  const ImageEntry *Chosen = nullptr;
  bool Loaded = false;
  /// A cudaError_t; 0 after a good load.
  int LoadError = 0;
  /// Addresses of device variables by name.
  llvm::StringMap<uint64_t> Variables;
  llvm::StringMap<uint64_t> VariableBytes;
  /// Stack that functions in tables may need, whoever calls them.
  uint64_t TableStackBytes = 0;
};

class Program {
public:
  static Program &get();

  Image *addImage(const void *FatBinary);
  void removeImage(Image *I);
  void addKernel(Image *I, const void *HostFunction, llvm::StringRef DeviceName);
  void addVariable(Image *I, const void *HostVariable, llvm::StringRef DeviceName, uint64_t Bytes);

  /// The chip of the process: PHOBOS_SIM_CHIP, or the one architecture that all images have. Null: none is chosen, and
  /// a message was printed.
  const Chip *chip();

  /// A cudaError_t, 0 for success.
  int findKernel(const void *HostFunction, Kernel *&Out);
  int kernelFacts(Kernel &K, const KernelFacts *&Out);
  int compile(Kernel &K);
  int findVariable(const void *HostVariable, uint64_t &Address, uint64_t &Bytes);
  /// Variables get their initial values again.
  void reset();

  /// For tools: loads and lists.
  const std::map<const void *, Kernel> &kernels() const { return Kernels; }

private:
  std::vector<std::unique_ptr<Image>> Images;
  std::map<const void *, Kernel> Kernels;
  std::map<const void *, Variable> Variables;
  const Chip *TheChip = nullptr;
  bool ChipChosen = false;

  int load(Image &I);
  void compileFunctions(Image &I, llvm::ArrayRef<std::string> Names, llvm::StringMap<uint64_t> &Addresses);
};

} // namespace phobos::sim

#endif
