//===- Counters.cpp - What a launch did -------------------------*- C++ -*-===//
#include "Sim/Counters.h"
#include "Sim/Memory.h"
#include "Sim/Report.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <deque>

using namespace llvm;
using namespace phobos::sim;

namespace {

/// One execution of an instruction by a warp, as far as its lanes have come.
struct Request {
  uint32_t Lanes = 0;
  uint32_t Bytes = 0;
  Access Kind = Access::Load;
  bool Shared = false;
  /// Of the lanes in Lanes; the rest is never written nor read.
  uint64_t Address[32];
  Request() {}
};

/// Executions of one instruction by one warp since it was last together.
struct SiteTrace {
  /// Executions of each lane.
  uint32_t Count[32] = {};
  /// Number of the first of Open.
  uint32_t First = 0;
  std::deque<Request> Open;
};

struct WarpTrace {
  DenseMap<uint32_t, SiteTrace> Sites;
};

LaunchCounters Now;
std::vector<WarpTrace> Warps;

/// Sorts, and drops what is there twice.
size_t countDifferent(SmallVectorImpl<uint64_t> &Values) {
  // Neighbouring lanes mostly access neighbours.
  if (!std::is_sorted(Values.begin(), Values.end()))
    std::sort(Values.begin(), Values.end());
  Values.erase(llvm::unique(Values), Values.end());
  return Values.size();
}

void countGlobal(const Request &R, AccessCount &C) {
  SmallVector<uint64_t, 64> Lines, Words;
  const uint32_t Unit = std::max(1u, std::min(R.Bytes, 4u));
  for (uint32_t Lanes = R.Lanes; Lanes; Lanes &= Lanes - 1) {
    const uint64_t Address = R.Address[std::countr_zero(Lanes)];
    for (uint64_t Line = Address / 128; Line <= (Address + R.Bytes - 1) / 128; ++Line)
      Lines.push_back(Line);
    for (uint32_t I = 0; I < R.Bytes; I += Unit)
      Words.push_back((Address + I) / Unit);
  }
  C.Lines += countDifferent(Lines);
  C.LeastLines += (countDifferent(Words) * Unit + 127) / 128;
}

void countShared(const Request &R, AccessCount &C) {
  uint64_t Addresses[32];
  // The banks serve 128 bytes a pass: wide accesses go by halves and quarters of the warp.
  const uint32_t Step = R.Bytes >= 16 ? 8 : R.Bytes >= 8 ? 16 : 32;
  for (uint32_t From = 0; From < 32; From += Step) {
    uint32_t Count = 0;
    for (uint32_t Lane = From; Lane < From + Step; ++Lane)
      if (R.Lanes >> Lane & 1)
        Addresses[Count++] = R.Address[Lane];
    if (!Count)
      continue;
    uint32_t Least;
    C.Wavefronts += wavefronts(Addresses, Count, R.Bytes, Least);
    C.LeastWavefronts += Least;
  }
}

void finish(const Warp &W, uint32_t Site, const Request &R) {
  if (!R.Lanes)
    return;
  auto &Table = R.Shared ? (R.Kind == Access::Load ? Now.SharedLoads : Now.SharedStores)
                         : (R.Kind == Access::Load ? Now.GlobalLoads : Now.GlobalStores);
  AccessCount &C = Table[Site];
  ++C.Requests;
  C.MaskedLanes += std::popcount(W.Present & ~R.Lanes);
  C.Bytes += uint64_t(std::popcount(R.Lanes)) * R.Bytes;
  if (R.Shared)
    countShared(R, C);
  else
    countGlobal(R, C);
}

void note(uint64_t Address, uint32_t Bytes, Access Kind, bool Shared, uint32_t Site) {
  const Thread &T = *TheMachine.Current;
  // A copy from global to shared memory is one instruction and two requests.
  SiteTrace &Trace = Warps[T.WarpId].Sites[Site * 2 + Shared];
  const uint32_t N = Trace.Count[T.Lane]++;
  while (Trace.First + Trace.Open.size() <= N)
    Trace.Open.emplace_back();
  Request &R = Trace.Open[N - Trace.First];
  R.Lanes |= 1u << T.Lane;
  R.Bytes = Bytes;
  R.Kind = Kind;
  R.Shared = Shared;
  R.Address[T.Lane] = Address;
  while (!Trace.Open.empty() && Trace.Open.front().Lanes == T.InWarp->Present) {
    finish(*T.InWarp, Site, Trace.Open.front());
    Trace.Open.pop_front();
    ++Trace.First;
  }
}

} // namespace

