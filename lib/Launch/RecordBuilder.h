//===- RecordBuilder.h - Plan records in the device module ------*- C++ -*-===//
//
// Fills the parts of a plan record that follow from the kernel, and writes it into the device module as
// NAME__phobos_plan. PlanRecord.h is the format; the host side reads it in lib/Launch/Runtime.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RECORDBUILDER_H
#define PHOBOS_LAUNCH_RECORDBUILDER_H

#include "Launch/LaunchExpression.h"
#include "Launch/PlanRecord.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace phobos {

/// A record with magic and version, every extent unknown, and nothing else.
PhobosPlanRecord makePlanRecord();

/// Fills NumParameters, ParameterOffset and ParameterSize from the parameters of Kernel. Returns false where there are
/// more than a record holds.
bool describeParameters(const llvm::Function &Kernel, PhobosPlanRecord &Record);

/// Copies a compiled expression into a place of a record; nothing stands for 'unknown'.
void setProgram(uint64_t (&Words)[PHOBOS_MAX_PROGRAM_WORDS], const std::optional<std::vector<uint64_t>> &Program);

/// The same for extent Axis (0 m, 1 n, 2 batch).
void setExtent(PhobosPlanRecord &Record, unsigned Axis, const std::optional<std::vector<uint64_t>> &Program);

/// Sets what PHOBOS_LOG prints; a longer text is cut.
void setText(PhobosPlanRecord &Record, llvm::StringRef Text);

/// Adds Record to the device module M as KernelName__phobos_plan, a constant in global memory that nothing removes, in
/// the place of an earlier one.
llvm::GlobalVariable *buildPlanRecord(llvm::Module &M, llvm::StringRef KernelName, const PhobosPlanRecord &Record);

} // namespace phobos

#endif
