//===- Memory.cpp - The simulated device's global memory --------*- C++ -*-===//
#include "Sim/Memory.h"
#include "llvm/Support/MathExtras.h"
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

using namespace llvm;
using namespace phobos::sim;

/// What cudaMalloc promises.
static constexpr uint64_t AllocationAlign = 256;
/// What an allocation takes of the address range: itself, and unallocated bytes after it, as many as it has itself, so
/// that hardly an overrun reaches a neighbour.
static uint64_t spanOf(uint64_t Bytes) {
  constexpr uint64_t Least = 64 << 10, Most = 1 << 30;
  const uint64_t Own = alignTo(std::max<uint64_t>(Bytes, 1), AllocationAlign);
  return Own + alignTo(std::clamp(Bytes, Least, Most), AllocationAlign);
}

std::string Allocation::describe() const {
  const char *Origin = "";
  switch (What) {
  case Kind::Device:
    Origin = "cudaMalloc";
    break;
  case Kind::Pool:
    Origin = "cudaMallocAsync";
    break;
  case Kind::Pinned:
    Origin = "pinned host memory";
    break;
  case Kind::Managed:
    Origin = "managed memory";
    break;
  case Kind::Heap:
    Origin = "device malloc";
    break;
  case Kind::Variable:
    return "the " + std::to_string(Bytes) + "-byte variable '" + Name + "'";
  case Kind::Constant:
    return "the " + std::to_string(Bytes) + "-byte constant '" + Name + "'";
  }
  return "the " + std::to_string(Bytes) + "-byte allocation #" + std::to_string(Number) + " (" + Origin + ")";
}

ShadowMap phobos::sim::TheShadow;

DeviceMemory &DeviceMemory::get() {
  // Never destroyed: programs free memory from destructors of their own statics.
  static DeviceMemory *Memory = new DeviceMemory;
  return *Memory;
}

DeviceMemory::DeviceMemory() {
  // Address space only: pages are committed when touched.
  for (uint64_t Want = 4ull << 40; Want >= 4ull << 30; Want /= 2) {
    void *Data = mmap(nullptr, Want, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Data == MAP_FAILED)
      continue;
    void *Shade = mmap(nullptr, Want, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Shade == MAP_FAILED) {
      munmap(Data, Want);
      continue;
    }
    Base = reinterpret_cast<uint64_t>(Data);
    Shadow = reinterpret_cast<uint64_t>(Shade);
    Reserved = Want;
    Next = alignTo(Base, 1 << 21) + AllocationAlign;
    TheShadow = {Base, Reserved, Shadow - Base};
    return;
  }
  fprintf(stderr, "phobos-sim: error: cannot reserve address space for device memory\n");
  abort();
}

uint64_t DeviceMemory::reuseFreed(uint64_t Span) {
  for (auto It = Allocations.begin(); It != Allocations.end(); ++It) {
    const Allocation &A = It->second;
    uint64_t Have = spanOf(A.Bytes);
    if (!A.Freed || A.OfGraph || Have < Span)
      continue;
    uint64_t Address = A.Address;
    memset(shadow(Address), 0, Have);
    Allocations.erase(It);
    return Address;
  }
  return 0;
}

uint64_t DeviceMemory::allocate(uint64_t Bytes, Allocation::Kind What, uint64_t Limit, StringRef Name) {
  if (Bytes > Limit || InUse > Limit - Bytes)
    return 0;
  uint64_t Span = spanOf(Bytes);
  uint64_t Address = 0;
  if (Span <= Base + Reserved - Next) {
    Address = Next;
    Next += Span;
  } else if (!(Address = reuseFreed(Span))) {
    return 0;
  }
  Allocations[Address] = Allocation{Address, Bytes, What, false, false, ++Count, Name.str()};
  memset(shadow(Address), What == Allocation::Kind::Constant ? ShadowAddressable | ShadowConstant : ShadowAddressable,
         Bytes);
  InUse += Bytes;
  return Address;
}

bool DeviceMemory::release(uint64_t Address) {
  auto It = Allocations.find(Address);
  if (It == Allocations.end() || It->second.Freed)
    return false;
  Allocation &A = It->second;
  A.Freed = true;
  InUse -= A.Bytes;
  memset(shadow(Address), ShadowFreed, A.Bytes);
  // Whole pages inside go back to the system; the rest keeps its bytes, which nothing reads.
  uint64_t First = alignTo(Address, 4096), Last = alignDown(Address + A.Bytes, 4096);
  if (First < Last)
    madvise(reinterpret_cast<void *>(First), Last - First, MADV_DONTNEED);
  return true;
}

