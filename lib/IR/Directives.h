//===- Directives.h - Loop directives as they stand in LLVM IR --*- C++ -*-===//
//
// The plugin leaves one call per attribute of an annotated loop, in the loop's increment (or its body):
//
//     call void @__phobos_directive(i32 site, i32 kind, i64 a0, i64 a1, i64 a2)
//
// kind is a DirectiveKind, a2 a DirectiveOrigin; unused arguments are 0. The name is what identifies it; the function
// may be declared or defined, and the pass removes calls and function.
//
// An attribute on a kernel arrives as the same call at the kernel's start. Before anything else, liftKernelDirectives
// turns it into the function attribute "phobos.<attribute>"="<a0>", and "phobos.site"="<site>" says where it was
// written. Names, such as those of llvm.global.annotations, would renumber the user's own and change the PTX of kernels
// that stay.
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
/// What the directive was written on.
enum class DirectiveOrigin : uint32_t {
  Loop = 0,       ///< the loop itself
  KernelLoop = 1, ///< its kernel; the loop is one of the kernel's innermost, and was not annotated itself
  Kernel = 2,     ///< a kernel; the call stands at its start, in no loop
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
  /// 'tensorcore' came from the kernel: the user asked for whatever loop fits, so a decline is no warning of its own.
  bool FromKernel = false;
};

/// The marker calls of F.
llvm::SmallVector<llvm::CallInst *, 4> findMarkers(llvm::Function &F);
/// Adds one marker to a loop's directives.
void readMarker(const llvm::CallInst &Marker, LoopDirectives &Into);
/// Removes every marker of M, and their function. Returns whether there was any.
bool removeMarkers(llvm::Module &M);
/// Moves directives of origin Kernel from calls to function attributes. Returns whether there was any.
bool liftKernelDirectives(llvm::Module &M);
/// Adds what the kernel's own attributes say. Call it first: the loop's own directives win.
void readKernelDirectives(const llvm::Function &F, LoopDirectives &Into);
/// The site of a kernel's 'tensorcore'; nothing where F has none.
std::optional<uint32_t> kernelSite(const llvm::Function &F);
/// Removes what liftKernelDirectives added.
void removeKernelDirectives(llvm::Module &M);

} // namespace phobos

#endif
