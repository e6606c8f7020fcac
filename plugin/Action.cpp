//===- Action.cpp - The plugin, as Clang finds it -------------------------===//
//
// Registration, arguments and '__PHOBOS__'. Runs beside the main action of each cc1: once for each GPU architecture and
// once for the host. docs/how-it-works.md shows the way from here.
//
//===----------------------------------------------------------------------===//
#include "plugin/Carrier.h"
#include "plugin/Compilation.h"
#include "plugin/Kernels.h"
#include "plugin/Pipeline.h"
#include "plugin/Reachability.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace phobos;

namespace {

/// Sees declarations before code generation does.
class PhobosConsumer : public ASTConsumer {
  std::shared_ptr<Compilation> C;
  ASTContext *Context = nullptr;

public:
  explicit PhobosConsumer(std::shared_ptr<Compilation> C) : C(std::move(C)) {}
  ~PhobosConsumer() override {
    if (Context)
      Compilation::end(*Context);
  }

  void Initialize(ASTContext &Ctx) override { Context = &Ctx; }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (active())
      for (Decl *D : Group)
        prepareForCodeGen(*Context, *C, *D);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *Function) override {
    if (active())
      prepareForCodeGen(*Context, *C, *Function);
  }
  void HandleTranslationUnit(ASTContext &) override {
    checkAttributes(*Context, *C);
    bool Compiles = active() || C->SkippedDirectives;
    if (!Compiles || Context->TUKind != TU_Complete || Context->getDiagnostics().hasErrorOccurred())
      return;
    if (C->Where == Side::Device) {
      notePrecompiledSites(*Context, *C);
      C->Parameters = findParameterNames(*Context);
    } else {
      C->MarkedStubs = findMarkedStubs(*Context, *C);
    }
    C->HasDirectives |= !C->MarkedStubs.empty();
  }

private:
  /// Whether there is anything to do. A precompiled header is not compiled, and what it brings was parsed elsewhere.
  bool active() {
    if (Context->TUKind != TU_Complete)
      return false;
    if (!C->HasDirectives && Context->getExternalSource() && hasMarkerFunction(*Context))
      C->HasDirectives = C->HasDependent = true;
    return C->HasDirectives;
  }
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
  if (C->Where == Side::Host)
    watchSkippedText(PP, C);
  addToPipeline(CI.getCodeGenOpts(), C);
  return std::make_unique<PhobosConsumer>(C);
}

static FrontendPluginRegistry::Add<PhobosAction> Registration("phobos", "puts annotated CUDA loops on tensor cores");