uint32_t phobos::sim::wavefronts(const uint64_t *Addresses, uint32_t Count, uint32_t Bytes, uint32_t &Least) {
  // Lanes that want the same word share a pass; different words of one bank do not.
  SmallVector<uint64_t, 64> Words;
  for (uint32_t I = 0; I < Count; ++I)
    for (uint64_t Word = Addresses[I] / 4; Word <= (Addresses[I] + Bytes - 1) / 4; ++Word)
      Words.push_back(Word);
  const size_t Different = countDifferent(Words);
  uint32_t InBank[32] = {}, Most = 0;
  for (uint64_t Word : Words)
    Most = std::max(Most, ++InBank[Word % 32]);
  Least = (Different + 31) / 32;
  return Most;
}

bool counters::on() {
  static const bool On = Settings::get().counts();
  return On;
}

void counters::startLaunch() {
  if (!on())
    return;
  Now = LaunchCounters();
  Now.Kernel = TheMachine.KernelName;
  Now.Grid = TheMachine.Shape.Grid;
  Now.Block = TheMachine.Shape.Block;
}

void counters::startCta() {
  if (!on())
    return;
  Warps.clear();
  Warps.resize((TheMachine.Shape.Block.count() + 31) / 32);
}

void counters::converge(Warp &W) {
  if (!on())
    return;
  for (auto &[Key, Trace] : Warps[W.Id].Sites)
    for (const Request &R : Trace.Open)
      finish(W, Key / 2, R);
  Warps[W.Id].Sites.clear();
}

void counters::endLaunch() {
  if (!on())
    return;
  if (Settings::get().Count)
    printCounters(Now, errs());
  if (!Settings::get().JsonFile.empty())
    addCountersToJson(Now);
}

void counters::access(uint64_t Address, uint32_t Bytes, Access Kind, uint32_t Site) {
  if (!on())
    return;
  const bool Shared = shared::contains(Address);
  if (!Shared && !DeviceMemory::get().inRange(Address))
    return;
  if (Shared && Kind != Access::Load)
    Now.StoredBytes += Bytes;
  note(Address, Bytes, Kind, Shared, Site);
}

void counters::asyncCopy(uint64_t To, uint64_t From, uint32_t Bytes, uint32_t SourceBytes, uint32_t Site) {
  if (!on())
    return;
  Now.AsyncBytes += Bytes;
  if (SourceBytes)
    note(From, SourceBytes, Access::Load, false, Site);
  note(To, Bytes, Access::Store, true, Site);
}

void counters::bulkCopy(uint32_t Bytes) { Now.AsyncBytes += on() ? Bytes : 0; }

void counters::matrix(StringRef Name) {
  if (on())
    ++Now.Matrix[Name.str()];
}

void counters::matrixRows(uint32_t Site, const uint64_t (&Rows)[8], bool IsStore) {
  if (!on())
    return;
  AccessCount &C = (IsStore ? Now.SharedStores : Now.SharedLoads)[Site];
  uint32_t Least;
  ++C.Requests;
  C.Bytes += 128;
  C.Wavefronts += wavefronts(Rows, 8, 16, Least);
  C.LeastWavefronts += 1;
  if (IsStore)
    Now.StoredBytes += 128;
}

void counters::barrier() {
  if (!on())
    return;
  ++Now.Barriers;
}

void counters::warpSync() { Now.WarpSyncs += on(); }
void counters::asyncWait() { Now.AsyncWaits += on(); }
