//===- Checks.cpp - Bounds, alignment, initialization -----------*- C++ -*-===//
#include "Sim/Checks.h"
#include "Sim/Counters.h"
#include "Sim/Memory.h"
#include "Sim/Places.h"
#include "Sim/Races.h"
#include "Sim/Report.h"
#include "Sim/Stacks.h"
#include "llvm/ADT/StringExtras.h"
#include <driver_types.h>

using namespace phobos::sim;

namespace {

std::string hex(uint64_t V) { return "0x" + llvm::utohexstr(V, true); }

std::string verb(Access Kind, uint32_t SiteId) {
  const std::string &What = site(SiteId).What;
  if (!What.empty())
    return What;
  return Kind == Access::Load ? "load" : Kind == Access::Store ? "store" : "atomic";
}

std::string bytesAt(uint32_t Bytes, uint64_t Address) {
  return " of " + std::to_string(Bytes) + " byte" + (Bytes == 1 ? "" : "s") + " at " + hex(Address);
}

[[noreturn]] void fault(Finding F, int Error, uint32_t Site, const std::string &Text) {
  report(F, Site, Text);
  TheMachine.fail(Error);
}

[[noreturn]] void faultGlobal(uint64_t Address, uint32_t Bytes, Access Kind, uint32_t Site) {
  const Allocation *A = DeviceMemory::get().nearest(Address + Bytes - 1);
  const std::string Text = "global " + verb(Kind, Site) + bytesAt(Bytes, Address);
  if (A && A->Freed && Address >= A->Address && Address < A->Address + A->Bytes)
    fault(Finding::UseAfterFree, cudaErrorIllegalAddress, Site,
          Text + " is byte " + std::to_string(Address - A->Address) + " of " + A->describe() + ", which was freed");
  fault(Finding::OutOfBounds, cudaErrorIllegalAddress, Site, Text + outsideGlobal(Address, Bytes));
}

/// Every byte of the access has all of Bits.
bool allHave(const uint8_t *Shadow, uint32_t Bytes, uint8_t Bits) {
  if (Bytes == 4) {
    uint32_t S;
    memcpy(&S, Shadow, 4);
    const uint32_t Want = 0x01010101u * Bits;
    return (S & Want) == Want;
  }
  for (uint32_t I = 0; I < Bytes; ++I)
    if ((Shadow[I] & Bits) != Bits)
      return false;
  return true;
}

void accessGlobal(uint64_t Address, uint32_t Bytes, Access Kind, uint32_t Site) {
  uint8_t *Shadow = DeviceMemory::get().shadow(Address);
  constexpr uint8_t Good = ShadowAddressable | ShadowInitialized;
  if (Kind != Access::Load && *Shadow & ShadowConstant)
    report(Finding::ConstantWrite, Site,
           "global " + verb(Kind, Site) + bytesAt(Bytes, Address) + " changes a constant: " + globalPlace(Address));
  if (Kind == Access::Store && allHave(Shadow, Bytes, Good))
    return;
  if (allHave(Shadow, Bytes, Good)) {
    for (uint32_t I = 0; I < Bytes; ++I)
      Shadow[I] &= ~ShadowWatched;
    return;
  }
  if (!allHave(Shadow, Bytes, ShadowAddressable))
    faultGlobal(Address, Bytes, Kind, Site);
  if (Kind != Access::Store && !races::ReadIsKept)
    report(Finding::Uninitialized, Site,
           "global " + verb(Kind, Site) + bytesAt(Bytes, Address) +
               " reads what nothing has written: " + globalPlace(Address));
  // A read marks the bytes too: one report for each place is enough.
  for (uint32_t I = 0; I < Bytes; ++I)
    Shadow[I] = Kind == Access::Store ? Shadow[I] | Good : (Shadow[I] | Good) & ~ShadowWatched;
}

void accessShared(uint64_t Address, uint32_t Bytes, Access Kind, uint32_t Site) {
  const uint64_t Offset = Address - shared::base();
  if (shared::isReserved(Offset, Bytes))
    return;
  if (Offset + Bytes > TheMachine.Shape.SharedBytes)
    fault(Finding::OutOfBounds, cudaErrorIllegalAddress, Site,
          "shared " + verb(Kind, Site) + bytesAt(Bytes, Offset) + " is outside the block's " +
              std::to_string(TheMachine.Shape.SharedBytes) + " bytes of shared memory");
  races::access(Offset, Bytes, Kind, Site);
}

} // namespace

