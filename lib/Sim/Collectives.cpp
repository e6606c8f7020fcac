//===- Collectives.cpp - Shuffles, votes and other warp instructions -------===//
//
// PTX ISA, "Parallel Synchronization and Communication Instructions" and shfl.sync.
//
//===----------------------------------------------------------------------===//
#include "Sim/Checks.h"
#include "Sim/Counters.h"
#include "Sim/Machine.h"
#include "Sim/Races.h"
#include "Sim/Report.h"
#include <bit>
#include <driver_types.h>

using namespace phobos::sim;

namespace {

template <typename Fn> void forLanes(uint32_t Mask, Fn Do) {
  for (; Mask; Mask &= Mask - 1)
    Do(std::countr_zero(Mask));
}

template <typename T> T &post(Warp &W, uint32_t Lane) { return *static_cast<T *>(W.Posts[Lane].Data); }

std::string hex(uint32_t V) {
  char Text[16];
  snprintf(Text, sizeof(Text), "0x%08x", V);
  return Text;
}

} // namespace

static void requireLanes(Warp &W, uint32_t Site, uint32_t Mask) {
  const Thread &T = *TheMachine.Current;
  if (!(Mask >> T.Lane & 1)) {
    report(Finding::DivergentCollective, Site,
           site(Site).What + " by a lane that its mask " + hex(Mask) + " leaves out");
    TheMachine.fail(cudaErrorLaunchFailure);
  }
  if (uint32_t Missing = Mask & ~W.Present) {
    report(Finding::DivergentCollective, Site,
           site(Site).What + " waits for lanes " + hex(Missing) + ", which the block does not have");
    TheMachine.fail(cudaErrorLaunchFailure);
  }
  if (uint32_t Ended = Mask & W.Exited) {
    report(Finding::DivergentCollective, Site,
           site(Site).What + " waits for thread " + str(W.Lanes[std::countr_zero(Ended)]->Tid) + ", which has ended");
    TheMachine.fail(cudaErrorLaunchFailure);
  }
}

/// The gathering that a lane with this instruction and mask belongs to.
static WarpGathering &gathering(Warp &W, CollectiveFn *Fn, uint32_t Mask, uint32_t Site) {
  for (WarpGathering &G : W.Gatherings)
    if (G.Fn == Fn && G.Mask == Mask)
      return G;
  W.Gatherings.push_back({Fn, Mask, 0, Site, Site});
  return W.Gatherings.back();
}

void phobos::sim::warpCollective(uint32_t Site, uint32_t Mask, bool Aligned, CollectiveFn *Fn, void *Data) {
  Thread &T = *TheMachine.Current;
  Warp &W = *T.InWarp;
  if (!(Mask >> T.Lane & 1) || (Mask & (~W.Present | W.Exited)))
    requireLanes(W, Site, Mask);
  W.Posts[T.Lane] = {Site, Data};
  WarpGathering &G = gathering(W, Fn, Mask, Site);
  G.Arrived |= 1u << T.Lane;
  if (G.Site != Site)
    G.OtherSite = Site;
  if (G.Arrived != Mask) {
    TheMachine.block(ThreadStatus::InWarpCollective, Site);
    return;
  }
  if (Aligned && G.OtherSite != G.Site)
    report(Finding::DivergentCollective, G.Site,
           "lanes of a warp execute different " + site(Site).What + " instructions; the other is at " +
               site(G.OtherSite).Location);
  W.Gatherings.erase(W.Gatherings.begin() + (&G - W.Gatherings.data()));
  if (Mask == W.Present)
    counters::converge(W);
  Fn(W, Mask);
  forLanes(Mask, [&](uint32_t Lane) {
    if (W.Lanes[Lane] != &T)
      TheMachine.makeReady(*W.Lanes[Lane]);
  });
}

static void syncWarp(Warp &W, uint32_t Mask) {
  counters::warpSync();
  races::warpSync(W, Mask);
}

extern "C" void phsim_warp_sync(uint32_t Site, uint32_t Mask) {
  // Every lane of a partial warp may be named, as __syncwarp() does.
  Mask &= TheMachine.Current->InWarp->Present;
  warpCollective(Site, Mask, false, syncWarp, nullptr);
}

namespace {
enum ShuffleMode : uint32_t { ShuffleUp, ShuffleDown, ShuffleBfly, ShuffleIdx };
struct Shuffle {
  uint32_t Mode, Value, B, C;
  uint32_t Result, InRange;
};
} // namespace

/// Up and down shuffles leave the mask at its end in correct programs, which do not use what they get.
static void reportAbsent(const Warp &W, uint32_t Lane, uint32_t Source, uint32_t Mask) {
  Thread *Caller = TheMachine.Current;
  TheMachine.Current = W.Lanes[Lane];
  const uint32_t Where = W.Posts[Lane].Site;
  report(Finding::DivergentCollective, Where,
         site(Where).What + " reads lane " + std::to_string(Source) + ", which its mask " + hex(Mask) + " leaves out");
  TheMachine.Current = Caller;
}

