//===- Scalar.h - The companion that checks recognition ---------*- C++ -*-===//
//
// '-fplugin-arg-phobos-emit=scalar': one thread per virtual thread, the original's own arithmetic and order, but thread
// space, trip count, addresses and masks as Raise found them. It must equal the original bit for bit.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_SCALAR_H
#define PHOBOS_EMIT_SCALAR_H

#include "Emit/Outline.h"

namespace phobos {

inline constexpr unsigned ScalarTile = 16;

/// The scalar companion kernel, in the pieces' module: same signature and launch rule as a tensor-core companion, with
/// ScalarTile x ScalarTile threads and tiles, and no shared memory.
llvm::Function *emitScalarCompanion(const Contraction &C, const Outlined &Pieces, llvm::StringRef Name);

} // namespace phobos

#endif
