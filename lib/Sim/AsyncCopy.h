//===- AsyncCopy.h - cp.async groups of a thread ----------------*- C++ -*-===//
//
// Bytes are read when the copy is issued and arrive in shared memory only when their thread waits for their group, or
// when somebody waits for the mbarrier that they were handed over to, so that a missing wait shows in the results too.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_ASYNCCOPY_H
#define PHOBOS_SIM_ASYNCCOPY_H

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace phobos::sim {

struct Thread;

struct AsyncCopy {
  uint64_t To = 0;
  uint32_t Bytes = 0;
  uint32_t Site = 0;
  /// Counts the copies of the thread from 1.
  uint32_t Number = 0;
  std::array<uint8_t, 16> Data = {};
};

struct PendingCopies {
  /// Issued since the last commit.
  std::vector<AsyncCopy> Open;
  /// Committed groups, oldest first.
  std::deque<std::vector<AsyncCopy>> Groups;
  uint32_t Issued = 0;
};

/// Number of the thread's last copy; 0 where there is none.
uint32_t lastCopy(const Thread &T);
/// The thread's copies up to number Last arrive, as writes at its Clock.
void finishCopies(Thread &T, uint32_t Last, uint32_t Clock);

} // namespace phobos::sim

#endif