static void shuffle(Warp &W, uint32_t Mask) {
  forLanes(Mask, [&](uint32_t Lane) {
    Shuffle &S = post<Shuffle>(W, Lane);
    const uint32_t B = S.B & 31, Clamp = S.C & 31, Segment = S.C >> 8 & 31;
    const uint32_t MaxLane = (Lane & Segment) | (Clamp & ~Segment);
    const int From = S.Mode == ShuffleUp     ? int(Lane) - int(B)
                     : S.Mode == ShuffleDown ? int(Lane + B)
                     : S.Mode == ShuffleBfly ? int(Lane ^ B)
                                             : int((Lane & Segment) | (B & ~Segment));
    const bool InRange = S.Mode == ShuffleUp ? From >= int(MaxLane) : From <= int(MaxLane);
    const uint32_t Source = InRange ? uint32_t(From) : Lane;
    S.InRange = InRange;
    if ((S.Mode == ShuffleIdx || S.Mode == ShuffleBfly) && InRange && !(Mask >> Source & 1))
      reportAbsent(W, Lane, Source, Mask);
    // The value of a lane outside the mask is undefined; keep the lane's own.
    S.Result = Source < 32 && Mask >> Source & 1 ? post<Shuffle>(W, Source).Value : S.Value;
  });
}

/// Result in the low word, the in-range predicate in the high one.
extern "C" uint64_t phsim_shfl(uint32_t Site, uint32_t Mode, uint32_t Mask, uint32_t Value, uint32_t B, uint32_t C) {
  Shuffle S = {Mode, Value, B, C, 0, 0};
  warpCollective(Site, Mask, false, shuffle, &S);
  return S.Result | uint64_t(S.InRange) << 32;
}

namespace {
struct Vote {
  uint32_t Predicate;
  uint32_t Ballot;
};
} // namespace

static void vote(Warp &W, uint32_t Mask) {
  uint32_t Ballot = 0;
  forLanes(Mask, [&](uint32_t Lane) { Ballot |= post<Vote>(W, Lane).Predicate << Lane; });
  forLanes(Mask, [&](uint32_t Lane) { post<Vote>(W, Lane).Ballot = Ballot; });
}

/// The lanes of Mask whose predicate is true; the other kinds of vote follow from it.
extern "C" uint32_t phsim_ballot(uint32_t Site, uint32_t Mask, uint32_t Predicate) {
  Vote V = {Predicate & 1, 0};
  warpCollective(Site, Mask, false, vote, &V);
  return V.Ballot;
}

namespace {
struct Match {
  uint64_t Value;
  uint32_t Any;
};
} // namespace

static void match(Warp &W, uint32_t Mask) {
  forLanes(Mask, [&](uint32_t Lane) {
    Match &M = post<Match>(W, Lane);
    M.Any = 0;
    forLanes(Mask, [&](uint32_t Other) { M.Any |= uint32_t(post<Match>(W, Other).Value == M.Value) << Other; });
  });
}

/// The lanes of Mask that have the same value.
extern "C" uint32_t phsim_match(uint32_t Site, uint32_t Mask, uint64_t Value) {
  Match M = {Value, 0};
  warpCollective(Site, Mask, false, match, &M);
  return M.Any;
}

namespace {
enum ReduceOp : uint32_t { ReduceAdd, ReduceMin, ReduceMax, ReduceUMin, ReduceUMax, ReduceAnd, ReduceOr, ReduceXor };
struct Reduce {
  uint32_t Op, Value, Result;
};
} // namespace

static uint32_t combine(uint32_t Op, uint32_t A, uint32_t B) {
  switch (Op) {
  case ReduceAdd:
    return A + B;
  case ReduceMin:
    return std::min<int32_t>(A, B);
  case ReduceMax:
    return std::max<int32_t>(A, B);
  case ReduceUMin:
    return std::min(A, B);
  case ReduceUMax:
    return std::max(A, B);
  case ReduceAnd:
    return A & B;
  case ReduceOr:
    return A | B;
  default:
    return A ^ B;
  }
}

static void reduce(Warp &W, uint32_t Mask) {
  uint32_t First = std::countr_zero(Mask);
  uint32_t Sum = post<Reduce>(W, First).Value, Op = post<Reduce>(W, First).Op;
  forLanes(Mask & (Mask - 1), [&](uint32_t Lane) { Sum = combine(Op, Sum, post<Reduce>(W, Lane).Value); });
  forLanes(Mask, [&](uint32_t Lane) { post<Reduce>(W, Lane).Result = Sum; });
}

extern "C" uint32_t phsim_redux(uint32_t Site, uint32_t Mask, uint32_t Op, uint32_t Value) {
  Reduce R = {Op, Value, 0};
  warpCollective(Site, Mask, false, reduce, &R);
  return R.Result;
}

/// The lanes that reach the same instruction before any of them goes on.
extern "C" uint32_t phsim_activemask(uint32_t Site) {
  TheMachine.block(ThreadStatus::InActiveMask, Site);
  return TheMachine.Current->WaitResult;
}
