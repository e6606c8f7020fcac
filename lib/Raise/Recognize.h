//===- Recognize.h - From a prepared kernel to a Contraction ----*- C++ -*-===//
#ifndef PHOBOS_RAISE_RECOGNIZE_H
#define PHOBOS_RAISE_RECOGNIZE_H

#include "Raise/Prepare.h"
#include "llvm/IR/PassManager.h"

namespace phobos {

/// The directives of a kernel's annotated loop, and where it stands; known even where recognition fails.
struct AnnotatedLoop {
  LoopDirectives Directives;
  llvm::DebugLoc Loc;
};

/// Every site of F, in order of appearance, with what its kernel adds.
llvm::SmallVector<AnnotatedLoop, 2> findAnnotations(llvm::Function &F);

/// Recognizes the contraction at Site of a prepared kernel; brings its work function to the form that emission needs.
/// After a Reject the function means the same as before.
Result<Contraction> recognize(const PreparedKernel &Kernel, uint32_t Site, llvm::FunctionAnalysisManager &FAM);

} // namespace phobos

#endif
