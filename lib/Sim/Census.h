//===- Census.h - What a kernel's code holds --------------------*- C++ -*-===//
//
// Instructions of one kernel and of what it calls, each counted once where it stands: loops and branches are not looked
// at. PTX is counted as the simulator reads it, so an intrinsic and the inline assembly that means the same count
// alike.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_CENSUS_H
#define PHOBOS_SIM_CENSUS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instruction.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace phobos::sim {

struct Census {
  struct Accesses {
    uint64_t Loads = 0, Stores = 0;
  };
  /// Something that the simulator has no meaning for, and where ("file.cu:12:5", empty without line tables).
  struct Unknown {
    std::string What, Location;
  };

  /// By "m16n8k16.f32.f16.f16.f32". This and fragments are counted where they are lowered.
  std::map<std::string, uint64_t> Matrix;
  uint64_t LoadMatrix = 0, StoreMatrix = 0;
  /// wmma.load and wmma.store.
  uint64_t FragmentLoads = 0, FragmentStores = 0;
  uint64_t AsyncCopies = 0, AsyncWaits = 0;
  /// bar.sync, bar.arrive and bar.red; __syncwarp; instructions on an mbarrier.
  uint64_t Barriers = 0, WarpSyncs = 0, BarrierObjects = 0;
  /// shfl, vote, match, redux.
  uint64_t Exchanges = 0;
  uint64_t Atomics = 0;
  /// Generic: of an address whose memory the code alone does not tell.
  Accesses Global, Shared, Generic;
  std::vector<Unknown> NotSimulated;

  /// One instruction of IR, as the device module has it.
  void instruction(const llvm::Instruction &I);
  /// One operation of PTX, split at its dots.
  void operation(llvm::ArrayRef<llvm::StringRef> Parts);
};

} // namespace phobos::sim

#endif
