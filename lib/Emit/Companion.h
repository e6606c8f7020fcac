//===- Companion.h - From plan and pieces to the companion kernel -*- C++ -*-===//
//
// Emission decides nothing and cannot fail: sizes come from the plan, everything about the original from its pieces.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_COMPANION_H
#define PHOBOS_EMIT_COMPANION_H

#include "Emit/Outlined.h"
#include "Plan/Plan.h"
#include "llvm/ADT/StringRef.h"

namespace phobos {

/// The companion kernel of P's variant number Variant, in the pieces' module: weak_odr, the original's parameters
/// (byval ones too), then six i32 (grid x, y, z, block x, y, z of the original); a packed variant then takes three i64
/// (Workspace.h). It walks over tiles with a stride of gridDim.x: any one-dimensional grid of Variant.threads() threads
/// and Variant.SharedBytes dynamic shared memory is right.
llvm::Function *emitCompanion(const Plan &P, unsigned Variant, const Outlined &Pieces, llvm::StringRef Name);

/// Brings a companion, whose module holds its pieces, into its final form: inlines the pieces, simplifies, hoists. The
/// same at every -O level of the user; loops are marked so that later pipelines leave them as they are.
void optimizeCompanion(llvm::Function &Companion);

} // namespace phobos

#endif
