//===- Sites.h - Where each directive stands in the source ------*- C++ -*-===//
//
// A marker in IR carries only an id, so that nothing of the module changes for it. The plugin fills this table while
// it parses; the passes of the same process look up file, line and column, also where debug info is off.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SUPPORT_SITES_H
#define PHOBOS_SUPPORT_SITES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <string>
#include <vector>

namespace phobos {

struct Site {
  std::string File;
  /// Both from 1; 0 is unknown.
  unsigned Line = 0, Column = 0;
};

/// Keyed by the marker's id (a clang::SourceLocation's raw encoding). One table a compilation; passes hold a reference.
using SiteTable = llvm::DenseMap<uint32_t, Site>;

/// The source's names of each kernel's parameters, by the kernel's symbol; clang leaves them out of IR. Empty: unnamed.
using ParameterTable = llvm::StringMap<std::vector<std::string>>;

} // namespace phobos

#endif
