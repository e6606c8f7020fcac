//===- PtxText.h - The words of PTX -----------------------------*- C++ -*-===//
#ifndef PHOBOS_SIM_PTXTEXT_H
#define PHOBOS_SIM_PTXTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace phobos::sim {

/// Splits at commas outside of braces and brackets.
llvm::SmallVector<llvm::StringRef, 12> splitOperands(llvm::StringRef Text);
std::string withoutComments(llvm::StringRef Text);
/// Takes "NAME:" off the start; empty where there is none. "shared::cta" is no label.
llvm::StringRef takeLabel(llvm::StringRef &S);
/// Whether an instruction has no destination.
bool hasNoResult(llvm::StringRef Opcode);
/// Whether a guarded instruction has to be branched around: it does more than compute.
bool hasEffect(llvm::StringRef Opcode);

} // namespace phobos::sim

#endif
