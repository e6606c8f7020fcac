//===- Arguments.h - The arguments of an attribute --------------*- C++ -*-===//
//
// Turns the arguments that Clang parsed into the number that the directive carries, or reports what is wrong with them.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLUGIN_ARGUMENTS_H
#define PHOBOS_PLUGIN_ARGUMENTS_H

#include "plugin/Attributes.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace clang {
class ParsedAttr;
class Sema;
} // namespace clang

namespace phobos {

struct ArgumentValue {
  /// 0 where no argument was given.
  int64_t Value = 0;
  /// The expression, where it depends on template parameters; null otherwise.
  clang::Expr *Dependent = nullptr;
};

/// Nothing where a diagnostic was given.
std::optional<ArgumentValue> readArgument(clang::Sema &S, const AttributeRow &Row, const clang::ParsedAttr &Attr);

/// The value of a numeric argument that depends on nothing any more; reports a wrong one and returns nothing.
std::optional<int64_t> evaluate(clang::ASTContext &Context, const AttributeRow &Row, const clang::Expr &Argument);

} // namespace phobos

#endif
