//===- MBarrier.h - Barrier objects in shared memory ------------*- C++ -*-===//
//
// mbarrier: a phase, arrivals that the phase waits for, and bytes under way. Kept by address, beside shared memory,
// since PTX leaves the object's bits open. An arrival releases, a successful wait acquires. The copies that
// cp.async.mbarrier.arrive hands over arrive as late as they may: when somebody waits for the phase.
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_MBARRIER_H
#define PHOBOS_SIM_MBARRIER_H

#include <cstdint>
#include <string>

namespace phobos::sim {

/// How phsim_mbarrier_arrive and phsim_mbarrier_test differ from their plain forms.
enum MBarrierFlags : uint32_t {
  MBarrierDrop = 1,
  MBarrierNoComplete = 2,
  /// Orders nothing.
  MBarrierRelaxed = 4,
  /// The wait names a parity, not the state that an arrival returned.
  MBarrierParity = 8,
  /// cp.async.mbarrier.arrive without .noinc: its arrival is one more than the barrier was made for.
  MBarrierIncrement = 16,
};

namespace mbarriers {

/// A new CTA has none.
void startCta();
/// "the mbarrier at shared 0x0 lacks 1 of 64 arrivals": what the threads at an mbarrier wait for; empty where there are
/// none.
std::string describeWaits();
/// Called where no thread can run: lets waits that need not block return without success, so that a thread may do other
/// work. False where all have tried in vain.
bool resolveStall();

} // namespace mbarriers
} // namespace phobos::sim

#endif
