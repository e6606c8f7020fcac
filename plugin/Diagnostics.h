//===- Diagnostics.h - The plugin's own Clang diagnostics -------*- C++ -*-===//
//
// The same source is parsed once for each GPU architecture and once for the host. An error ends the device compilation,
// and the host's is not started; a warning is the device compilations' to give, and the host's where it is alone.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLUGIN_DIAGNOSTICS_H
#define PHOBOS_PLUGIN_DIAGNOSTICS_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"

namespace phobos {

enum class Diagnosis {
#define DIAGNOSTIC(Id, Severity, Text) Id,
#include "plugin/Diagnostics.def"
};

/// WrongSubject's %1.
enum class Subject { Statement, While, Do, RangeFor, Declaration, Function };
/// Contradiction's and Duplicate's %1.
enum class Holder { Loop, Kernel };

/// Reports at Loc; stream the arguments into the result.
clang::DiagnosticBuilder report(clang::ASTContext &Context, clang::SourceLocation Loc, Diagnosis What);

} // namespace phobos

#endif