namespace {

std::string placeOf(uint64_t Address) {
  if (DeviceMemory::get().inRange(Address))
    return "; it is " + globalPlace(Address);
  if (shared::contains(Address))
    return "; it is " + sharedPlace(Address - shared::base());
  return "";
}

/// Memory of the thread's own: of a call that goes on, and not of another thread.
void accessLocal(uint64_t Address, uint32_t Bytes, Access Kind, uint32_t Site) {
  const bool Own = inFiberStack(TheMachine.Current->Linear, Address);
  // Callers' frames are above this one.
  if (Own && Address > reinterpret_cast<uint64_t>(__builtin_frame_address(0)))
    return;
  fault(Finding::OutOfBounds, cudaErrorIllegalAddress, Site,
        "local " + verb(Kind, Site) + bytesAt(Bytes, Address) +
            (Own ? " is in a variable of a call that has returned" : " is in another thread's local memory"));
}

struct LastAccess {
  const Thread *Of = nullptr;
  uint32_t Site = 0;
};
LastAccess Last;

} // namespace

uint32_t checks::lastSite() { return Last.Of == TheMachine.Current ? Last.Site : 0; }

void checks::access(uint64_t Address, uint32_t Bytes, uint32_t Align, Access Kind, uint32_t Site) {
  static const bool Off = !Settings::get().Check;
  if (Off)
    return;
  Last = {TheMachine.Current, Site};
  if (Address & (Align - 1))
    fault(Finding::Misaligned, cudaErrorMisalignedAddress, Site,
          verb(Kind, Site) + bytesAt(Bytes, Address) + " needs a multiple of " + std::to_string(Align) +
              placeOf(Address));
  if (Address - TheShadow.Base < TheShadow.Bytes)
    accessGlobal(Address, Bytes, Kind, Site);
  else if (shared::contains(Address))
    accessShared(Address, Bytes, Kind, Site);
  else if (inFiberStacks(Address))
    accessLocal(Address, Bytes, Kind, Site);
  else if (!isRegisteredHost(Address, Bytes))
    fault(Finding::OutOfBounds, cudaErrorIllegalAddress, Site,
          verb(Kind, Site) + bytesAt(Bytes, Address) + outsideAll(Address));
}

void checks::asyncIssued(uint64_t To, uint32_t Bytes, uint32_t Site) {
  static const bool Off = !Settings::get().Check;
  if (Off)
    return;
  if (To & (Bytes - 1))
    fault(Finding::Misaligned, cudaErrorMisalignedAddress, Site,
          "cp.async to" + bytesAt(Bytes, To - shared::base()) + " needs a multiple of " + std::to_string(Bytes));
  if (!shared::contains(To) || To - shared::base() + Bytes > TheMachine.Shape.SharedBytes)
    fault(Finding::OutOfBounds, cudaErrorIllegalAddress, Site,
          "cp.async to" + bytesAt(Bytes, To - shared::base()) + " is outside the block's " +
              std::to_string(TheMachine.Shape.SharedBytes) + " bytes of shared memory");
  races::asyncIssued(To - shared::base(), Bytes, Site);
}

void checks::asyncArrived(uint64_t To, uint32_t Bytes, uint32_t Site, const AsyncWriter &Writer) {
  static const bool Off = !Settings::get().Check;
  if (Off)
    return;
  races::asyncArrived(To - shared::base(), Bytes, Site, Writer);
}

void checks::startCta() { races::startCta(); }

