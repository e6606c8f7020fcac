//===- Races.cpp - Which accesses are ordered -------------------*- C++ -*-===//
//
// A barrier of the whole CTA starts a new *generation*; whatever happened in an earlier one is ordered before
// everything now. Within a generation each thread has a clock that steps when it takes part in a smaller
// synchronization, and Seen[t][o] is the largest clock of thread o whose accesses t is ordered after. An access by o at
// clock c is ordered before t exactly if c <= Seen[t][o] (FastTrack, Flanagan and Freund 2009).
//
// Each cell of shared memory remembers its last write and its reads since. Cells are as wide as the narrowest access
// that was seen so far.
//
//===----------------------------------------------------------------------===//
#include "Sim/Races.h"
#include "Sim/Report.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>

using namespace phobos::sim;

namespace {

constexpr uint32_t NoReaders = ~0u;

struct Cell {
  uint32_t WriteGeneration = 0, WriteClock = 0, WriteSite = 0;
  /// The last atomic since the last write that is none. Atomics are in no race with each other.
  uint32_t AtomicGeneration = 0, AtomicClock = 0, AtomicSite = 0;
  uint32_t ReadGeneration = 0, ReadClock = 0, ReadSite = 0;
  /// Index of a row of reader clocks, where several threads read; NoReaders: one thread did.
  uint32_t Readers = NoReaders;
  /// CTA in which a cp.async is under way, by its number; 0: none.
  uint32_t PendingCta = 0, PendingSite = 0;
  uint16_t WriteThread = 0, AtomicThread = 0, ReadThread = 0, PendingThread = 0;
  /// Of the last write, and of the weakest read.
  races::Strength WriteStrength = races::Strength::Weak, ReadStrength = races::Strength::Weak;
};

struct State {
  std::vector<Cell> Cells;
  /// log2 of a cell's bytes.
  uint32_t CellShift = 2;
  uint32_t Generation = 1, FirstGeneration = 1, Cta = 0;
  uint32_t Threads = 0;
  std::vector<uint32_t> Clock;
  /// Threads x Threads; row t counts only if RowGeneration[t] is the current generation.
  std::vector<uint32_t> Seen, RowGeneration;
  /// What the arrivals at each counted barrier release.
  std::vector<uint32_t> Released[16];
  std::vector<uint32_t> ReaderRows;
  /// Sites of readers that read elsewhere than the cell's ReadSite, by row and thread.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> OtherReadSites;
  uint32_t RowsUsed = 0, RowsGeneration = 0;
};
State S;

uint32_t *row(uint32_t T) {
  if (S.Seen.empty())
    S.Seen.resize(size_t(S.Threads) * S.Threads);
  uint32_t *R = &S.Seen[size_t(T) * S.Threads];
  if (S.RowGeneration[T] != S.Generation) {
    std::fill(R, R + S.Threads, 0);
    S.RowGeneration[T] = S.Generation;
  }
  return R;
}

bool ordered(uint32_t Me, uint32_t Other, uint32_t Clock) {
  return Other == Me || (S.RowGeneration[Me] == S.Generation && S.Seen[size_t(Me) * S.Threads + Other] >= Clock);
}

/// Makes cells as narrow as Bytes, keeping what they remember.
void refine(uint32_t Bytes) {
  while ((1u << S.CellShift) > Bytes) {
    std::vector<Cell> Finer(S.Cells.size() * 2);
    for (size_t I = 0; I < Finer.size(); ++I)
      Finer[I] = S.Cells[I / 2];
    S.Cells = std::move(Finer);
    --S.CellShift;
  }
}

uint32_t newReaderRow() {
  if (S.RowsGeneration != S.Generation) {
    S.RowsUsed = 0;
    S.OtherReadSites.clear();
    S.RowsGeneration = S.Generation;
  }
  const size_t At = size_t(S.RowsUsed) * S.Threads;
  if (S.ReaderRows.size() < At + S.Threads)
    S.ReaderRows.resize(std::max(S.ReaderRows.size() * 2, At + S.Threads));
  std::fill_n(S.ReaderRows.begin() + At, S.Threads, 0);
  return S.RowsUsed++;
}

std::string place(uint32_t Thread, uint32_t SiteId) {
  const std::string &Location = site(SiteId).Location;
  return "thread " + str(TheMachine.Threads[Thread].Tid) + (Location.empty() ? "" : " at " + Location);
}

void reportRace(uint32_t Offset, uint32_t Bytes, Access Kind, uint32_t SiteId, const char *Other, uint32_t Thread,
                uint32_t OtherSite) {
  const char *Mine = Kind == Access::Load ? "load" : Kind == Access::Store ? "store" : "atomic";
  const std::string &What = site(SiteId).What;
  report(Finding::Race, SiteId,
         "shared " + (What.empty() ? Mine : What) + " of " + std::to_string(Bytes) + " bytes at 0x" +
             llvm::utohexstr(Offset, true) + " and " + Other + " of the same bytes by " + place(Thread, OtherSite) +
             " are not ordered: no barrier between them; " + sharedPlace(Offset));
}

/// Where T read the cell last, if several threads did.
uint32_t readSite(const Cell &C, uint32_t T) {
  auto It = S.OtherReadSites.find({C.Readers, T});
  return It == S.OtherReadSites.end() ? C.ReadSite : It->second;
}

/// A store over another thread's write that nothing orders, before it is executed.
struct Suspect {
  bool Active = false;
  uint32_t Offset = 0, Bytes = 0, SiteId = 0, Other = 0, OtherSite = 0;
  uint8_t Before[16] = {};
  Thread *By = nullptr;
};
Suspect Last;

uint8_t *sharedBytes(uint32_t Offset) { return reinterpret_cast<uint8_t *>(shared::base() + Offset); }

/// Whether what is checked now and an access of thread Other may come in any order: both are strong.
bool mayMeet(uint32_t Me, uint32_t Other, races::Strength OfOther) {
  const races::Strength Mine = races::StrengthNow;
  if (Mine == races::Strength::Weak || OfOther == races::Strength::Weak)
    return false;
  return std::max(Mine, OfOther) == races::Strength::Atomic ||
         TheMachine.Threads[Me].WarpId != TheMachine.Threads[Other].WarpId;
}

/// Reads of the cell that this write is not ordered after.
void checkReaders(const Cell &C, uint32_t Me, uint32_t Offset, uint32_t Bytes, Access Kind, uint32_t SiteId) {
  if (C.ReadGeneration != S.Generation)
    return;
  if (C.Readers == NoReaders) {
    if (!ordered(Me, C.ReadThread, C.ReadClock) && !mayMeet(Me, C.ReadThread, C.ReadStrength))
      reportRace(Offset, Bytes, Kind, SiteId, "a read", C.ReadThread, C.ReadSite);
    return;
  }
  const uint32_t *Row = &S.ReaderRows[size_t(C.Readers) * S.Threads];
  for (uint32_t T = 0; T < S.Threads; ++T)
    if (Row[T] && !ordered(Me, T, Row[T]) && !mayMeet(Me, T, C.ReadStrength)) {
      reportRace(Offset, Bytes, Kind, SiteId, "a read", T, readSite(C, T));
      return;
    }
}

void noteRead(Cell &C, uint32_t Me, uint32_t SiteId) {
  const uint32_t Clock = S.Clock[Me];
  C.ReadStrength = std::min(C.ReadStrength, races::StrengthNow);
  if (C.ReadGeneration != S.Generation) {
    C.ReadGeneration = S.Generation;
    C.ReadStrength = races::StrengthNow;
    C.Readers = NoReaders;
  } else if (C.Readers == NoReaders && C.ReadThread != Me) {
    C.Readers = newReaderRow();
    S.ReaderRows[size_t(C.Readers) * S.Threads + C.ReadThread] = C.ReadClock;
  }
  if (C.Readers != NoReaders) {
    S.ReaderRows[size_t(C.Readers) * S.Threads + Me] = Clock;
    if (SiteId != C.ReadSite)
      S.OtherReadSites[{C.Readers, Me}] = SiteId;
    else if (!S.OtherReadSites.empty())
      S.OtherReadSites.erase({C.Readers, Me});
    return;
  }
  C.ReadThread = Me;
  C.ReadClock = Clock;
  C.ReadSite = SiteId;
}

void noteWrite(Cell &C, uint32_t Me, uint32_t Clock, Access Kind, uint32_t SiteId) {
  C.ReadGeneration = 0;
  if (Kind == Access::Atomic) {
    C.AtomicGeneration = S.Generation;
    C.AtomicClock = Clock;
    C.AtomicThread = Me;
    C.AtomicSite = SiteId;
    return;
  }
  C.WriteGeneration = S.Generation;
  C.WriteClock = Clock;
  C.WriteThread = Me;
  C.WriteSite = SiteId;
  C.WriteStrength = races::StrengthNow;
  C.AtomicGeneration = 0;
}

void checkPending(const Cell &C, uint32_t Offset, uint32_t Bytes, Access Kind, uint32_t SiteId) {
  if (C.PendingCta != S.Cta)
    return;
  const std::string &What = site(SiteId).What;
  report(Finding::MissingWait, SiteId,
         "shared " + (What.empty() ? (Kind == Access::Load ? "load" : "store") : What) + " of " +
             std::to_string(Bytes) + " bytes at 0x" + llvm::utohexstr(Offset, true) + " meets a cp.async that its " +
             place(C.PendingThread, C.PendingSite) + " has not waited for: " + sharedPlace(Offset));
}

void checkWrite(Cell &C, uint32_t Me, uint32_t Offset, uint32_t Bytes, Access Kind, uint32_t SiteId) {
  if (C.WriteGeneration == S.Generation && !ordered(Me, C.WriteThread, C.WriteClock)) {
    if (mayMeet(Me, C.WriteThread, C.WriteStrength))
      return;
    if (Kind == Access::Store && races::StoreFollows && Bytes <= sizeof(Suspect::Before)) {
      Last = {true, Offset, Bytes, SiteId, C.WriteThread, C.WriteSite, {}, TheMachine.Current};
      memcpy(Last.Before, sharedBytes(Offset), Bytes);
    } else {
      reportRace(Offset, Bytes, Kind, SiteId, "a write", C.WriteThread, C.WriteSite);
    }
  } else if (C.AtomicGeneration == S.Generation && races::StrengthNow == races::Strength::Weak &&
             !ordered(Me, C.AtomicThread, C.AtomicClock)) {
    reportRace(Offset, Bytes, Kind, SiteId, "an atomic", C.AtomicThread, C.AtomicSite);
  }
}

template <typename Fn> void forCells(uint32_t Offset, uint32_t Bytes, Fn Do) {
  // The widest cell that the access is made of.
  const uint32_t Narrowest = Bytes | Offset;
  refine(Narrowest & -Narrowest);
  for (uint32_t I = Offset >> S.CellShift, E = (Offset + Bytes - 1) >> S.CellShift; I <= E; ++I)
    Do(S.Cells[I]);
}

} // namespace

