//===- Outline.h - Cuts the prepared kernel into pieces ---------*- C++ -*-===//
//
// Each piece is a clone of the work function with its thread indices computed from virtual coordinates, cut where the
// piece ends: probes end in front of the loop and load nothing; Replay jumps over the loop with the sum that it is
// given.
//
//     work:   entry ── guards ── preheader ── loop ── exit ── tail
//     probe:  entry ── guards ── preheader: return the address at t = 0 and the stride
//     replay: entry ── guards ── preheader ──(sum)── exit ── tail
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_OUTLINE_H
#define PHOBOS_EMIT_OUTLINE_H

#include "Emit/Outlined.h"
#include "Raise/Contraction.h"

namespace phobos {

/// Makes all pieces in the work function's module. C.Work itself is left as it is.
Outlined outline(const Contraction &C);

/// One more piece for the scalar companion: (P, S, batch, m, n) -> void runs the original kernel with its loop, but
/// takes the trip count from Uniform and the addresses from the probes, so that a wrong fact gives a wrong result.
llvm::Function *outlineScalar(const Contraction &C, const Outlined &Pieces);

} // namespace phobos

#endif
