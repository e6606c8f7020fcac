//===- Image.h - Device bitcode in a fat binary's place ---------*- C++ -*-===//
#ifndef PHOBOS_SIM_IMAGE_H
#define PHOBOS_SIM_IMAGE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace phobos::sim {

/// One architecture's bitcode. Points into the packed image, which lives as long as the program.
struct ImageEntry {
  /// "sm_90", "sm_90a".
  std::string Arch;
  llvm::StringRef Bitcode;
};

/// Reads a packed image at an address; nothing where the magic number is another.
std::optional<std::vector<ImageEntry>> readImage(const void *Address);

} // namespace phobos::sim

#endif
