//===- Places.h - Where an address is, in words -----------------*- C++ -*-===//
//
// What findings say of an address: the allocation, its size, and where in it; for shared memory the variable.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_PLACES_H
#define PHOBOS_SIM_PLACES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace phobos::sim {

/// A variable in a kernel's shared memory.
struct SharedVariable {
  /// From the start of the block's shared memory, in bytes.
  uint32_t Offset = 0;
  /// 0: what the launch allocates.
  uint32_t Bytes = 0;
  std::string Name;
};

/// "byte 4 of the 400-byte allocation #1 (cudaMalloc)", of an address in live global memory.
std::string globalPlace(uint64_t Address);
/// " is 0 bytes past the end of the ...", of an access that no allocation holds all of.
std::string outsideGlobal(uint64_t Address, uint32_t Bytes);
/// " is null", of an address that is no memory of the device's at all.
std::string outsideAll(uint64_t Address);
/// "byte 4 of 'Tile' (64 bytes)", of an offset into the block's shared memory.
std::string sharedPlace(uint32_t Offset);
/// Of the variable that starts there.
std::string sharedName(uint32_t Offset);

/// "main(int)" of "_Z4mainli", and "main(int), companion 2" of a companion.
std::string kernelText(llvm::StringRef Mangled);
/// Whether the kernel is generated: a companion, or what packs for one.
bool isCompanion(llvm::StringRef Mangled);

} // namespace phobos::sim

#endif
