//===- MBarrier.cpp - Barrier objects in shared memory ----------*- C++ -*-===//
#include "Sim/MBarrier.h"
#include "Sim/AsyncCopy.h"
#include "Sim/Checks.h"
#include "Sim/Counters.h"
#include "Sim/Machine.h"
#include "Sim/Races.h"
#include "Sim/Report.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>
#include <driver_types.h>
#include <map>

using namespace phobos::sim;

namespace {

/// PTX's limit of arrivals.
constexpr uint32_t MostArrivals = (1u << 20) - 1;
/// Addresses and sizes of bulk copies are multiples of it.
constexpr uint32_t BulkUnit = 16;
/// How often one wait may fail with nothing else happening.
constexpr uint32_t MostFailures = 1000;

/// Copies of a thread that the barrier waits for: those by cp.async so far, or one by cp.async.bulk.
struct HandedOver {
  Thread *By = nullptr;
  uint32_t LastCopy = 0;
  /// Of a bulk copy; empty otherwise.
  std::vector<uint8_t> Bulk;
  uint64_t To = 0;
  uint32_t Site = 0;
  /// The thread's clock then, and what had happened before.
  uint32_t Clock = 0;
  races::Clocks Before;
};

struct MBarrier {
  uint32_t Expected = 0, Pending = 0;
  uint32_t Phase = 0;
  /// Bytes that complete_tx has not brought yet.
  int64_t Bytes = 0;
  /// What all arrivals release, and those of complete phases.
  races::Clocks Released, Completed;
  std::deque<HandedOver> Copies;

  /// What an arrival returns: the phase, and the arrivals that are still missing.
  uint64_t state() const { return uint64_t(Phase) << 32 | Pending; }
};

/// By address.
std::map<uint64_t, MBarrier> All;
/// Steps whenever threads or barriers get on.
uint64_t Progress;

std::string at(uint64_t Address) {
  return "the mbarrier at shared 0x" + llvm::utohexstr(Address - shared::base(), true);
}

[[noreturn]] void fail(Finding F, uint32_t Site, const std::string &Text, int Error = cudaErrorLaunchFailure) {
  report(F, Site, site(Site).What + ": " + Text);
  TheMachine.fail(Error);
}

void checkAddress(uint32_t Site, uint64_t Address, Access Kind) {
  if (!shared::contains(Address))
    fail(Finding::OutOfBounds, Site, "the address 0x" + llvm::utohexstr(Address, true) + " is not in shared memory",
         cudaErrorIllegalAddress);
  checks::access(Address, 8, 8, Kind, Site);
}

MBarrier &find(uint32_t Site, uint64_t Address) {
  auto It = All.find(Address);
  if (It == All.end() && shared::contains(Address))
    fail(Finding::Uninitialized, Site, at(Address) + " was never initialized");
  checkAddress(Site, Address, Access::Atomic);
  return It->second;
}

void completeIfDone(uint64_t Address, MBarrier &B) {
  if (B.Pending || B.Bytes)
    return;
  ++B.Phase;
  ++Progress;
  B.Pending = B.Expected;
  races::join(B.Completed, B.Released);
  for (Thread &T : TheMachine.Threads)
    if (T.Status == ThreadStatus::InMBarrier && T.WaitAddress == Address) {
      T.WaitResult = 1;
      TheMachine.makeReady(T);
    }
}

void arriveOnce(uint32_t Site, uint64_t Address, MBarrier &B) {
  if (!B.Pending)
    fail(Finding::DivergentCollective, Site, "more copies arrive at " + at(Address) + " than it waits for");
  --B.Pending;
  completeIfDone(Address, B);
}

/// The oldest copies that were handed over arrive.
void finishOldest(uint32_t Site, uint64_t Address, MBarrier &B) {
  HandedOver C = std::move(B.Copies.front());
  B.Copies.pop_front();
  races::join(B.Released, C.Before);
  if (C.Bulk.empty()) {
    finishCopies(*C.By, C.LastCopy, C.Clock);
    arriveOnce(Site, Address, B);
    return;
  }
  memcpy(reinterpret_cast<void *>(C.To), C.Bulk.data(), C.Bulk.size());
  for (size_t At = 0; At < C.Bulk.size(); At += BulkUnit)
    checks::asyncArrived(C.To + At, BulkUnit, C.Site, {C.By->Linear, C.Clock});
  B.Bytes -= C.Bulk.size();
  completeIfDone(Address, B);
}

bool isComplete(const MBarrier &B, uint64_t State, uint32_t Flags) {
  return Flags & MBarrierParity ? (B.Phase & 1) != (State & 1) : B.Phase != uint32_t(State >> 32);
}

} // namespace

void mbarriers::startCta() { All.clear(); }

std::string mbarriers::describeWaits() {
  std::string Text;
  for (auto &[Address, B] : All) {
    unsigned Waiting = 0;
    for (const Thread &T : TheMachine.Threads)
      Waiting += T.Status == ThreadStatus::InMBarrier && T.WaitAddress == Address;
    if (!Waiting)
      continue;
    Text += "; " + at(Address) + " lacks " + std::to_string(B.Pending) + " of " + std::to_string(B.Expected) +
            " arrivals in phase " + std::to_string(B.Phase);
    if (B.Bytes)
      Text += " and " + std::to_string(B.Bytes) + " bytes";
  }
  return Text;
}