bool races::StoreFollows = false;
bool races::ReadIsKept = false;
races::Strength races::StrengthNow = races::Strength::Weak;

void races::settle() {
  if (!Last.Active)
    return;
  Last.Active = false;
  if (!memcmp(Last.Before, sharedBytes(Last.Offset), Last.Bytes))
    return;
  Thread *Now = TheMachine.Current;
  TheMachine.Current = Last.By;
  reportRace(Last.Offset, Last.Bytes, Access::Store, Last.SiteId, "a write", Last.Other, Last.OtherSite);
  TheMachine.Current = Now;
}

void races::access(uint32_t Offset, uint32_t Bytes, Access Kind, uint32_t SiteId) {
  settle();
  const uint32_t Me = TheMachine.Current->Linear;
  if (Kind == Access::Atomic)
    StrengthNow = Strength::Atomic;
  forCells(Offset, Bytes, [&](Cell &C) {
    checkPending(C, Offset, Bytes, Kind, SiteId);
    if (Kind != Access::Store && !ReadIsKept && std::max(C.WriteGeneration, C.AtomicGeneration) < S.FirstGeneration &&
        C.PendingCta != S.Cta) {
      const std::string &What = site(SiteId).What;
      report(Finding::Uninitialized, SiteId,
             "shared " + (What.empty() ? "load" : What) + " of " + std::to_string(Bytes) + " bytes at 0x" +
                 llvm::utohexstr(Offset, true) +
                 " reads bytes that this block has not written: " + sharedPlace(Offset));
    }
    checkWrite(C, Me, Offset, Bytes, Kind, SiteId);
    if (Kind == Access::Load) {
      noteRead(C, Me, SiteId);
      return;
    }
    checkReaders(C, Me, Offset, Bytes, Kind, SiteId);
    noteWrite(C, Me, S.Clock[Me], Kind, SiteId);
  });
  StrengthNow = Strength::Weak;
}

