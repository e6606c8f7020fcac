//===- phobos-opt.cpp - The device pass on a file of IR -------------------===//
//
// phobos-opt [-arg=NAME[=VALUE]]... FILE: runs DevicePass with the plugin's arguments and prints the module. A
// developer's tool: what clang passes on before optimization comes from -Xclang -disable-llvm-passes -emit-llvm.
//
//===----------------------------------------------------------------------===//
#include "Passes/Passes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

static cl::opt<std::string> Input(cl::Positional, cl::desc("FILE"), cl::init("-"));
static cl::list<std::string> Arguments("arg", cl::desc("an argument of the plugin"), cl::value_desc("NAME[=VALUE]"));

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "runs the phobos device pass\n");
  phobos::Options Opts;
  for (const std::string &Argument : Arguments)
    if (std::optional<std::string> Error = Opts.parse(Argument)) {
      errs() << "phobos-opt: " << *Error << '\n';
      return 1;
    }
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseIRFile(Input, Error, Context);
  if (!M) {
    Error.print(argv[0], errs());
    return 1;
  }
  phobos::SiteTable Sites;
  phobos::ParameterTable Parameters;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  ModulePassManager MPM;
  MPM.addPass(phobos::DevicePass(Opts, Sites, Parameters, /*Relocatable=*/false));
  MPM.run(*M, MAM);
  M->print(outs(), nullptr);
}
