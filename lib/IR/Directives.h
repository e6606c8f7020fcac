//===- Directives.h - Loop directives as they stand in LLVM IR --*- C++ -*-===//
//
// The plugin leaves one call per attribute of an annotated loop, in the loop's increment (or its body):
//
//     call void @__phobos_directive(i32 site, i32 kind, i64 a0, i64 a1, i64 a2)
//
// kind is a DirectiveKind; unused arguments are 0. The name is what identifies it; the function may be declared or defined
// (constexpr, empty), and the pass removes calls and function. Attributes on kernels are llvm.global.annotations entries
// with the string "phobos.<attribute>" and the same constants as arguments.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_IR_DIRECTIVES_H
#define PHOBOS_IR_DIRECTIVES_H

#include "Support/Reject.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <cstdint>
#include <optional>

namespace phobos {

inline constexpr const char *DirectiveFunctionName = "__phobos_directive";

/// Values are part of the carrier's format.
enum class DirectiveKind : uint32_t {
  TensorCore = 1, ///< a0: MmaPath
  Pipeline = 2,   ///< a0: stages, 0 = the planner's choice
  Precision = 3,  ///< a0: OperandPrecision
};
enum class MmaPath : uint32_t { Best = 0, Sync = 1 };
enum class OperandPrecision : uint32_t { Default = 0, F16 = 1, BF16 = 2 };

/// All directives of one loop.
struct LoopDirectives {
  uint32_t Site = 0;
  MmaPath Path = MmaPath::Best;
  OperandPrecision Precision = OperandPrecision::Default;
  /// Wanted stages; 0 = the planner's choice.
  unsigned Stages = 0;
  /// 'tensorcore' was among them; pipeline and precision alone move nothing.
  bool TensorCore = false;
};

/// The marker calls of F.
llvm::SmallVector<llvm::CallInst *, 4> findMarkers(llvm::Function &F);
/// Adds one marker to a loop's directives.
void readMarker(const llvm::CallInst &Marker, LoopDirectives &Into);
/// Removes every marker of M, and their function. Returns whether there was any.
bool removeMarkers(llvm::Module &M);
/// Adds what "phobos.*" annotations on F say; the loop's own directives win.
void readKernelDirectives(const llvm::Function &F, LoopDirectives &Into);

} // namespace phobos

#endif