/// A store that generated code executes right after this.
static void checkStore(uint64_t Address, uint32_t Bytes, uint32_t Align, uint32_t Site) {
  races::StoreFollows = true;
  checks::access(Address, Bytes, Align, Access::Store, Site);
  races::StoreFollows = false;
}

// Nearly every access is one of these and good: an aligned power of two of bytes in global memory that was written.
// The rest, and all that is not good, takes the long way.
template <typename Word, Access Kind> static inline bool isGoodGlobal(uint64_t Address) {
  if (Address - TheShadow.Base >= TheShadow.Bytes || (Address & (sizeof(Word) - 1)))
    return false;
  constexpr Word Good = Word(-1) / 0xFF * (ShadowAddressable | ShadowInitialized);
  // A store to a constant is not good, so all bits count there.
  const Word Have = *reinterpret_cast<const Word *>(Address + TheShadow.Delta);
  constexpr Word Constant = Word(-1) / 0xFF * ShadowConstant;
  return (Kind == Access::Load ? Have & ~Constant : Have) == Good;
}

#define SIM_SIZED_ACCESS(Bytes, Good)                                                                                  \
  extern "C" void phsim_load_##Bytes(uint64_t Address, uint32_t Site) {                                                \
    if (!(Good(Access::Load)))                                                                                         \
      checks::access(Address, Bytes, Bytes, Access::Load, Site);                                                       \
  }                                                                                                                    \
  extern "C" void phsim_store_##Bytes(uint64_t Address, uint32_t Site) {                                               \
    if (!(Good(Access::Store)))                                                                                        \
      checkStore(Address, Bytes, Bytes, Site);                                                                         \
  }
#define SIM_GOOD_1(Kind) isGoodGlobal<uint8_t, Kind>(Address)
#define SIM_GOOD_2(Kind) isGoodGlobal<uint16_t, Kind>(Address)
#define SIM_GOOD_4(Kind) isGoodGlobal<uint32_t, Kind>(Address)
#define SIM_GOOD_8(Kind) isGoodGlobal<uint64_t, Kind>(Address)
#define SIM_GOOD_16(Kind)                                                                                              \
  (isGoodGlobal<uint64_t, Kind>(Address) && isGoodGlobal<uint64_t, Kind>(Address + 8) && !(Address & 15))
SIM_SIZED_ACCESS(1, SIM_GOOD_1)
SIM_SIZED_ACCESS(2, SIM_GOOD_2)
SIM_SIZED_ACCESS(4, SIM_GOOD_4)
SIM_SIZED_ACCESS(8, SIM_GOOD_8)
SIM_SIZED_ACCESS(16, SIM_GOOD_16)

/// Any size and alignment; also every access where they are counted.
static void anyAccess(uint64_t Address, uint32_t BytesAlign, Access Kind, uint32_t Site) {
  const uint32_t Bytes = BytesAlign & 0xFFFF;
  checks::access(Address, Bytes, BytesAlign >> 16, Kind, Site);
  counters::access(Address, Bytes, Kind, Site);
}

extern "C" void phsim_load(uint64_t Address, uint32_t BytesAlign, uint32_t Site) {
  anyAccess(Address, BytesAlign, Access::Load, Site);
}
/// A load of bits that are only written back where they were.
extern "C" void phsim_load_kept(uint64_t Address, uint32_t BytesAlign, uint32_t Site) {
  races::ReadIsKept = true;
  anyAccess(Address, BytesAlign, Access::Load, Site);
  races::ReadIsKept = false;
}
/// A load of a whole vector of which only some lanes are used: LaneBytesMask has their bytes and which.
extern "C" void phsim_load_lanes(uint64_t Address, uint32_t BytesAlign, uint32_t LaneBytesMask, uint32_t Site) {
  const uint32_t Bytes = BytesAlign & 0xFFFF, Align = BytesAlign >> 16, LaneBytes = LaneBytesMask & 0xFFFF;
  if (Address & (Align - 1))
    checks::access(Address, Bytes, Align, Access::Load, Site);
  for (uint32_t Lanes = LaneBytesMask >> 16, At = 0; Lanes; Lanes >>= 1, At += LaneBytes)
    if (Lanes & 1)
      checks::access(Address + At, LaneBytes, 1, Access::Load, Site);
  counters::access(Address, Bytes, Access::Load, Site);
}
extern "C" void phsim_store(uint64_t Address, uint32_t BytesAlign, uint32_t Site) {
  checkStore(Address, BytesAlign & 0xFFFF, BytesAlign >> 16, Site);
  counters::access(Address, BytesAlign & 0xFFFF, Access::Store, Site);
}
extern "C" void phsim_atomic(uint64_t Address, uint32_t BytesAlign, uint32_t Site) {
  anyAccess(Address, BytesAlign, Access::Atomic, Site);
}