bool mbarriers::resolveStall() {
  bool Any = false;
  for (Thread &T : TheMachine.Threads) {
    if (T.Status != ThreadStatus::InMBarrier)
      continue;
    if (T.FailedAt != Progress) {
      T.FailedAt = Progress;
      T.Failures = 0;
    }
    if (T.Failures++ >= MostFailures)
      continue;
    T.WaitResult = 0;
    TheMachine.makeReady(T);
    Any = true;
  }
  return Any;
}

extern "C" void phsim_mbarrier_init(uint32_t Site, uint64_t Address, uint32_t Count) {
  if (!Count || Count > MostArrivals)
    fail(Finding::DivergentCollective, Site, "an mbarrier cannot wait for " + std::to_string(Count) + " arrivals");
  checkAddress(Site, Address, Access::Store);
  MBarrier &B = All[Address];
  B = MBarrier();
  B.Expected = B.Pending = Count;
}

extern "C" void phsim_mbarrier_inval(uint32_t Site, uint64_t Address) {
  find(Site, Address);
  checkAddress(Site, Address, Access::Store);
  All.erase(Address);
}

extern "C" void phsim_mbarrier_tx(uint32_t Site, uint64_t Address, uint32_t Bytes, uint32_t Completes) {
  MBarrier &B = find(Site, Address);
  B.Bytes += Completes ? -int64_t(Bytes) : int64_t(Bytes);
  if (Completes)
    completeIfDone(Address, B);
}

/// Returns the state before the arrival.
extern "C" uint64_t phsim_mbarrier_arrive(uint32_t Site, uint64_t Address, uint32_t Count, uint32_t Flags,
                                          uint32_t Bytes) {
  MBarrier &B = find(Site, Address);
  const uint64_t State = B.state();
  while (Count > B.Pending && !B.Copies.empty())
    finishOldest(Site, Address, B);
  if (Count > B.Pending)
    fail(Finding::DivergentCollective, Site,
         std::to_string(Count) + " arrival" + (Count == 1 ? "" : "s") + " at " + at(Address) + ", which waits for " +
             std::to_string(B.Pending));
  if (Flags & MBarrierDrop)
    B.Expected -= std::min(Count, B.Expected);
  B.Bytes += Bytes;
  if (!(Flags & MBarrierRelaxed))
    races::releaseInto(B.Released);
  B.Pending -= Count;
  ++Progress;
  if (Flags & MBarrierNoComplete && !B.Pending)
    fail(Finding::DivergentCollective, Site, "completes the phase of " + at(Address) + ", which .noComplete must not");
  completeIfDone(Address, B);
  return State;
}

/// Whether the phase is complete. Waits for it as long as anybody else can run.
extern "C" uint32_t phsim_mbarrier_test(uint32_t Site, uint64_t Address, uint64_t State, uint32_t Flags) {
  MBarrier &B = find(Site, Address);
  while (!isComplete(B, State, Flags) && !B.Copies.empty())
    finishOldest(Site, Address, B);
  if (!isComplete(B, State, Flags)) {
    Thread &T = *TheMachine.Current;
    T.WaitAddress = Address;
    TheMachine.block(ThreadStatus::InMBarrier, Site);
    if (!T.WaitResult)
      return 0;
  }
  // Another thread may have invalidated it meanwhile.
  if (auto It = All.find(Address); It != All.end() && !(Flags & MBarrierRelaxed))
    races::acquire(It->second.Completed);
  return 1;
}

extern "C" void phsim_cp_async_mbarrier(uint32_t Site, uint64_t Address, uint32_t Flags) {
  MBarrier &B = find(Site, Address);
  if (Flags & MBarrierIncrement)
    ++B.Pending;
  HandedOver C;
  C.By = TheMachine.Current;
  C.LastCopy = lastCopy(*C.By);
  C.Clock = races::releaseInto(C.Before);
  B.Copies.push_back(std::move(C));
}

/// A bulk copy to shared memory, which completes Bytes of the barrier's phase.
extern "C" void phsim_cp_async_bulk(uint32_t Site, uint64_t To, uint64_t From, uint32_t Bytes, uint64_t Address) {
  MBarrier &B = find(Site, Address);
  if (Bytes % BulkUnit)
    fail(Finding::Misaligned, Site, std::to_string(Bytes) + " bytes are no multiple of 16", cudaErrorMisalignedAddress);
  HandedOver C;
  C.By = TheMachine.Current;
  C.To = To;
  C.Site = Site;
  for (uint32_t At = 0; At < Bytes; At += BulkUnit) {
    checks::access(From + At, BulkUnit, BulkUnit, Access::Load, Site);
    checks::asyncIssued(To + At, BulkUnit, Site);
  }
  counters::bulkCopy(Bytes);
  C.Bulk.assign(reinterpret_cast<const uint8_t *>(From), reinterpret_cast<const uint8_t *>(From) + Bytes);
  C.Clock = races::releaseInto(C.Before);
  if (Bytes)
    B.Copies.push_back(std::move(C));
}
