//===- Import.h - Brings a finished companion into the user's module -*- C++ -*-===//
#ifndef PHOBOS_PASSES_IMPORT_H
#define PHOBOS_PASSES_IMPORT_H

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace phobos {

/// Copies Companion, a function of a clone of M that calls only declarations, into M. ToClone is the map that
/// CloneModule filled; globals of the clone become M's own, or new declarations where M has none.
llvm::Function *importFunction(const llvm::Function &Companion, llvm::Module &M,
                               const llvm::ValueToValueMapTy &ToClone);

} // namespace phobos

#endif
