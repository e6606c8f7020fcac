//===- Compilation.h - What the plugin knows of one cc1 ---------*- C++ -*-===//
//
// The attributes' handlers are objects without state that Clang shares between compilations; what they find goes here.
// One Compilation per ASTContext, made when Clang reads the plugin's arguments, and shared with the passes, which may
// outlive the AST.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLUGIN_COMPILATION_H
#define PHOBOS_PLUGIN_COMPILATION_H

#include "Support/Options.h"
#include "Support/Sites.h"
#include "llvm/ADT/StringSet.h"
#include <memory>

namespace clang {
class ASTContext;
class CompilerInstance;
} // namespace clang

namespace phobos {

/// Which half of a CUDA compilation this is.
enum class Side { Host, Device };

struct Compilation {
  Options Opts;
  SiteTable Sites;
  Side Where = Side::Host;
  /// -fgpu-rdc: nothing is moved.
  bool Relocatable = false;
  /// The device compilations of the same source came first, in processes of their own, and have said what there is to say.
  bool DeviceSpoke = false;
  /// A directive stands somewhere in the translation unit. Without one, no pass touches the module.
  bool HasDirectives = false;
  /// Symbols of the host stubs of kernels that may have companions. Filled at the end of a host translation unit.
  llvm::StringSet<> MarkedStubs;

  /// The compilation of that AST; null where the plugin was not asked, e.g. in plain C++.
  static std::shared_ptr<Compilation> of(const clang::ASTContext &Context);
  /// Makes the one of CI's AST.
  static std::shared_ptr<Compilation> begin(const clang::CompilerInstance &CI);
  /// Forgets it; whoever holds it keeps it.
  static void end(const clang::ASTContext &Context);
};

} // namespace phobos

#endif