static void strongAccess(uint64_t Address, uint32_t BytesAlign, Access Kind, races::Strength How, uint32_t Site) {
  races::StrengthNow = How;
  if (Kind == Access::Store)
    checkStore(Address, BytesAlign & 0xFFFF, BytesAlign >> 16, Site);
  else
    checks::access(Address, BytesAlign & 0xFFFF, BytesAlign >> 16, Kind, Site);
  races::StrengthNow = races::Strength::Weak;
  counters::access(Address, BytesAlign & 0xFFFF, Kind, Site);
}
extern "C" void phsim_atomic_load(uint64_t Address, uint32_t BytesAlign, uint32_t Site) {
  strongAccess(Address, BytesAlign, Access::Load, races::Strength::Atomic, Site);
}
extern "C" void phsim_atomic_store(uint64_t Address, uint32_t BytesAlign, uint32_t Site) {
  strongAccess(Address, BytesAlign, Access::Store, races::Strength::Atomic, Site);
}
extern "C" void phsim_volatile_load(uint64_t Address, uint32_t BytesAlign, uint32_t Site) {
  strongAccess(Address, BytesAlign, Access::Load, races::Strength::Volatile, Site);
}
extern "C" void phsim_volatile_store(uint64_t Address, uint32_t BytesAlign, uint32_t Site) {
  strongAccess(Address, BytesAlign, Access::Store, races::Strength::Volatile, Site);
}

/// An access of an array whose bounds are known. One past a shared array goes on as on a GPU, as long as it stays in
/// the block's memory; one past a local array would be the simulator's own stack.
extern "C" void phsim_array(uint64_t Address, uint64_t Array, uint32_t Size, uint32_t Bytes, uint32_t Site) {
  Last = {TheMachine.Current, Site};
  if (Address - Array <= Size && Bytes <= Size - (Address - Array))
    return;
  const bool Shared = shared::contains(Array);
  const int64_t At = Address - Array;
  report(Finding::OutOfBounds, Site,
         (Shared ? "shared " : "local ") + verb(Access::Load, Site) +
             bytesAt(Bytes, Shared ? Address - shared::base() : Address) +
             (At < 0 ? " starts " + std::to_string(-At) + " bytes before "
                     : " is at byte " + std::to_string(At) + " of ") +
             (Shared ? "'" + sharedName(Array - shared::base()) + "', which has " : "an array of ") +
             std::to_string(Size) + " bytes");
  if (!Shared)
    TheMachine.fail(cudaErrorIllegalAddress);
}

/// Any number of bytes: memcpy and memset of device code.
extern "C" void phsim_range(uint64_t Address, uint64_t Bytes, uint32_t Write, uint32_t Site) {
  for (uint64_t At = 0; At < Bytes;) {
    uint32_t Part = std::min<uint64_t>(Bytes - At, 16);
    checks::access(Address + At, Part, 1, Write ? Access::Store : Access::Load, Site);
    At += Part;
  }
}

/// Gives way now and then, so that a thread that spins on memory lets others write it.
extern "C" void phsim_spin() {
  if (++TheMachine.Current->Spins % 16 == 0)
    TheMachine.yieldThread();
}
