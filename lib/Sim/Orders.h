//===- Orders.h - Order by atomics, flags and fences ------------*- C++ -*-===//
//
// PTX's memory model as far as the race detector needs it: what a thread did before a release, or before a fence and a
// strong write after it, is ordered before what another does after it has read that write with acquire, or read it and
// then passed a fence. Atomics, volatile accesses and those with .relaxed, .acquire or .release are strong.
//
// PTX ISA, "Memory Consistency Model: Release and Acquire Patterns".
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_ORDERS_H
#define PHOBOS_SIM_ORDERS_H

#include <cstdint>

namespace phobos::sim {

/// What a strong access does; phsim_order takes them or-ed.
enum OrderBits : uint32_t { OrderReads = 1, OrderWrites = 2, OrderAcquires = 4, OrderReleases = 8 };

namespace orders {
/// A new CTA: nothing was released.
void startCta();
} // namespace orders

} // namespace phobos::sim

#endif