void races::asyncIssued(uint32_t Offset, uint32_t Bytes, uint32_t SiteId) {
  const uint32_t Me = TheMachine.Current->Linear;
  forCells(Offset, Bytes, [&](Cell &C) {
    checkPending(C, Offset, Bytes, Access::Store, SiteId);
    checkWrite(C, Me, Offset, Bytes, Access::Store, SiteId);
    checkReaders(C, Me, Offset, Bytes, Access::Store, SiteId);
    C.PendingCta = S.Cta;
    C.PendingThread = Me;
    C.PendingSite = SiteId;
  });
}

AsyncWriter races::now() {
  const uint32_t Me = TheMachine.Current->Linear;
  return {Me, Me < S.Clock.size() ? S.Clock[Me] : 0};
}

void races::asyncArrived(uint32_t Offset, uint32_t Bytes, uint32_t SiteId, const AsyncWriter &Writer) {
  forCells(Offset, Bytes, [&](Cell &C) {
    C.PendingCta = 0;
    noteWrite(C, Writer.Linear, Writer.Clock, Access::Store, SiteId);
  });
}

void races::startCta() {
  StoreFollows = false;
  ReadIsKept = false;
  StrengthNow = Strength::Weak;
  const uint32_t Threads = TheMachine.Shape.Block.count();
  ++S.Cta;
  S.FirstGeneration = ++S.Generation;
  if (S.Threads != Threads) {
    S.Threads = Threads;
    S.Clock.assign(Threads, 1);
    S.RowGeneration.assign(Threads, 0);
    S.Seen.clear();
  }
  for (auto &R : S.Released)
    R.clear();
  S.Cells.resize(std::max<size_t>(S.Cells.size(), (TheMachine.Shape.SharedBytes >> S.CellShift) + 1));
}

