//===- Attributes.h - The attribute table as data ---------------*- C++ -*-===//
//
// Attributes.def for code that asks questions of it. Knows nothing of Clang's AST.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLUGIN_ATTRIBUTES_H
#define PHOBOS_PLUGIN_ATTRIBUTES_H

#include "IR/Directives.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace phobos {

enum class Arity { Optional, Required };

struct Keyword {
  const char *Name;
  /// What the marker carries; meaningless where planned.
  int64_t Value;
  bool Planned;
};

struct AttributeRow {
  DirectiveKind Kind;
  const char *Name;
  Arity Takes;
  /// What is accepted, for diagnostics.
  const char *Accepts;
  llvm::SmallVector<Keyword, 4> Keywords;
  /// The closed range of a numeric argument; empty (Min > Max) where it takes none.
  int64_t Min = 1, Max = 0;

  bool takesNumber() const { return Min <= Max; }
  /// The keyword of that name; null where there is none.
  const Keyword *keyword(llvm::StringRef Name) const;
};

const AttributeRow &attribute(DirectiveKind Kind);
/// Every supported attribute.
llvm::ArrayRef<AttributeRow> attributes();
/// "phobos.NAME": the annotation by which an attribute stands in the AST.
std::string annotation(const AttributeRow &Row);
/// The row of such an annotation; null where it is not one of ours.
const AttributeRow *attributeOfAnnotation(llvm::StringRef Annotation);

} // namespace phobos

#endif
