//===- Tool.h - Parts of phobos-sim -----------------------------*- C++ -*-===//
#ifndef PHOBOS_SIM_TOOL_H
#define PHOBOS_SIM_TOOL_H

#include "Sim/Census.h"
#include "Sim/KernelFacts.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

/// The device code of one architecture in one file.
struct DeviceCode {
  /// "sm_90"; empty where the code does not say.
  std::string Arch;
  /// Text or bitcode of LLVM IR.
  std::string Code;
};

/// Reads bitcode, IR text, or the images in an object or program that phobos-clang++ --sim made.
llvm::Expected<std::vector<DeviceCode>> readDeviceCode(llvm::StringRef File);

/// One kernel as it stands in the code.
struct KernelListing {
  std::string Name;
  phobos::sim::KernelFacts Facts;
  /// "256,1,1" as .maxntid and .reqntid have it; empty where the kernel has none.
  std::string MaxBlock, RequiredBlock;
  /// Of each parameter, as IR has them: "ptr", "i32", "byval %struct.P".
  std::vector<std::string> ParameterTypes;
  phobos::sim::Census Counts;
};

/// The kernels of the code, in the module's order.
llvm::Expected<std::vector<KernelListing>> listKernels(const DeviceCode &Code, llvm::StringRef File);

void printKernels(llvm::ArrayRef<KernelListing> Kernels, llvm::raw_ostream &OS);
llvm::json::Array kernelsToJson(llvm::ArrayRef<KernelListing> Kernels);

/// Prints the file that PHOBOS_SIM=json=FILE wrote: a row a kernel, and one of all.
llvm::Error printCounterTable(llvm::StringRef File, llvm::raw_ostream &OS);

#endif
