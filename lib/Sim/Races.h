//===- Races.h - Which accesses are ordered ---------------------*- C++ -*-===//
//
// Happens-before between the threads of a CTA, told by barriers, __syncwarp and cp.async waits, never by the schedule.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_RACES_H
#define PHOBOS_SIM_RACES_H

#include "Sim/Checks.h"
#include <vector>

namespace phobos::sim::races {

/// One access of the current thread to the CTA's shared memory, inside its bounds. Offset from its start.
void access(uint32_t Offset, uint32_t Bytes, Access Kind, uint32_t Site);
void asyncIssued(uint32_t Offset, uint32_t Bytes, uint32_t Site);
void asyncArrived(uint32_t Offset, uint32_t Bytes, uint32_t Site, const AsyncWriter &Writer);
/// The current thread, as the writer of copies that it waits for.
AsyncWriter now();
void startCta();
/// Whether the access that is checked now is a store that follows at once: if it leaves the bytes as they are, it is in
/// no race with another write.
extern bool StoreFollows;
/// Whether the bytes that are read now are only written back where they were, so that it is no fault if nothing has
/// written them.
extern bool ReadIsKept;
/// How strong the access that is checked now is, in PTX's sense. Strong ones are in no race with each other, but for
/// volatile ones of one warp: those rely on its lanes running together.
enum class Strength : uint8_t { Weak, Volatile, Atomic };
extern Strength StrengthNow;
/// Decides about the last such store.
void settle();

/// The lanes of Mask are at a __syncwarp together.
void warpSync(Warp &W, uint32_t Mask);
/// The current thread arrives at a barrier.
void arrive(uint32_t BarrierId);
/// The barrier is complete. Everyone: every live thread of the CTA waited at it.
void release(uint32_t BarrierId, const std::vector<Thread *> &Waiters, bool Everyone);

/// Clocks of all threads, by Thread::Linear; empty: nothing has happened.
using Clocks = std::vector<uint32_t>;
/// Adds what the current thread has done and seen to Into. Returns its clock until now; what follows has a later one.
uint32_t releaseInto(Clocks &Into);
/// The current thread is ordered after From.
void acquire(const Clocks &From);
void join(Clocks &Into, const Clocks &From);

} // namespace phobos::sim::races

#endif