uint64_t DeviceMemory::reserve(uint64_t Bytes, uint64_t Limit) {
  const uint64_t Address = allocate(Bytes, Allocation::Kind::Pool, Limit);
  if (Address) {
    Allocations[Address].OfGraph = true;
    release(Address);
  }
  return Address;
}

bool DeviceMemory::revive(uint64_t Address) {
  auto It = Allocations.find(Address);
  if (It == Allocations.end() || !It->second.Freed)
    return false;
  It->second.Freed = false;
  InUse += It->second.Bytes;
  memset(shadow(Address), ShadowAddressable, It->second.Bytes);
  return true;
}

void DeviceMemory::reset() {
  for (auto &[Address, A] : Allocations)
    if (!A.Freed)
      release(Address);
}

const Allocation *DeviceMemory::nearest(uint64_t Address) const {
  auto It = Allocations.upper_bound(Address);
  if (It == Allocations.begin())
    return nullptr;
  return &std::prev(It)->second;
}

const Allocation *DeviceMemory::next(uint64_t Address) const {
  auto It = Allocations.upper_bound(Address);
  return It == Allocations.end() ? nullptr : &It->second;
}

const Allocation *DeviceMemory::holding(uint64_t Address, uint64_t Bytes) const {
  const Allocation *A = nearest(Address);
  if (!A || A->Freed || Address - A->Address > A->Bytes || Bytes > A->Bytes - (Address - A->Address))
    return nullptr;
  return A;
}

void DeviceMemory::markInitialized(uint64_t Address, uint64_t Bytes) {
  uint8_t *S = shadow(Address);
  for (uint64_t I = 0; I < Bytes; ++I)
    S[I] |= ShadowAddressable | ShadowInitialized;
}

void DeviceMemory::watchReads() {
  for (auto &[Address, A] : Allocations)
    // Two versions of a kernel have variables of their own.
    if (!A.Freed && A.What != Allocation::Kind::Variable && A.What != Allocation::Kind::Constant)
      for (uint64_t I = 0; I < A.Bytes; ++I)
        *shadow(Address + I) |= ShadowWatched;
}

void DeviceMemory::forgetUnread() {
  for (auto &[Address, A] : Allocations)
    for (uint64_t I = 0; !A.Freed && I < A.Bytes; ++I)
      if (uint8_t &S = *shadow(Address + I); S & ShadowWatched)
        S &= ~(ShadowWatched | ShadowInitialized);
}

void DeviceMemory::copyInitialized(uint64_t To, uint64_t From, uint64_t Bytes) {
  for (uint64_t I = 0; I < Bytes; ++I)
    *shadow(From + I) &= ~ShadowWatched;
  const uint8_t Constant = *shadow(To) & ShadowConstant;
  const bool Same = Constant == (*shadow(From) & ShadowConstant);
  memmove(shadow(To), shadow(From), Bytes);
  for (uint64_t I = 0; !Same && I < Bytes; ++I)
    shadow(To)[I] = (shadow(To)[I] & ~ShadowConstant) | Constant;
}

/// Bytes by address.
static std::map<uint64_t, uint64_t> &registeredHost() {
  static auto *Ranges = new std::map<uint64_t, uint64_t>;
  return *Ranges;
}

bool phobos::sim::isRegisteredHost(uint64_t Address, uint64_t Bytes) {
  auto It = registeredHost().upper_bound(Address);
  if (It == registeredHost().begin())
    return false;
  --It;
  return Address - It->first + Bytes <= It->second;
}

bool phobos::sim::registerHost(uint64_t Address, uint64_t Bytes) {
  auto After = registeredHost().lower_bound(Address);
  if (After != registeredHost().end() && After->first - Address < Bytes)
    return false;
  if (After != registeredHost().begin() && Address - std::prev(After)->first < std::prev(After)->second)
    return false;
  registeredHost()[Address] = Bytes;
  return true;
}

bool phobos::sim::unregisterHost(uint64_t Address) { return registeredHost().erase(Address) != 0; }
