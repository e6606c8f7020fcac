//===- Machine.cpp - Fibers, and the order in which they run ----*- C++ -*-===//
#include "Sim/Machine.h"
#include "Sim/AsyncCopy.h"
#include "Sim/Checks.h"
#include "Sim/Counters.h"
#include "Sim/MBarrier.h"
#include "Sim/Orders.h"
#include "Sim/Races.h"
#include "Sim/Report.h"
#include "Sim/Stacks.h"
#include <boost/context/detail/fcontext.hpp>
#include <cstring>
#include <driver_types.h>
#include <map>
#include <sys/mman.h>

using namespace phobos::sim;
using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

Machine phobos::sim::TheMachine;

/// The suspended scheduler while a fiber runs.
static fcontext_t Scheduler;
static const LaunchRequest *Running;

std::string phobos::sim::str(Dim3 D) {
  return "(" + std::to_string(D.X) + "," + std::to_string(D.Y) + "," + std::to_string(D.Z) + ")";
}

uint64_t shared::base() {
  static const uint64_t Base = [] {
    // Low addresses that neither a fixed-address executable nor its heap is likely to hold.
    for (uint64_t Want = 0x70000000; Want >= 0x10000000; Want -= 0x8000000) {
      void *P = mmap(reinterpret_cast<void *>(Want), Capacity, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
      if (reinterpret_cast<uint64_t>(P) == Want)
        return Want;
      if (P != MAP_FAILED)
        munmap(P, Capacity);
    }
    fprintf(stderr, "phobos-sim: error: no room below 4 GiB for shared memory\n");
    abort();
  }();
  return Base;
}

static void switchToScheduler() {
  transfer_t Back = jump_fcontext(Scheduler, nullptr);
  Scheduler = Back.fctx;
}

static void fiberMain(transfer_t From) {
  Scheduler = From.fctx;
  Running->Entry(Running->Arguments);
  TheMachine.exitThread();
}

void Machine::block(ThreadStatus Status, uint32_t Site) {
  Current->Status = Status;
  Current->WaitSite = Site;
  switchToScheduler();
}

void Machine::yieldThread() {
  Ready.push_back(Current);
  switchToScheduler();
}

void Machine::makeReady(Thread &T) {
  T.Status = ThreadStatus::Ready;
  T.WaitSite = 0;
  Ready.push_back(&T);
}

void Machine::fail(int CudaError) {
  if (!Failed.Error)
    Failed.Error = CudaError;
  switchToScheduler();
  __builtin_unreachable();
}

void Machine::exitThread() {
  Current->Status = ThreadStatus::Exited;
  Current->InWarp->Exited |= 1u << Current->Lane;
  --LiveThreads;
  threadExited(*Current);
  switchToScheduler();
  __builtin_unreachable();
}

void Machine::startThreads(const LaunchRequest &Request) {
  const Dim3 B = Request.Block;
  const uint32_t Count = B.count();
  Threads.resize(Count);
  Warps.assign((Count + 31) / 32, Warp());
  for (uint32_t I = 0; I < Count; ++I) {
    Thread &T = Threads[I];
    T = Thread();
    T.Linear = I;
    T.Tid = {I % B.X, I / B.X % B.Y, I / B.X / B.Y};
    T.Lane = I % 32;
    T.WarpId = I / 32;
    Warp &W = Warps[I / 32];
    W.Id = I / 32;
    W.Present |= 1u << T.Lane;
    W.Lanes[T.Lane] = &T;
    T.InWarp = &W;
    FiberStack Stack = fiberStack(I);
    T.Context = make_fcontext(reinterpret_cast<void *>(Stack.Top), Stack.Bytes, fiberMain);
    Ready.push_back(&T);
  }
  LiveThreads = Count;
}

/// What the threads of a stalled CTA wait for, the largest groups first.
static std::string describeStall(const Machine &M) {
  struct Group {
    unsigned Count = 0;
    const Thread *First = nullptr;
  };
  std::map<uint32_t, Group> Groups;
  for (const Thread &T : M.Threads)
    if (T.Status != ThreadStatus::Exited) {
      Group &G = Groups[T.WaitSite];
      if (!G.Count++)
        G.First = &T;
    }
  std::string Text;
  unsigned Shown = 0;
  for (auto &[SiteId, G] : Groups) {
    if (Shown++ == 4) {
      Text += "; ...";
      break;
    }
    const Site &S = site(SiteId);
    Text += (Text.empty() ? "" : "; ") + std::to_string(G.Count) + " wait at " + S.What +
            (S.Location.empty() ? "" : " (" + S.Location + ")") + ", the first of them thread " + str(G.First->Tid);
  }
  Text += mbarriers::describeWaits();
  if (unsigned Ended = M.Threads.size() - M.LiveThreads)
    Text += "; " + std::to_string(Ended) + " have ended";
  return Text;
}

/// Called where no thread can run. Lanes at an active mask get the lanes that are there with them.
bool Machine::resolveStall() {
  bool Progress = false;
  for (Warp &W : Warps) {
    std::map<uint32_t, uint32_t> MaskAt;
    for (Thread *T : W.Lanes)
      if (T && T->Status == ThreadStatus::InActiveMask)
        MaskAt[T->WaitSite] |= 1u << T->Lane;
    for (Thread *T : W.Lanes)
      if (T && T->Status == ThreadStatus::InActiveMask) {
        T->WaitResult = MaskAt[T->WaitSite];
        makeReady(*T);
        Progress = true;
      }
  }
  return Progress || mbarriers::resolveStall();
}

int Machine::runCta(const LaunchRequest &Request) {
  Ready.clear();
  for (Barrier &B : Barriers)
    B = Barrier();
  // Shared memory starts with whatever was there; NaNs make its use show.
  memset(reinterpret_cast<void *>(shared::base()), 0xFF, Shape.SharedBytes);
  memset(reinterpret_cast<void *>(shared::base() + shared::ReservedOffset), 0, shared::ReservedBytes);
  checks::startCta();
  mbarriers::startCta();
  orders::startCta();
  counters::startCta();
  startThreads(Request);
  while (LiveThreads) {
    if (Ready.empty()) {
      if (resolveStall())
        continue;
      for (Thread &T : Threads)
        if (T.Status != ThreadStatus::Exited) {
          Current = &T;
          break;
        }
      report(Finding::DivergentCollective, Current->WaitSite, "not all threads arrive: " + describeStall(*this));
      Failed.Error = cudaErrorLaunchFailure;
      break;
    }
    Current = Ready.front();
    Ready.pop_front();
    transfer_t From = jump_fcontext(static_cast<fcontext_t>(Current->Context), nullptr);
    Current->Context = From.fctx;
    // What ran last has executed its last store.
    races::settle();
    if (Failed.Error)
      break;
  }
  return Failed.Error;
}

int Machine::launch(const LaunchRequest &Request) {
  Running = &Request;
  Failed = Fault();
  KernelName = Request.KernelName.str();
  Shared = Request.Shared;
  Shape.Grid = Request.Grid;
  Shape.Block = Request.Block;
  Shape.DynamicShared = Request.DynamicShared;
  Shape.SharedBytes = Request.StaticShared + Request.DynamicShared;
  ++Shape.GridId;
  prepareFiberStacks(Request.Block.count(), Request.StackBytes);
  counters::startLaunch();
  FaultScope Catch;
  for (uint32_t Z = 0; Z < Request.Grid.Z && !Failed.Error; ++Z)
    for (uint32_t Y = 0; Y < Request.Grid.Y && !Failed.Error; ++Y)
      for (uint32_t X = 0; X < Request.Grid.X; ++X) {
        Shape.Cta = {X, Y, Z};
        if (runCta(Request))
          break;
        for (Warp &W : Warps)
          counters::converge(W);
      }
  Current = nullptr;
  counters::endLaunch();
  exitIfStrict();
  return Failed.Error;
}
