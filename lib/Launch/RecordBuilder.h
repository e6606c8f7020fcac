//===- RecordBuilder.h - Plan records in the device module ------*- C++ -*-===//
//
// Writes NAME__phobos_plan, and turns IR values into the launch expressions that it holds. PlanRecord.h is the format;
// the host side reads it in lib/Launch/Runtime.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RECORDBUILDER_H
#define PHOBOS_LAUNCH_RECORDBUILDER_H

#include "Launch/PlanRecord.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <vector>

namespace phobos {

/// Adds Record to the device module M as KernelName__phobos_plan, a constant in global memory that nothing removes.
/// Replaces an earlier one of the same name.
llvm::GlobalVariable *buildPlanRecord(llvm::Module &M, llvm::StringRef KernelName, const PhobosPlanRecord &Record);

/// Fills NumParameters, ParameterOffset and ParameterSize from the parameters of Kernel. Returns false where there are more
/// parameters than a record holds.
bool describeParameters(const llvm::Function &Kernel, PhobosPlanRecord &Record);

/// The postfix program of the integer V (at most 64 bits), a value of Kernel that depends on Kernel's parameters and launch
/// shape alone; PHOBOS_OP_END included. Nothing where V has other inputs, operations that PlanRecord.h lacks, or too many
/// words. Evaluation yields V's bits zero-extended to 64, or unknown where the program traps (a division by zero).
std::optional<std::vector<uint64_t>> compileLaunchExpression(const llvm::Value *V, const llvm::Function &Kernel);

/// Copies a compiled expression into extent Axis (0 m, 1 n, 2 batch) of Record; nothing stands for 'unknown'.
void setExtent(PhobosPlanRecord &Record, unsigned Axis, const std::optional<std::vector<uint64_t>> &Program);

} // namespace phobos

#endif
