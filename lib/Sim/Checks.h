//===- Checks.h - What a GPU would not tell ---------------------*- C++ -*-===//
//
// Bounds, alignment, initialization and races. Instrumented code and the instructions that touch memory call these.
// docs/simulator.md says what each finding means.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_CHECKS_H
#define PHOBOS_SIM_CHECKS_H

#include "Sim/Machine.h"
#include <cstdint>

namespace phobos::sim {

enum class Access : uint32_t { Load, Store, Atomic };

/// Whose write an asynchronous copy is: thread, by Thread::Linear, and its clock.
struct AsyncWriter {
  uint32_t Linear, Clock;
};

namespace checks {

/// Checks one access of the current thread. A fault ends the launch and does not return. Align: what the instruction
/// needs, in bytes.
void access(uint64_t Address, uint32_t Bytes, uint32_t Align, Access Kind, uint32_t Site);

/// cp.async into shared memory was issued: from now until it has arrived nobody may touch the bytes.
void asyncIssued(uint64_t To, uint32_t Bytes, uint32_t Site);
/// It was waited for.
void asyncArrived(uint64_t To, uint32_t Bytes, uint32_t Site, const AsyncWriter &Writer);

/// The last access of the current thread that took the long way; 0 where there was none. For what has no site of its
/// own.
uint32_t lastSite();

/// A new CTA: its shared memory is uninitialized and nothing happened in it yet.
void startCta();

} // namespace checks
} // namespace phobos::sim

#endif
