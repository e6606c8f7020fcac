//===- Action.cpp - The plugin, as Clang finds it -------------------------===//
//
// Registration, arguments and '__PHOBOS__'. Runs beside the main action of each cc1: once for each GPU architecture and once
// for the host. docs/how-it-works.md shows the way from here.
//
//===----------------------------------------------------------------------===//
#include "plugin/Compilation.h"
#include "plugin/Pipeline.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace phobos;

namespace {

class PhobosConsumer : public ASTConsumer {
  std::shared_ptr<Compilation> C;
  const ASTContext *Context = nullptr;

public:
  explicit PhobosConsumer(std::shared_ptr<Compilation> C) : C(std::move(C)) {}
  ~PhobosConsumer() override {
    if (Context)
      Compilation::end(*Context);
  }

  void Initialize(ASTContext &Ctx) override { Context = &Ctx; }
};

class PhobosAction : public PluginASTAction {
  std::shared_ptr<Compilation> C;

public:
  ActionType getActionType() override { return AddBeforeMainAction; }
  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Arguments) override;
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override;
};

} // namespace

/// One error, then the table as notes.
static void reportUnknown(DiagnosticsEngine &Diags, StringRef Problem) {
  unsigned Error = Diags.getCustomDiagID(DiagnosticsEngine::Error, "phobos plugin: %0; accepted arguments follow");
  unsigned Note = Diags.getCustomDiagID(DiagnosticsEngine::Note, "'-fplugin-arg-phobos-%0': %1");
  Diags.Report(Error) << Problem;
#define OPTION(Name, Value, Help) Diags.Report(Note) << (Value[0] ? Name "=" Value : Name) << Help;
#include "Support/Options.def"
}

bool PhobosAction::ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Arguments) {
  Options Opts;
  for (const std::string &Argument : Arguments)
    if (std::optional<std::string> Problem = Opts.parse(Argument)) {
      reportUnknown(CI.getDiagnostics(), *Problem);
      return false;
    }
  // Neither HIP, which sets CUDA too, nor C++ has anything for us.
  if (!CI.getLangOpts().CUDA || CI.getLangOpts().HIP)
    return false;
  C = Compilation::begin(CI);
  C->Opts = Opts;
  if (Opts.Help && !C->DeviceSpoke)
    Options::printHelp(llvm::outs());
  return true;
}

std::unique_ptr<ASTConsumer> PhobosAction::CreateASTConsumer(CompilerInstance &CI, StringRef) {
  Preprocessor &PP = CI.getPreprocessor();
  PP.setPredefines(PP.getPredefines() + "#define __PHOBOS__ 1\n");
  addToPipeline(CI.getCodeGenOpts(), C);
  return std::make_unique<PhobosConsumer>(C);
}

static FrontendPluginRegistry::Add<PhobosAction> Registration("phobos", "puts annotated CUDA loops on tensor cores");
