//===- Memory.h - The simulated device's global memory ----------*- C++ -*-===//
//
// One reserved range of host addresses holds every allocation that kernels may reach: cudaMalloc, pinned and managed
// memory, device variables, the device heap. A shadow of the same size holds one state byte per byte. Freed addresses
// are not handed out again before the range is used up, so a use after free is recognized as such.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_MEMORY_H
#define PHOBOS_SIM_MEMORY_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

namespace phobos::sim {

/// Bits of a shadow byte. 0: outside every allocation. Watched: not read since watchReads(). Constant: not to be
/// written.
enum ShadowBits : uint8_t {
  ShadowAddressable = 1,
  ShadowInitialized = 2,
  ShadowFreed = 4,
  ShadowWatched = 8,
  ShadowConstant = 16
};

struct Allocation {
  enum class Kind { Device, Pool, Pinned, Managed, Variable, Constant, Heap };
  uint64_t Address = 0;
  uint64_t Bytes = 0;
  Kind What = Kind::Device;
  bool Freed = false;
  /// A graph allocates it again and again, so the address stays its own.
  bool OfGraph = false;
  /// Counts allocations from 1.
  unsigned Number = 0;
  /// Of a variable; otherwise empty.
  std::string Name;

  /// "the 400-byte allocation #3 (cudaMalloc)".
  std::string describe() const;
};

/// The reserved range and its shadow, for the check of every access. Set once.
struct ShadowMap {
  uint64_t Base = 0;
  uint64_t Bytes = 0;
  /// Added to an address gives its shadow byte's.
  uint64_t Delta = 0;
};
extern ShadowMap TheShadow;

class DeviceMemory {
public:
  static DeviceMemory &get();

  /// Address of Bytes bytes, aligned to 256; 0 where the chip's memory is used up. Limit: bytes that the chip has.
  uint64_t allocate(uint64_t Bytes, Allocation::Kind What, uint64_t Limit, llvm::StringRef Name = "");
  /// False where nothing live starts at Address.
  bool release(uint64_t Address);
  /// An address that revive allocates; 0 as above.
  uint64_t reserve(uint64_t Bytes, uint64_t Limit);
  /// False where it is allocated already.
  bool revive(uint64_t Address);
  /// Frees every allocation.
  void reset();

  /// Whether the address lies in the reserved range, allocated or not.
  bool inRange(uint64_t Address) const { return Address - Base < Reserved; }
  /// The live or freed allocation that holds Address, or the nearest one before it; null where there is none.
  const Allocation *nearest(uint64_t Address) const;
  /// The first one that starts after Address, live or freed; null where there is none.
  const Allocation *next(uint64_t Address) const;
  /// The live allocation that holds all of [Address, Address + Bytes); null where there is none.
  const Allocation *holding(uint64_t Address, uint64_t Bytes) const;

  uint8_t *shadow(uint64_t Address) const { return reinterpret_cast<uint8_t *>(Shadow + (Address - Base)); }
  /// Marks bytes of one allocation as written; constants stay constant.
  void markInitialized(uint64_t Address, uint64_t Bytes);
  /// Marks bytes written by a copy from other device memory: as initialized as their source.
  void copyInitialized(uint64_t To, uint64_t From, uint64_t Bytes);
  /// Starts to note which bytes of the live allocations, variables apart, are read on the device.
  void watchReads();
  /// Takes back the writing of every byte that was not read since watchReads(): to read it is a finding now.
  void forgetUnread();
  uint64_t bytesInUse() const { return InUse; }

  uint64_t base() const { return Base; }
  uint64_t reserved() const { return Reserved; }

private:
  DeviceMemory();
  uint64_t Base = 0, Shadow = 0, Reserved = 0;
  /// Where the next allocation goes; below it everything was handed out once.
  uint64_t Next = 0;
  uint64_t InUse = 0;
  unsigned Count = 0;
  /// By address; freed ones stay until their addresses are used again.
  std::map<uint64_t, Allocation> Allocations;

  uint64_t reuseFreed(uint64_t Span);
};

/// Whether cudaHostRegister made the range visible to the device.
bool isRegisteredHost(uint64_t Address, uint64_t Bytes);
/// True where the range was not (for unregistering: was) registered before.
bool registerHost(uint64_t Address, uint64_t Bytes);
bool unregisterHost(uint64_t Address);

} // namespace phobos::sim

#endif
