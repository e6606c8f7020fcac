//===- LaunchExpression.h - IR values as programs of a record ---*- C++ -*-===//
//
// Turns a uniform value of a kernel into the postfix program that the runtime evaluates at each launch: PlanRecord.h
// has the operations, Runtime/Expression.h their meaning. Between operations every value of width w stands on the stack
// as its w bits, zero-extended to 64:
//
//     %d = sdiv i32 %n, 16      PARAM n   SEXT 32   CONST 16   SEXT 32   SDIV   ZEXT 32
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_LAUNCHEXPRESSION_H
#define PHOBOS_LAUNCH_LAUNCHEXPRESSION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include <optional>
#include <vector>

namespace phobos {

/// Where a kernel's parameters lie in its parameter list: each at its natural alignment, structs (byval) in place.
struct ParameterLayout {
  /// In bytes, in order of the parameters.
  llvm::SmallVector<uint32_t, 16> Offset, Size;

  /// Of the first Count parameters of Kernel.
  ParameterLayout(const llvm::Function &Kernel, unsigned Count);
};

/// The postfix program of the integer or pointer V (at most 64 bits), PHOBOS_OP_END included. V is a value of F that
/// depends on the kernel's parameters and launch shape alone. F's first NumParameters parameters are the kernel's;
/// where six i32 follow, they are its grid x, y, z and block x, y, z. By default all of F's parameters are the
/// kernel's. Nothing where V has other inputs, or operations that PlanRecord.h lacks, or where the program is too long
/// for a record.
std::optional<std::vector<uint64_t>> compileLaunchExpression(const llvm::Value *V, const llvm::Function &F,
                                                             std::optional<unsigned> NumParameters = std::nullopt);

} // namespace phobos

#endif
