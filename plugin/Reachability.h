//===- Reachability.h - Which kernels may have companions -------*- C++ -*-===//
//
// The host must redirect launches of the kernels that the device compilations make companions for, and sees only the
// source. So it walks references, not calls, from each kernel: to functions, methods, lambdas, constructors,
// destructors, initializers; what can name a function with a directive, reaches it. Too many kernels cost a look-up at
// their launches, one too few would never be moved.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLUGIN_REACHABILITY_H
#define PHOBOS_PLUGIN_REACHABILITY_H

#include "plugin/Compilation.h"

namespace clang {
class Preprocessor;
}

namespace phobos {

/// The symbols of the host stubs of all kernels that reach a directive or carry one.
llvm::StringSet<> findMarkedStubs(clang::ASTContext &Context, const Compilation &C);

/// The parameters' names of all kernels that a device compilation makes.
ParameterTable findParameterNames(clang::ASTContext &Context);

/// Sets C.SkippedDirectives where '#ifdef __CUDA_ARCH__' or the like hides a directive from the host.
void watchSkippedText(clang::Preprocessor &PP, std::shared_ptr<Compilation> C);

} // namespace phobos

#endif
