//===- AttributeHandlers.cpp - Clang's side of each attribute -------------===//
//
// Registers the rows of Attributes.def with Clang, checks where each is written, and hands what it says on: on the
// device as a directive in the AST (Carrier.h), on the host as an annotation that code generation ignores, so that the
// end of the translation unit can tell which kernels reach one (Reachability.h). docs/attributes.md is the user's page.
//
//===----------------------------------------------------------------------===//
#include "plugin/Arguments.h"
#include "plugin/Carrier.h"
#include "plugin/Diagnostics.h"
#include "clang/AST/Attr.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace phobos;

/// '__attribute__' has a spelling of its own; '[[tensorcore]]' is known only because Clang's parser drops the arguments
/// of
/// '[[phobos::tensorcore(...)]]' otherwise.
static bool checkNamespace(Sema &S, const ParsedAttr &Attr, StringRef Name) {
  if (!Attr.isStandardAttributeSyntax() || Attr.hasScope())
    return true;
  report(S.Context, Attr.getLoc(), Diagnosis::NoNamespace) << Name;
  return false;
}

/// Whether New may stand beside the earlier attributes of the same loop or kernel.
static bool checkAgainst(Sema &S, ArrayRef<Given> Earlier, const Given &New, Holder On) {
  const auto *Same = llvm::find_if(Earlier, [&](const Given &G) { return G.Row == New.Row; });
  if (Same == Earlier.end())
    return true;
  bool Equal = Same->Value && New.Value && *Same->Value == *New.Value;
  report(S.Context, New.Loc, Equal ? Diagnosis::Duplicate : Diagnosis::Contradiction)
      << New.Row->Name << static_cast<int>(On);
  report(S.Context, Same->Loc, Diagnosis::Earlier) << New.Row->Name;
  return false;
}

static Subject subjectOf(const Stmt *St) {
  switch (St->getStmtClass()) {
  case Stmt::WhileStmtClass:
    return Subject::While;
  case Stmt::DoStmtClass:
    return Subject::Do;
  case Stmt::CXXForRangeStmtClass:
    return Subject::RangeFor;
  default:
    return Subject::Statement;
  }
}

static Given given(const AttributeRow &Row, const ArgumentValue &Argument, SourceLocation Loc) {
  return {&Row, Argument.Dependent ? std::nullopt : std::optional(Argument.Value), Loc};
}

/// Code that only the host runs has no use for a directive.
static void warnOfHostFunction(Sema &S, const AttributeRow &Row, SourceLocation Loc) {
  const FunctionDecl *Function = S.getCurFunctionDecl(/*AllowLambda=*/true);
  if (Function && !Function->hasAttr<CUDADeviceAttr>() && !Function->hasAttr<CUDAGlobalAttr>())
    report(S.Context, Loc, Diagnosis::HostLoop) << Row.Name;
}

/// An annotation that lasts through redeclaration, instantiation and precompiled headers.
static Attr *annotate(Sema &S, const AttributeRow &Row, const ArgumentValue &Argument, SourceRange Range) {
  Expr *Value = Argument.Dependent;
  if (!Value)
    Value = IntegerLiteral::Create(S.Context, llvm::APInt(64, static_cast<uint64_t>(Argument.Value)),
                                   S.Context.LongLongTy, Range.getBegin());
  // The name is for Clang's own diagnostics about arguments; the spelling, for printing, is annotate's first.
  AttributeCommonInfo::Form Spelled(AttributeCommonInfo::AS_GNU, AnnotateAttr::GNU_annotate, /*IsAlignas=*/false,
                                    /*IsRegularKeywordAttribute=*/false);
  AttributeCommonInfo Info(&S.Context.Idents.get(Row.Name), AttributeScopeInfo(), Range,
                           AttributeCommonInfo::AT_Annotate, Spelled);
  return S.CreateAnnotationAttr(Info, annotation(Row), Value);
}

static void handleLoop(Sema &S, Compilation &C, ForStmt &Loop, const AttributeRow &Row, const ParsedAttr &Attr,
                       class Attr *&Result) {
  std::optional<ArgumentValue> Argument = readArgument(S, Row, Attr);
  if (!Argument)
    return;
  GivenLoop &Entry = C.Loops[&Loop];
  Given New = given(Row, *Argument, Attr.getLoc());
  if (!checkAgainst(S, Entry.Attributes, New, Holder::Loop))
    return;
  if (Entry.Attributes.empty())
    warnOfHostFunction(S, Row, Attr.getLoc());
  Entry.Function = S.getCurFunctionDecl();
  Entry.Attributes.push_back(New);
  C.HasDirectives = true;
  markerFunction(S.Context);
  if (C.Where == Side::Host)
    Result = AnnotateAttr::CreateImplicit(S.Context, annotation(Row), nullptr, 0, Attr.getRange());
  else
    attach(S.Context, C, Loop,
           {Row.Kind, DirectiveOrigin::Loop, Argument->Value, Argument->Dependent, Loop.getForLoc()});
}

