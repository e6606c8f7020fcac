//===- Retarget.h - NVPTX bitcode for the host ------------------*- C++ -*-===//
//
// Turns the part of a device module that one kernel needs into a module that the host can run. Nothing is optimized
// before the accesses are instrumented.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_RETARGET_H
#define PHOBOS_SIM_RETARGET_H

#include "Sim/Census.h"
#include "Sim/Places.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace phobos::sim {

struct RetargetRequest {
  /// Kernels, or functions whose addresses are wanted.
  llvm::SmallVector<std::string, 4> Roots;
  /// Addresses of every variable in global and constant memory.
  const llvm::StringMap<uint64_t> *Variables = nullptr;
  /// 90 for sm_90.
  unsigned Capability = 0;
  /// Where what the code holds is counted; null where nobody asks.
  Census *Counts = nullptr;
};

struct Retargeted {
  /// Bytes of variables in shared memory; what is allocated at launch starts after them.
  uint32_t StaticShared = 0;
  std::vector<SharedVariable> Shared;
  /// An estimate of the stack that calls need, in bytes.
  uint64_t StackBytes = 0;
};

/// Name of the function that unpacks a kernel's arguments and calls it: void(void **).
std::string entryName(llvm::StringRef Kernel);

/// M is lazily loaded and becomes the host module.
Retargeted retarget(llvm::Module &M, const RetargetRequest &Request, const llvm::TargetMachine &Host);

/// Bytes of static shared memory that the functions reachable from Root use; M is lazily loaded, and stays as it is.
uint32_t staticSharedOf(llvm::Module &M, llvm::StringRef Root);

/// Joins neighbouring accesses as the device's code generation does, so that accesses are checked and counted as a GPU
/// has them.
void vectorizeAccesses(llvm::Module &M);

/// Adds a check before each load, store, atomic and memory intrinsic. Called by retarget.
void instrument(llvm::Module &M);

/// Metadata on accesses of a shared variable: its offset in shared memory, its bytes.
inline constexpr const char *ArrayAccess = "phobos.sim.array";

/// Metadata on accesses that are the simulator's own.
inline constexpr const char *OwnAccess = "phobos.sim.own";

} // namespace phobos::sim

#endif
