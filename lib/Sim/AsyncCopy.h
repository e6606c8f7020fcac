//===- AsyncCopy.h - cp.async groups of a thread ----------------*- C++ -*-===//
//
// Bytes are read when the copy is issued and arrive in shared memory only when their thread waits for their group, so
// that a missing wait shows in the results too.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_ASYNCCOPY_H
#define PHOBOS_SIM_ASYNCCOPY_H

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace phobos::sim {

struct AsyncCopy {
  uint64_t To = 0;
  uint32_t Bytes = 0;
  uint32_t Site = 0;
  std::array<uint8_t, 16> Data = {};
};

struct PendingCopies {
  /// Issued since the last commit.
  std::vector<AsyncCopy> Open;
  /// Committed groups, oldest first.
  std::deque<std::vector<AsyncCopy>> Groups;
};

} // namespace phobos::sim

#endif
