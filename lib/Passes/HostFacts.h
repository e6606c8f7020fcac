//===- HostFacts.h - What the runtime is told of a kernel -----------*- C++ -*-===//
//
// Fills the parts of a plan record that follow from the pieces and the plan.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PASSES_HOSTFACTS_H
#define PHOBOS_PASSES_HOSTFACTS_H

#include "Emit/Outlined.h"
#include "Launch/PlanRecord.h"
#include "Plan/Plan.h"

namespace phobos {

/// The extents. Rejects ExtentUnknown: without them the host has no grid.
std::optional<Reject> fillExtents(const Contraction &C, const Outlined &Pieces, PhobosPlanRecord &Record);
/// What packed variants want to know, as far as launch expressions can say it.
HostKnowledge fillHostValues(const Contraction &C, const Outlined &Pieces, PhobosPlanRecord &Record);
/// How the runtime decides about the packed variant, which P has, and launches its kernels.
void describePacking(const Plan &P, PhobosPlanRecord &Record);
PhobosVariant describeVariant(const Variant &V);

} // namespace phobos

#endif
