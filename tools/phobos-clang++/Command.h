//===- Command.h - The paths and command lines of phobos-clang++ -*- C++ -*-===//
#ifndef PHOBOS_TOOLS_COMMAND_H
#define PHOBOS_TOOLS_COMMAND_H

#include <filesystem>
#include <string>
#include <vector>

/// What the command line is made from.
struct Paths {
  std::filesystem::path Clang;
  std::filesystem::path Plugin;
  /// The directory of our libraries.
  std::filesystem::path Libraries;
  std::filesystem::path Include;
  /// Empty where there is no CUDA toolkit.
  std::filesystem::path Cuda;
};

/// clang with the plugin and the include paths; nothing of the user's yet.
std::vector<std::string> baseCommand(const Paths &P);

/// Compiles and links for the simulator; returns the exit status.
int runSimulated(const Paths &P, const std::vector<std::string> &User);

#endif
