//===- Jit.cpp - Host code from retargeted modules --------------*- C++ -*-===//
#include "Sim/Jit.h"
#include "Sim/Report.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include <cstdlib>
#include <utility>

using namespace llvm;
using namespace phobos::sim;

#define SIM_RUNTIME(Name) extern "C" void Name();
#include "Sim/Runtime.def"
extern "C" __bf16 phsim_truncsfbf2(float V);
extern "C" __bf16 phsim_truncdfbf2(double V);
extern "C" _Float16 phsim_truncdfhf2(double V);

static orc::JITTargetMachineBuilder hostBuilder() {
  static const bool Initialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)Initialized;
  orc::JITTargetMachineBuilder Builder = cantFail(orc::JITTargetMachineBuilder::detectHost());
  // Its conversion flushes subnormals.
  Builder.getFeatures().AddFeature("avx512bf16", false);
  Builder.getFeatures().AddFeature("avxneconvert", false);
  Builder.getFeatures().AddFeature("amx-bf16", false);
  Builder.setRelocationModel(Reloc::PIC_);
  Builder.setCodeGenOptLevel(CodeGenOptLevel::Less);
  // The device compiler fuses products and sums where it may.
  Builder.getOptions().AllowFPOpFusion = FPOpFusion::Fast;
  return Builder;
}

TargetMachine &phobos::sim::hostMachine() {
  static TargetMachine *Machine = cantFail(hostBuilder().createTargetMachine()).release();
  return *Machine;
}

static orc::LLJIT &jit() {
  static orc::LLJIT *Jit = [] {
    auto J = cantFail(orc::LLJITBuilder().setJITTargetMachineBuilder(hostBuilder()).create());
    orc::SymbolMap Symbols;
    auto Add = [&](StringRef Name, auto *Address) {
      Symbols[J->mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Address), JITSymbolFlags::Exported};
    };
#define SIM_RUNTIME(Name) Add(#Name, &Name);
#include "Sim/Runtime.def"
    Add("__truncsfbf2", &phsim_truncsfbf2);
    Add("__truncdfbf2", &phsim_truncdfbf2);
    Add("__truncdfhf2", &phsim_truncdfhf2);
    auto &Library = cantFail(J->createJITDylib("phobos-sim"));
    cantFail(Library.define(orc::absoluteSymbols(std::move(Symbols))));
    Library.addGenerator(
        cantFail(orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(J->getDataLayout().getGlobalPrefix())));
    return J.release();
  }();
  return *Jit;
}

/// Enough to undo what instrumentation and -O0 cost; vectorizing would not pay for the time it takes.
static void optimize(Module &M) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Graph;
  ModuleAnalysisManager Modules;
  PassBuilder Builder(&hostMachine());
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Graph);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Graph, Modules);
  ModulePassManager Passes;
  cantFail(Builder.parsePassPipeline(
      Passes, "always-inline,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,adce)"));
  Passes.run(M, Modules);
}

std::vector<uint64_t> phobos::sim::compileModule(std::unique_ptr<LLVMContext> Context, std::unique_ptr<Module> M,
                                                 ArrayRef<std::string> Functions) {
  if (verifyModule(*M, &errs())) {
    errs() << "phobos-sim: error: internal: '" << Functions.front() << "' is not valid for the host\n";
    return {};
  }
  optimize(*M);
  if (const char *Path = environment("PHOBOS_SIM_DUMP")) {
    std::error_code Error;
    raw_fd_ostream OS(Path, Error, sys::fs::OF_Append);
    static bool Said = false;
    if (!Error) {
      M->print(OS, nullptr);
      OS.flush();
      Error = OS.error();
      OS.clear_error();
    }
    if (Error && !std::exchange(Said, true))
      reportSetting("cannot write '" + std::string(Path) + "', which PHOBOS_SIM_DUMP names: " + Error.message());
  }
  orc::LLJIT &J = jit();
  static unsigned Number = 0;
  // A library of its own for each module: kernels of several images may share names.
  auto Library = J.createJITDylib("kernel" + std::to_string(Number++));
  if (!Library) {
    errs() << "phobos-sim: error: internal: " << toString(Library.takeError()) << '\n';
    return {};
  }
  Library->addToLinkOrder(*J.getJITDylibByName("phobos-sim"));
  Error Added = J.addIRModule(*Library, orc::ThreadSafeModule(std::move(M), std::move(Context)));
  if (Added) {
    errs() << "phobos-sim: error: internal: " << toString(std::move(Added)) << '\n';
    return {};
  }
  std::vector<uint64_t> Addresses;
  for (const std::string &Function : Functions) {
    auto Address = J.lookup(*Library, Function);
    if (!Address) {
      errs() << "phobos-sim: error: internal: " << toString(Address.takeError()) << '\n';
      return {};
    }
    Addresses.push_back(Address->getValue());
  }
  return Addresses;
}
