//===- Pipeline.h - Puts the passes into Clang's pipeline -------*- C++ -*-===//
//
// The device pass and the host pass run at the start of Clang's own pipeline, at every -O level.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_PLUGIN_PIPELINE_H
#define PHOBOS_PLUGIN_PIPELINE_H

#include "plugin/Compilation.h"

namespace clang {
class CodeGenOptions;
}

namespace phobos {

void addToPipeline(clang::CodeGenOptions &CodeGen, std::shared_ptr<Compilation> C);

} // namespace phobos

#endif
