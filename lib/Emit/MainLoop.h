//===- MainLoop.h - The loop over k slices ----------------------*- C++ -*-===//
#ifndef PHOBOS_EMIT_MAINLOOP_H
#define PHOBOS_EMIT_MAINLOOP_H

#include "Emit/MmaSync.h"
#include "Emit/Staging.h"

namespace phobos {

/// Both operands' fragment loaders.
struct FragmentLoaders {
  FragmentLoader A, B;
};

/// Adds the products of Slices to Sums. Uniform control flow of the whole CTA; when it returns, stages are free.
Values emitMainLoop(TileBuilder &B, FragmentLoaders &Fragments, Stager &A, Stager &OfB, const SliceRange &Slices,
                    const Values &Sums);

} // namespace phobos

#endif
