//===- Offsets.h - Shared-memory offsets, hoisted ---------------*- C++ -*-===//
//
// A thread uses many offsets in a stage that differ from each other by constants: f(thread) ^ c. The bits of c that
// f never touches are added as immediates; for each distinct rest of c one register is computed, before the loop.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_OFFSETS_H
#define PHOBOS_EMIT_OFFSETS_H

#include "Emit/KernelBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace phobos {

/// All offsets of one kind of access; every map has the same basis.
class OffsetFamily {
  TileBuilder &B;
  BitLinear Shape;
  llvm::Value *ThreadPart = nullptr;
  llvm::MapVector<unsigned, llvm::Value *> Bases;

public:
  explicit OffsetFamily(TileBuilder &B) : B(B) {}

  struct Offset {
    /// i32, of this thread; where the family was first asked for it.
    llvm::Value *Base;
    unsigned Immediate;
  };
  /// The offset F(this thread). To be called where Base may be computed: before loops.
  Offset get(llvm::function_ref<unsigned(unsigned)> F);
};

} // namespace phobos

#endif
