//===- Conditions.h - Which threads reach the loop --------------*- C++ -*-===//
//
// A branch from which only one way leads to the loop is a condition on the thread. Its conjunction is split, so that
// 'row < M && col < N' masks rows and columns apart; a disjunction is one condition and belongs to every axis it names.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_CONDITIONS_H
#define PHOBOS_RAISE_CONDITIONS_H

#include "Raise/Contraction.h"
#include "Raise/Dependence.h"

namespace phobos {

/// Fills C.Conditions and C.Facts.Mask; wants the axes assigned.
std::optional<Reject> findConditions(Contraction &C, const Dependence &Deps);

} // namespace phobos

#endif
