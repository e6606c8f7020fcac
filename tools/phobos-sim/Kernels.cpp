//===- Kernels.cpp - What kernels hold, as text and JSON --------*- C++ -*-===//
//
// The counts come from the simulator's own reading of the code, so what it lists as not simulated is what a launch
// would stop at.
//
//===----------------------------------------------------------------------===//
#include "Sim/Chip.h"
#include "Sim/Jit.h"
#include "Sim/Places.h"
#include "Sim/Retarget.h"
#include "Tool.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace phobos::sim;

/// Code that was compiled without -g is listed without lines, which is no reason for a warning.
struct WithoutLines : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    return Info.getKind() == DK_DebugMetadataVersion || Info.getKind() == DK_DebugMetadataInvalid;
  }
};

static Expected<std::unique_ptr<Module>> parse(const DeviceCode &Code, StringRef File, LLVMContext &Context) {
  Context.setDiagnosticHandler(std::make_unique<WithoutLines>());
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseIR(MemoryBufferRef(Code.Code, File), Diagnostic, Context);
  if (!M) {
    const std::string Line = Diagnostic.getLineNo() > 0 ? "line " + std::to_string(Diagnostic.getLineNo()) + ": " : "";
    return createStringError("'" + File + "' is no LLVM IR: " + Line + Diagnostic.getMessage());
  }
  if (!M->getTargetTriple().isNVPTX())
    return createStringError("'" + File + "' is no device code: its target is '" + M->getTargetTriple().str() +
                             "', not nvptx64");
  return M;
}

static std::string typeName(const Argument &A) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Type *T = A.getParamByValType()) {
    OS << "byval ";
    T->print(OS, false, true);
  } else {
    A.getType()->print(OS, false, true);
  }
  return Text;
}

/// Each kernel is counted in a module of its own, as counting rewrites it.
static Expected<KernelListing> listKernel(const DeviceCode &Code, StringRef File, const std::string &Name) {
  LLVMContext Context;
  auto M = parse(Code, File, Context);
  if (!M)
    return M.takeError();
  KernelListing K;
  K.Name = Name;
  Function *F = (*M)->getFunction(Name);
  K.Facts = *kernelFacts(**M, Name);
  K.MaxBlock = F->getFnAttribute("nvvm.maxntid").getValueAsString().str();
  K.RequiredBlock = F->getFnAttribute("nvvm.reqntid").getValueAsString().str();
  for (const Argument &A : F->args())
    K.ParameterTypes.push_back(typeName(A));
  const StringMap<uint64_t> NoVariables;
  RetargetRequest Request;
  Request.Roots.push_back(Name);
  Request.Variables = &NoVariables;
  Request.Capability = archNumber(F->getFnAttribute("target-cpu").getValueAsString());
  Request.Counts = &K.Counts;
  retarget(**M, Request, hostMachine());
  return K;
}

Expected<std::vector<KernelListing>> listKernels(const DeviceCode &Code, StringRef File) {
  LLVMContext Context;
  auto M = parse(Code, File, Context);
  if (!M)
    return M.takeError();
  std::vector<KernelListing> Out;
  for (Function &F : **M) {
    if (F.getCallingConv() != CallingConv::PTX_Kernel || F.isDeclaration())
      continue;
    Expected<KernelListing> K = listKernel(Code, File, F.getName().str());
    if (!K)
      return K.takeError();
    Out.push_back(std::move(*K));
  }
  return Out;
}

namespace {

/// A count with its names: in text, and in JSON.
struct Row {
  const char *Text, *Key;
  uint64_t Count;
};

std::vector<Row> rowsOf(const Census &C) {
  return {{"ldmatrix", "ldmatrix", C.LoadMatrix},
          {"stmatrix", "stmatrix", C.StoreMatrix},
          {"fragment loads", "fragment_loads", C.FragmentLoads},
          {"fragment stores", "fragment_stores", C.FragmentStores},
          {"cp.async", "cp_async", C.AsyncCopies},
          {"cp.async waits", "cp_async_waits", C.AsyncWaits},
          {"barriers", "barriers", C.Barriers},
          {"warp synchronizations", "warp_syncs", C.WarpSyncs},
          {"mbarrier instructions", "mbarrier", C.BarrierObjects},
          {"shuffles and votes", "exchanges", C.Exchanges},
          {"atomics", "atomics", C.Atomics},
          {"global loads", "global_loads", C.Global.Loads},
          {"global stores", "global_stores", C.Global.Stores},
          {"shared loads", "shared_loads", C.Shared.Loads},
          {"shared stores", "shared_stores", C.Shared.Stores},
          {"generic loads", "generic_loads", C.Generic.Loads},
          {"generic stores", "generic_stores", C.Generic.Stores}};
}

} // namespace

static void printKernel(const KernelListing &K, raw_ostream &OS) {
  OS << "\nkernel '" << kernelText(K.Name) << "'\n";
  uint64_t Bytes = 0;
  std::string Types;
  for (size_t I = 0; I < K.ParameterTypes.size(); ++I) {
    Types += (I ? ", " : ": ") + K.ParameterTypes[I];
    Bytes += K.Facts.ParameterBytes[I];
  }
  OS << "  parameters: " << K.ParameterTypes.size() << ", " << Bytes << " bytes" << Types << '\n';
  OS << "  static shared memory: " << K.Facts.StaticShared << " bytes\n";
  if (!K.RequiredBlock.empty())
    OS << "  block: exactly " << K.Facts.RequiredThreads << " threads (" << K.RequiredBlock << ")\n";
  else if (!K.MaxBlock.empty())
    OS << "  block: at most " << K.Facts.MaxThreads << " threads (" << K.MaxBlock << ")\n";
  for (auto &[Name, Count] : K.Counts.Matrix)
    OS << "  matrix instructions: " << Count << ' ' << Name << '\n';
  for (const Row &R : rowsOf(K.Counts))
    if (R.Count)
      OS << "  " << R.Text << ": " << R.Count << '\n';
  for (const Census::Unknown &U : K.Counts.NotSimulated)
    OS << "  not simulated: " << U.What << (U.Location.empty() ? "" : ", at " + U.Location) << '\n';
}

void printKernels(ArrayRef<KernelListing> Kernels, raw_ostream &OS) {
  for (const KernelListing &K : Kernels)
    printKernel(K, OS);
}

json::Array kernelsToJson(ArrayRef<KernelListing> Kernels) {
  json::Array Out;
  for (const KernelListing &K : Kernels) {
    json::Object Matrix, Counts;
    for (auto &[Name, Count] : K.Counts.Matrix)
      Matrix[Name] = Count;
    for (const Row &R : rowsOf(K.Counts))
      Counts[R.Key] = R.Count;
    json::Array Parameters, Unknown;
    for (size_t I = 0; I < K.ParameterTypes.size(); ++I)
      Parameters.push_back(json::Object{{"type", K.ParameterTypes[I]}, {"bytes", K.Facts.ParameterBytes[I]}});
    for (const Census::Unknown &U : K.Counts.NotSimulated)
      Unknown.push_back(json::Object{{"what", U.What}, {"location", U.Location}});
    Out.push_back(json::Object{{"name", K.Name},
                               {"demangled", kernelText(K.Name)},
                               {"parameters", std::move(Parameters)},
                               {"static_shared_bytes", K.Facts.StaticShared},
                               {"max_block", K.MaxBlock},
                               {"required_block", K.RequiredBlock},
                               {"matrix", std::move(Matrix)},
                               {"counts", std::move(Counts)},
                               {"not_simulated", std::move(Unknown)}});
  }
  return Out;
}
