//===- PlanFile.h - Every decision as JSON ----------------------*- C++ -*-===//
//
// -fplugin-arg-phobos-plan=FILE: {"version":1,"kernels":[{"name","loc","arch","decision","reason","plan"}]}. Each
// architecture is a compilation of its own: entries of other architectures in FILE stay, this one's are replaced.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PASSES_PLANFILE_H
#define PHOBOS_PASSES_PLANFILE_H

#include "llvm/Support/JSON.h"
#include <string>

namespace phobos {

/// Writes Kernels, the entries of Arch, into File. Returns an error text, or nothing.
std::optional<std::string> writePlanFile(llvm::StringRef File, llvm::StringRef Arch, llvm::json::Array Kernels);

} // namespace phobos

#endif
