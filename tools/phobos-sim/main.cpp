//===- main.cpp - phobos-sim ------------------------------------*- C++ -*-===//
//
//     phobos-sim [--json] FILE...        what the kernels of device code hold
//     phobos-sim --counters FILE.json    what the simulator counted, as a table
//
// docs/simulator.md is the user's page.
//
//===----------------------------------------------------------------------===//
#include "Tool.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static cl::OptionCategory Category("phobos-sim");
static cl::list<std::string> Files(cl::Positional, cl::desc("FILE.bc|FILE.ll|program..."), cl::cat(Category));
static cl::opt<bool> Json("json", cl::desc("Print the kernels as JSON"), cl::cat(Category));
static cl::opt<std::string> Counters("counters", cl::value_desc("FILE.json"),
                                     cl::desc("Print the counters that PHOBOS_SIM=json=FILE.json wrote"),
                                     cl::cat(Category));

static int fail(Error E) {
  handleAllErrors(std::move(E),
                  [](const ErrorInfoBase &Info) { errs() << "phobos-sim: error: " << Info.message() << '\n'; });
  return 1;
}

static int listFiles() {
  json::Array All;
  for (const std::string &File : Files) {
    Expected<std::vector<DeviceCode>> Codes = readDeviceCode(File);
    if (!Codes)
      return fail(Codes.takeError());
    for (const DeviceCode &Code : *Codes) {
      auto Kernels = listKernels(Code, File);
      if (!Kernels)
        return fail(Kernels.takeError());
      if (Json) {
        All.push_back(json::Object{{"file", File}, {"arch", Code.Arch}, {"kernels", kernelsToJson(*Kernels)}});
        continue;
      }
      outs() << File << (Code.Arch.empty() ? "" : ", " + Code.Arch) << ": " << Kernels->size() << " kernel"
             << (Kernels->size() == 1 ? "" : "s") << '\n';
      printKernels(*Kernels, outs());
    }
  }
  if (Json)
    outs() << formatv("{0:2}", json::Value(json::Object{{"version", 1}, {"files", std::move(All)}})) << '\n';
  return 0;
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(Argc, Argv,
                              "lists what the kernels of device code hold, and prints simulator counters\n");
  if (!Counters.empty()) {
    if (!Files.empty() || Json)
      return fail(createStringError("--counters takes one file and nothing else"));
    Error E = printCounterTable(Counters, outs());
    return E ? fail(std::move(E)) : 0;
  }
  if (Files.empty())
    return fail(
        createStringError("no file; give device code (.bc, .ll) or a program made with 'phobos-clang++ --sim'"));
  return listFiles();
}
