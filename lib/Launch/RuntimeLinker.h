//===- RuntimeLinker.h - The runtime, inside the user's module --*- C++ -*-===//
//
// The runtime travels inside the plugin as bitcode and ends up in every object that needs it, so that a program needs
// no library to link. Where several objects have it, the linker keeps one copy: entry points and state are hidden
// linkonce_odr symbols with a version in their names; everything else is internal to each copy.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIMELINKER_H
#define PHOBOS_LAUNCH_RUNTIMELINKER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace phobos {

/// Every symbol that is shared between copies of the runtime starts with this.
inline constexpr const char *RuntimePrefix = "__phobos_v1_";

/// The bitcode of lib/Launch/Runtime; generated when the plugin is built.
llvm::StringRef runtimeBitcode();

/// The runtime as a module that can be linked into M. Null where it was not built for M's target.
std::unique_ptr<llvm::Module> loadRuntime(const llvm::Module &M);

/// Adds what M uses of Runtime to M.
void linkRuntime(llvm::Module &M, std::unique_ptr<llvm::Module> Runtime);

} // namespace phobos

#endif
