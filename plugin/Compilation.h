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
#include "plugin/Attributes.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include <memory>

namespace clang {
class ASTContext;
class CompilerInstance;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace phobos {

/// Which half of a CUDA compilation this is.
enum class Side { Host, Device };

/// One attribute as written.
struct Given {
  const AttributeRow *Row;
  /// Its argument; nothing where it depends on template parameters.
  std::optional<int64_t> Value;
  clang::SourceLocation Loc;
};

/// The attributes of one loop, and the function around it (null at namespace scope), lambdas skipped.
struct GivenLoop {
  const clang::FunctionDecl *Function = nullptr;
  llvm::SmallVector<Given, 2> Attributes;
};

struct Compilation {
  Options Opts;
  SiteTable Sites;
  /// Filled at the end of a device translation unit.
  ParameterTable Parameters;
  Side Where = Side::Host;
  /// -fgpu-rdc: nothing is moved.
  bool Relocatable = false;
  /// The device compilations of the same source came first, in processes of their own, and have said what there is to
  /// say.
  bool DeviceSpoke = false;
  /// A directive stands somewhere in the translation unit. Without one, no pass touches the module.
  bool HasDirectives = false;
  /// Some directive's argument depends on template parameters.
  bool HasDependent = false;
  /// The host's preprocessor left out text that mentions Phobos, so that kernels cannot be told apart on the host.
  bool SkippedDirectives = false;
  /// Loops and functions with attributes, as parsed: templates once, their instantiations not.
  llvm::MapVector<const clang::Stmt *, GivenLoop> Loops;
  llvm::MapVector<const clang::FunctionDecl *, llvm::SmallVector<Given, 2>> Functions;
  /// Kernels to be compiled, by their first declaration, instantiations included: what was taken off them (Kernels.h).
  llvm::DenseMap<const clang::FunctionDecl *, llvm::SmallVector<Given, 2>> Kernels;
  /// Functions whose bodies have been made ready for code generation.
  llvm::DenseSet<const clang::FunctionDecl *> Prepared;
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
