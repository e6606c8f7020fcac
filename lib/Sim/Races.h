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
void asyncArrived(uint32_t Offset, uint32_t Bytes, uint32_t Site);
void startCta();

/// The lanes of Mask are at a __syncwarp together.
void warpSync(Warp &W, uint32_t Mask);
/// The current thread arrives at a barrier.
void arrive(uint32_t BarrierId);
/// The barrier is complete. Everyone: every live thread of the CTA waited at it.
void release(uint32_t BarrierId, const std::vector<Thread *> &Waiters, bool Everyone);

} // namespace phobos::sim::races

#endif
