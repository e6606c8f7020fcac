//===- Kernels.h - Attributes of whole kernels ------------------*- C++ -*-===//
//
// An attribute on a kernel holds for each of its loops. It travels as an annotation of the declaration until the
// definition, or an instantiation, is about to be compiled; then it is taken off, since code generation would give it a
// name that renumbers the user's own, and becomes calls in the body (Carrier.h).
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLUGIN_KERNELS_H
#define PHOBOS_PLUGIN_KERNELS_H

#include "plugin/Compilation.h"

namespace clang {
class Decl;
}

namespace phobos {

/// Makes what is about to be compiled ready for it. Call it for every declaration before code generation sees it.
void prepareForCodeGen(clang::ASTContext &Context, Compilation &C, clang::Decl &D);

/// At the end of the translation unit: what could not be told while parsing.
void checkAttributes(clang::ASTContext &Context, Compilation &C);

} // namespace phobos

#endif