/// Joins what each thread knows, with its own clock, into Sum.
static void joinInto(uint32_t *Sum, uint32_t T) {
  uint32_t *R = row(T);
  R[T] = S.Clock[T];
  for (uint32_t I = 0; I < S.Threads; ++I)
    Sum[I] = std::max(Sum[I], R[I]);
}

void races::warpSync(Warp &W, uint32_t Mask) {
  if (!(Mask & (Mask - 1)))
    return;
  static std::vector<uint32_t> Sum;
  Sum.assign(S.Threads, 0);
  for (Thread *T : W.Lanes)
    if (T && Mask >> T->Lane & 1)
      joinInto(Sum.data(), T->Linear);
  for (Thread *T : W.Lanes)
    if (T && Mask >> T->Lane & 1) {
      std::copy(Sum.begin(), Sum.end(), row(T->Linear));
      ++S.Clock[T->Linear];
    }
}

void races::arrive(uint32_t BarrierId) {
  // One for all threads starts a new generation when it completes, whatever was released.
  if (!TheMachine.Barriers[BarrierId].Expected)
    return;
  auto &Sum = S.Released[BarrierId];
  Sum.resize(S.Threads);
  joinInto(Sum.data(), TheMachine.Current->Linear);
  ++S.Clock[TheMachine.Current->Linear];
}

void races::release(uint32_t BarrierId, const std::vector<Thread *> &Waiters, bool Everyone) {
  auto &Sum = S.Released[BarrierId];
  if (Everyone) {
    ++S.Generation;
  } else if (!Sum.empty()) {
    for (Thread *T : Waiters) {
      uint32_t *R = row(T->Linear);
      for (uint32_t I = 0; I < S.Threads; ++I)
        R[I] = std::max(R[I], Sum[I]);
    }
  }
  Sum.clear();
}

uint32_t races::releaseInto(Clocks &Into) {
  const uint32_t Me = TheMachine.Current->Linear;
  Into.resize(S.Threads);
  joinInto(Into.data(), Me);
  return S.Clock[Me]++;
}

void races::join(Clocks &Into, const Clocks &From) {
  if (Into.size() < From.size())
    Into.resize(From.size());
  for (size_t I = 0; I < From.size(); ++I)
    Into[I] = std::max(Into[I], From[I]);
}

void races::acquire(const Clocks &From) {
  uint32_t *R = row(TheMachine.Current->Linear);
  for (size_t I = 0; I < From.size(); ++I)
    R[I] = std::max(R[I], From[I]);
}
