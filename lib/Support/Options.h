//===- Options.h - What -fplugin-arg-phobos-* may say -----------*- C++ -*-===//
//
// Options.def is the table; this file parses one argument at a time. One Options a compilation, made by the plugin.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SUPPORT_OPTIONS_H
#define PHOBOS_SUPPORT_OPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace phobos {

enum class EmitKind { TensorCore, Scalar };

struct Options {
  bool PrintDirectives = false;
  bool PrintRaise = false;
  bool PrintPlan = false;
  bool VerifyEach = false;
  bool Help = false;
  EmitKind Emit = EmitKind::TensorCore;
  /// Where the JSON of all plans goes; empty: nowhere.
  std::string PlanFile;

  /// Takes one 'name' or 'name=value'. Returns an error text, or nothing where it was understood.
  std::optional<std::string> parse(llvm::StringRef Argument);
  /// The table, one argument a line.
  static void printHelp(llvm::raw_ostream &OS);
};

} // namespace phobos

#endif
