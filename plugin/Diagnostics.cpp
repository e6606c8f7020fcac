//===- Diagnostics.cpp - The plugin's own Clang diagnostics ---------------===//
#include "plugin/Diagnostics.h"
#include "plugin/Compilation.h"
#include "clang/Basic/DiagnosticIDs.h"

using namespace clang;
using namespace phobos;

namespace {
enum class Severity { Note, Warning, Error };
struct Row {
  Severity Level;
  const char *Text;
};
} // namespace

static constexpr Row Table[] = {
#define DIAGNOSTIC(Id, Level, Text) {Severity::Level, Text},
#include "plugin/Diagnostics.def"
};

static DiagnosticIDs::CustomDiagDesc describe(const Row &R, bool Speaks) {
  switch (R.Level) {
  case Severity::Note:
    return {diag::Severity::Fatal, R.Text, DiagnosticIDs::CLASS_NOTE};
  case Severity::Warning:
    return {Speaks ? diag::Severity::Warning : diag::Severity::Ignored,
            R.Text,
            DiagnosticIDs::CLASS_WARNING,
            false,
            false,
            diag::Group::IgnoredAttributes};
  case Severity::Error:
    return {diag::Severity::Error, R.Text, DiagnosticIDs::CLASS_ERROR};
  }
  llvm_unreachable("every severity is handled");
}

DiagnosticBuilder phobos::report(ASTContext &Context, SourceLocation Loc, Diagnosis What) {
  std::shared_ptr<Compilation> C = Compilation::of(Context);
  DiagnosticsEngine &Diags = Context.getDiagnostics();
  unsigned Id =
      Diags.getDiagnosticIDs()->getCustomDiagID(describe(Table[static_cast<unsigned>(What)], !C || !C->DeviceSpoke));
  return Diags.Report(Loc, Id);
}