static void handleFunction(Sema &S, Compilation &C, FunctionDecl &Function, const AttributeRow &Row,
                           const ParsedAttr &Attr) {
  std::optional<ArgumentValue> Argument = readArgument(S, Row, Attr);
  if (!Argument)
    return;
  // Whether it is a kernel is not known yet: '__global__' may be processed later. checkFunctions() sees to it.
  SmallVector<Given, 2> &Entry = C.Functions[&Function];
  Given New = given(Row, *Argument, Attr.getLoc());
  if (!checkAgainst(S, Entry, New, Holder::Kernel))
    return;
  Entry.push_back(New);
  C.HasDirectives = true;
  markerFunction(S.Context);
  Function.addAttr(annotate(S, Row, *Argument, Attr.getRange()));
}

namespace {

/// What all rows share.
class Handler : public ParsedAttrInfo {
  Spelling Spelled[3];
  std::string Scoped, Gnu;

protected:
  Handler(const char *Name, bool TakesArguments)
      : Scoped(std::string("phobos::") + Name), Gnu(std::string("phobos_") + Name) {
    // Clang counts 15 as any number: the table knows better what is accepted.
    OptArgs = 15;
    IsStmt = true;
    Spelled[0] = {AttributeCommonInfo::AS_CXX11, Scoped.c_str()};
    Spelled[1] = {AttributeCommonInfo::AS_GNU, Gnu.c_str()};
    Spelled[2] = {AttributeCommonInfo::AS_CXX11, Name};
    Spellings = ArrayRef(Spelled, TakesArguments ? 3 : 2);
  }

public:
  bool acceptsLangOpts(const LangOptions &LO) const override { return LO.CUDA && !LO.HIP; }
};

/// A supported attribute.
class AttributeHandler : public Handler {
  const AttributeRow &Row;

protected:
  explicit AttributeHandler(DirectiveKind Kind) : Handler(attribute(Kind).Name, true), Row(attribute(Kind)) {}

public:
  AttrHandling handleStmtAttribute(Sema &S, Stmt *St, const ParsedAttr &Attr, class Attr *&Result) const override {
    std::shared_ptr<Compilation> C = Compilation::of(S.Context);
    if (!C || !checkNamespace(S, Attr, Row.Name))
      return AttributeNotApplied;
    while (auto *Inner = dyn_cast<AttributedStmt>(St))
      St = Inner->getSubStmt();
    if (auto *Loop = dyn_cast<ForStmt>(St))
      handleLoop(S, *C, *Loop, Row, Attr, Result);
    else
      report(S.Context, Attr.getLoc(), Diagnosis::WrongSubject) << Row.Name << static_cast<int>(subjectOf(St));
    return AttributeApplied;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const override {
    std::shared_ptr<Compilation> C = Compilation::of(S.Context);
    if (!C || !checkNamespace(S, Attr, Row.Name))
      return AttributeNotApplied;
    if (auto *Function = dyn_cast<FunctionDecl>(D))
      handleFunction(S, *C, *Function, Row, Attr);
    else
      report(S.Context, Attr.getLoc(), Diagnosis::WrongSubject) << Row.Name << static_cast<int>(Subject::Declaration);
    return AttributeApplied;
  }
};

/// An attribute that has only a name so far.
class PlannedHandler : public Handler {
  const char *Name;

protected:
  explicit PlannedHandler(const char *Name) : Handler(Name, false), Name(Name) {}

  AttrHandling refuse(Sema &S, const ParsedAttr &Attr) const {
    std::string Accepted = llvm::join(
        llvm::map_range(attributes(), [](const AttributeRow &Row) { return "'" + std::string(Row.Name) + "'"; }), ", ");
    report(S.Context, Attr.getLoc(), Diagnosis::PlannedAttribute) << Name << Accepted;
    return AttributeApplied;
  }

public:
  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &Attr, class Attr *&) const override {
    return refuse(S, Attr);
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *, const ParsedAttr &Attr) const override { return refuse(S, Attr); }
};

// Clang's registry makes handlers by type: one type for each row.
#define ATTRIBUTE(Id, Name, Takes, Accepts)                                                                            \
  struct Id##Handler : AttributeHandler {                                                                              \
    Id##Handler() : AttributeHandler(DirectiveKind::Id) {}                                                             \
  };                                                                                                                   \
  ParsedAttrInfoRegistry::Add<Id##Handler> Register##Id("phobos::" Name, "");
#define PLANNED_ATTRIBUTE(Id, Name)                                                                                    \
  struct Id##Handler : PlannedHandler {                                                                                \
    Id##Handler() : PlannedHandler(Name) {}                                                                            \
  };                                                                                                                   \
  ParsedAttrInfoRegistry::Add<Id##Handler> Register##Id("phobos::" Name, "");
#include "plugin/Attributes.def"

} // namespace
