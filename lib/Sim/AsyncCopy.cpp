//===- AsyncCopy.cpp - cp.async ---------------------------------*- C++ -*-===//
#include "Sim/AsyncCopy.h"
#include "Sim/Checks.h"
#include "Sim/Counters.h"
#include "Sim/Races.h"
#include "Sim/Report.h"
#include <cstring>

using namespace phobos::sim;

static PendingCopies &pending() {
  Thread &T = *TheMachine.Current;
  if (!T.Copies)
    T.Copies = std::make_shared<PendingCopies>();
  return *T.Copies;
}

static void finish(const AsyncCopy &C, const AsyncWriter &Writer) {
  memcpy(reinterpret_cast<void *>(C.To), C.Data.data(), C.Bytes);
  checks::asyncArrived(C.To, C.Bytes, C.Site, Writer);
}

uint32_t phobos::sim::lastCopy(const Thread &T) { return T.Copies ? T.Copies->Issued : 0; }

void phobos::sim::finishCopies(Thread &T, uint32_t Last, uint32_t Clock) {
  if (!T.Copies)
    return;
  auto Finish = [&](std::vector<AsyncCopy> &Copies) {
    size_t Count = 0;
    while (Count < Copies.size() && Copies[Count].Number <= Last)
      finish(Copies[Count++], {T.Linear, Clock});
    Copies.erase(Copies.begin(), Copies.begin() + Count);
  };
  // Groups stay, if empty: waits count them.
  for (std::vector<AsyncCopy> &Group : T.Copies->Groups)
    Finish(Group);
  Finish(T.Copies->Open);
}

/// Copies SourceBytes, at most Bytes, and zeros up to Bytes.
extern "C" void phsim_cp_async(uint32_t Site, uint64_t To, uint64_t From, uint32_t Bytes, uint32_t SourceBytes) {
  AsyncCopy C;
  C.To = To;
  C.Bytes = Bytes;
  C.Site = Site;
  SourceBytes = std::min(SourceBytes, Bytes);
  // The alignment rule concerns the address, also where fewer bytes are read.
  if (SourceBytes) {
    checks::access(From, SourceBytes, Bytes, Access::Load, Site);
    memcpy(C.Data.data(), reinterpret_cast<const void *>(From), SourceBytes);
  }
  checks::asyncIssued(To, Bytes, Site);
  counters::asyncCopy(To, From, Bytes, SourceBytes, Site);
  PendingCopies &P = pending();
  C.Number = ++P.Issued;
  P.Open.push_back(C);
}

extern "C" void phsim_cp_async_commit(uint32_t) {
  PendingCopies &P = pending();
  P.Groups.push_back(std::move(P.Open));
  P.Open.clear();
}

/// Waits until at most Keep groups are under way.
extern "C" void phsim_cp_async_wait(uint32_t, uint32_t Keep) {
  counters::asyncWait();
  PendingCopies &P = pending();
  while (P.Groups.size() > Keep) {
    for (const AsyncCopy &C : P.Groups.front())
      finish(C, races::now());
    P.Groups.pop_front();
  }
}

extern "C" void phsim_cp_async_wait_all(uint32_t Site) {
  phsim_cp_async_commit(Site);
  phsim_cp_async_wait(Site, 0);
}
