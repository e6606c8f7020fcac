//===- Carrier.h - Directives as calls in the AST ---------------*- C++ -*-===//
//
// Clang hands loop attributes of plugins to nobody behind Sema, so a directive travels as a call of an empty function
// (its format: IR/Directives.h) that the device pass takes away again. Two rules make what is left identical to a
// compilation without the plugin, at every -O level and with -g:
//
//   for (...; ...; ++k)  becomes  for (...; ...; __phobos_directive(...), ++k)
//
// because a comma operand opens no block, scope or line of its own. A loop without increment gets the call as its
// body's first statement, or, where the body is one statement without braces, before that expression or before the
// condition. And every location in the call is that of what follows it; the function has no debug info.
//
// The function is constexpr with an empty body, so loops in constant expressions still evaluate.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLUGIN_CARRIER_H
#define PHOBOS_PLUGIN_CARRIER_H

#include "IR/Directives.h"
#include "plugin/Compilation.h"
#include "clang/AST/Stmt.h"

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
} // namespace clang

namespace phobos {

/// One directive on its way into the AST.
struct Directive {
  DirectiveKind Kind;
  DirectiveOrigin Origin = DirectiveOrigin::Loop;
  /// The argument, where it is known.
  int64_t Value = 0;
  /// The argument, where it depends on template parameters; null otherwise.
  clang::Expr *Dependent = nullptr;
  /// Where the user is told about it: the loop's 'for', or a kernel's attribute.
  clang::SourceLocation Loc;
};

/// The marker function, made on first use. Its presence says that the translation unit, or a precompiled part of it,
/// has directives.
clang::FunctionDecl *markerFunction(clang::ASTContext &Context);
/// Whether markerFunction() was ever called for this AST, or for a precompiled header that it uses.
bool hasMarkerFunction(clang::ASTContext &Context);

/// Puts the directive on the loop.
void attach(clang::ASTContext &Context, Compilation &C, clang::ForStmt &Loop, const Directive &D);
/// Whether the loop carries a directive of that kind.
bool hasDirective(const clang::ASTContext &Context, const clang::ForStmt &Loop, DirectiveKind Kind);
/// Puts the directive at the start of the kernel's body, which must be there.
void attach(clang::ASTContext &Context, Compilation &C, clang::FunctionDecl &Kernel, const Directive &D);

/// What a call in the AST carries; nothing where it is no marker.
struct Marker {
  DirectiveKind Kind;
  uint32_t Site;
  /// Of the user's 'for' or attribute.
  clang::SourceLocation Loc;
  /// The argument, as instantiation left it.
  clang::Expr *Value;
};
std::optional<Marker> marker(const clang::ASTContext &Context, const clang::CallExpr &Call);
/// Makes the argument a plain number.
void setValue(clang::ASTContext &Context, clang::CallExpr &Call, int64_t Value);
/// Enters the places of markers from a precompiled header, which were parsed by another process, into the site table.
void notePrecompiledSites(clang::ASTContext &Context, Compilation &C);

} // namespace phobos

#endif
