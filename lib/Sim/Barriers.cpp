//===- Barriers.cpp - bar.sync, bar.arrive and bar.red ----------*- C++ -*-===//
//
// A barrier counts threads. One for all threads of the CTA waits for those that have not ended, as the CUDA guide says
// of
// __syncthreads since Volta.
//
//===----------------------------------------------------------------------===//
#include "Sim/Counters.h"
#include "Sim/Machine.h"
#include "Sim/Races.h"
#include "Sim/Report.h"
#include <driver_types.h>

using namespace phobos::sim;

namespace {

/// Lanes of one warp must be at the same instruction of an aligned barrier.
void checkAligned(const Barrier &B) {
  Thread *FirstOfWarp[32] = {};
  for (Thread *T : B.Waiting) {
    Thread *&First = FirstOfWarp[T->WarpId];
    if (!First)
      First = T;
    else if (First->WaitSite != T->WaitSite)
      report(Finding::DivergentCollective, T->WaitSite,
             "threads " + str(First->Tid) + " and " + str(T->Tid) +
                 " of one warp are at different barriers; the other is at " + site(First->WaitSite).Location);
  }
}

void complete(uint32_t Id, Barrier &B, uint32_t Result, bool Aligned) {
  Machine &M = TheMachine;
  if (Aligned)
    checkAligned(B);
  races::release(Id, B.Waiting, B.Waiting.size() == M.LiveThreads);
  counters::barrier();
  for (Thread *T : B.Waiting) {
    counters::converge(*T->InWarp);
    T->WaitResult = Result;
    if (T != M.Current)
      M.makeReady(*T);
  }
  B = Barrier();
}

uint32_t resultOf(BarrierOp Op, const Barrier &B) {
  switch (Op) {
  case BarrierOp::RedAnd:
    return B.True == B.Arrived;
  case BarrierOp::RedOr:
    return B.True != 0;
  default:
    return B.True;
  }
}

BarrierOp LastOp[16];
bool LastAligned[16];

} // namespace

/// Count 0: all threads of the CTA. Returns the reduction's result.
extern "C" uint32_t phsim_barrier(uint32_t Site, uint32_t Op, uint32_t Aligned, uint32_t Id, uint32_t Count,
                                  uint32_t Predicate) {
  Machine &M = TheMachine;
  Thread &T = *M.Current;
  if (Id >= 16 || (Count && Count % 32)) {
    report(Finding::DivergentCollective, Site,
           Id >= 16 ? "there is no barrier " + std::to_string(Id)
                    : "a barrier cannot wait for " + std::to_string(Count) + " threads: no multiple of a warp");
    M.fail(cudaErrorIllegalInstruction);
  }
  Barrier &B = M.Barriers[Id];
  if (B.Active && B.Expected != Count) {
    report(Finding::DivergentCollective, Site,
           "barrier " + std::to_string(Id) + " is used for different numbers of threads");
    M.fail(cudaErrorIllegalInstruction);
  }
  B.Active = true;
  B.Expected = Count;
  ++B.Arrived;
  B.True += Predicate & 1;
  LastOp[Id] = BarrierOp(Op);
  LastAligned[Id] = Aligned;
  races::arrive(Id);
  const bool Waits = BarrierOp(Op) != BarrierOp::Arrive;
  if (Waits) {
    B.Waiting.push_back(&T);
    T.WaitSite = Site;
    T.WaitBarrier = Id;
  }
  if (B.Arrived >= (Count ? Count : M.LiveThreads)) {
    complete(Id, B, resultOf(BarrierOp(Op), B), Aligned);
    T.WaitSite = 0;
  } else if (Waits) {
    M.block(ThreadStatus::InBarrier, Site);
  }
  return T.WaitResult;
}

void phobos::sim::threadExited(Thread &) {
  Machine &M = TheMachine;
  for (uint32_t Id = 0; Id < 16; ++Id) {
    Barrier &B = M.Barriers[Id];
    if (B.Active && !B.Expected && B.Arrived >= M.LiveThreads && M.LiveThreads)
      complete(Id, B, resultOf(LastOp[Id], B), LastAligned[Id]);
  }
}
