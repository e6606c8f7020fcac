//===- Reachability.cpp - Which kernels may have companions ---------------===//
#include "plugin/Reachability.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Mangle.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace phobos;

namespace {

/// Every kernel with a body, template instantiations included. Looks into no function.
class KernelFinder : public DynamicRecursiveASTVisitor {
public:
  SmallVector<const FunctionDecl *, 16> Found;

  KernelFinder() { ShouldVisitTemplateInstantiations = true; }
  bool TraverseStmt(Stmt *) override { return true; }
  bool TraverseTypeLoc(TypeLoc, bool) override { return true; }
  bool VisitFunctionDecl(FunctionDecl *Function) override {
    if (Function->hasAttr<CUDAGlobalAttr>() && Function->doesThisDeclarationHaveABody() &&
        !Function->isDependentContext())
      Found.push_back(Function);
    return true;
  }
};

/// What one function refers to.
class References : public DynamicRecursiveASTVisitor {
public:
  SmallVector<const FunctionDecl *, 16> Functions;
  SmallVector<const VarDecl *, 4> Variables;
  bool HasDirective = false;

  References() { ShouldVisitImplicitCode = true; }

  bool VisitAttributedStmt(AttributedStmt *St) override {
    for (const Attr *A : St->getAttrs())
      if (auto *Annotation = dyn_cast<AnnotateAttr>(A))
        HasDirective |= attributeOfAnnotation(Annotation->getAnnotation()) != nullptr;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return add(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override { return add(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return add(E->getConstructor()), addDestructor(E->getType());
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) override { return add(E->getConstructor()); }
  bool VisitCXXNewExpr(CXXNewExpr *E) override { return add(E->getOperatorNew()); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) override {
    return add(E->getOperatorDelete()), addDestructor(E->getDestroyedType());
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override { return addDestructor(E->getType()); }
  bool VisitVarDecl(VarDecl *Variable) override { return addDestructor(Variable->getType()); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override { return TraverseStmt(E->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override { return TraverseStmt(E->getExpr()); }

  bool addDestructor(QualType T) {
    if (T.isNull())
      return true;
    const CXXRecordDecl *Record = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return Record && Record->hasDefinition() ? add(Record->getDestructor()) : true;
  }

private:
  bool add(const Decl *D) {
    if (auto *Function = dyn_cast_or_null<FunctionDecl>(D))
      Functions.push_back(Function);
    else if (auto *Variable = dyn_cast_or_null<VarDecl>(D))
      Variables.push_back(Variable);
    return true;
  }
};

/// References between functions, from the kernels on, kept backwards.
class Graph {
  const Compilation &C;
  llvm::DenseMap<const FunctionDecl *, SmallVector<const FunctionDecl *, 4>> Users;
  llvm::DenseSet<const FunctionDecl *> Known;
  SmallVector<const FunctionDecl *, 32> Pending, WithDirective;

public:
  explicit Graph(const Compilation &C) : C(C) {}

  void add(const FunctionDecl *Function) {
    if (Known.insert(Function->getCanonicalDecl()).second)
      Pending.push_back(Function->getCanonicalDecl());
  }
  void close() {
    while (!Pending.empty())
      visit(Pending.pop_back_val());
  }
  /// Everything that reaches a directive.
  llvm::DenseSet<const FunctionDecl *> reaching() const {
    llvm::DenseSet<const FunctionDecl *> Result;
    SmallVector<const FunctionDecl *, 32> Work = WithDirective;
    while (!Work.empty()) {
      const FunctionDecl *Function = Work.pop_back_val();
      if (!Result.insert(Function).second)
        continue;
      auto Found = Users.find(Function);
      if (Found != Users.end())
        Work.append(Found->second.begin(), Found->second.end());
    }
    return Result;
  }

private:
  void visit(const FunctionDecl *Function);
};

} // namespace

/// The declaration whose body runs. Without an own definition, the template's will do.
static const FunctionDecl *definitionOf(const FunctionDecl *Function) {
  if (const FunctionDecl *Definition = Function->getDefinition())
    return Definition;
  const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern();
  return Pattern ? Pattern->getDefinition() : nullptr;
}

static void addMembersDestructors(References &R, const CXXRecordDecl &Record) {
  for (const CXXBaseSpecifier &Base : Record.bases())
    R.addDestructor(Base.getType());
  for (const FieldDecl *Field : Record.fields())
    R.addDestructor(Field->getType());
}

void Graph::visit(const FunctionDecl *Function) {
  References R;
  if (const FunctionDecl *Definition = definitionOf(Function)) {
    R.TraverseStmt(Definition->getBody());
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Initializer : Constructor->inits())
        R.TraverseStmt(Initializer->getInit());
    if (isa<CXXDestructorDecl>(Definition))
      addMembersDestructors(R, *cast<CXXMethodDecl>(Definition)->getParent());
  }
  llvm::DenseSet<const VarDecl *> VariablesSeen;
  while (!R.Variables.empty()) {
    const VarDecl *Variable = R.Variables.pop_back_val();
    const VarDecl *Initialized = nullptr;
    if (VariablesSeen.insert(Variable->getCanonicalDecl()).second && Variable->getAnyInitializer(Initialized))
      R.TraverseStmt(const_cast<Expr *>(Initialized->getInit()));
  }
  for (const FunctionDecl *Callee : R.Functions) {
    Users[Callee->getCanonicalDecl()].push_back(Function);
    add(Callee);
  }
  if (R.HasDirective || C.Kernels.contains(Function))
    WithDirective.push_back(Function);
}

/// The symbol of the function that '<<<>>>' calls on the host.
static std::string stubSymbol(ASTContext &Context, MangleContext &Mangler, const FunctionDecl *Kernel) {
  std::string Symbol;
  llvm::raw_string_ostream OS(Symbol);
  if (Mangler.shouldMangleDeclName(Kernel))
    Mangler.mangleName(GlobalDecl(Kernel, KernelReferenceKind::Stub), OS);
  else
    OS << "__device_stub__" << Kernel->getName();
  return Symbol;
}

llvm::StringSet<> phobos::findMarkedStubs(ASTContext &Context, const Compilation &C) {
  KernelFinder Kernels;
  Kernels.TraverseDecl(Context.getTranslationUnitDecl());
  Graph References(C);
  for (const FunctionDecl *Kernel : Kernels.Found)
    References.add(Kernel);
  References.close();
  llvm::DenseSet<const FunctionDecl *> Reaching = References.reaching();

  std::unique_ptr<MangleContext> Mangler(Context.createMangleContext());
  llvm::StringSet<> Stubs;
  for (const FunctionDecl *Kernel : Kernels.Found)
    if (C.SkippedDirectives || Reaching.contains(Kernel->getCanonicalDecl()))
      Stubs.insert(stubSymbol(Context, *Mangler, Kernel));
  return Stubs;
}

phobos::ParameterTable phobos::findParameterNames(ASTContext &Context) {
  KernelFinder Kernels;
  Kernels.TraverseDecl(Context.getTranslationUnitDecl());
  std::unique_ptr<MangleContext> Mangler(Context.createMangleContext());
  ParameterTable Names;
  for (const FunctionDecl *Kernel : Kernels.Found) {
    const FunctionDecl *Definition = definitionOf(Kernel);
    if (!Definition)
      continue;
    std::string Symbol = Kernel->getNameAsString();
    if (Mangler->shouldMangleDeclName(Kernel)) {
      Symbol.clear();
      llvm::raw_string_ostream OS(Symbol);
      Mangler->mangleName(GlobalDecl(Kernel, KernelReferenceKind::Kernel), OS);
    }
    for (const ParmVarDecl *P : Definition->parameters())
      Names[Symbol].push_back(P->getNameAsString());
  }
  return Names;
}

/// phobos.h itself is full of names, and skips most of them.
static bool isOwnHeader(StringRef File) {
  return llvm::sys::path::filename(File) == "phobos.h" &&
         llvm::sys::path::filename(llvm::sys::path::parent_path(File)) == "phobos";
}

namespace {

class SkippedTextWatcher : public PPCallbacks {
  Preprocessor &PP;
  std::shared_ptr<Compilation> C;

public:
  SkippedTextWatcher(Preprocessor &PP, std::shared_ptr<Compilation> C) : PP(PP), C(std::move(C)) {}

  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    const SourceManager &SM = PP.getSourceManager();
    if (C->SkippedDirectives || SM.isInSystemHeader(Range.getBegin()) || isOwnHeader(SM.getFilename(Range.getBegin())))
      return;
    StringRef Text = Lexer::getSourceText(CharSourceRange::getCharRange(Range), SM, PP.getLangOpts());
    C->SkippedDirectives = Text.contains("phobos::") || Text.contains("phobos_") || Text.contains("PHOBOS_");
  }
};

} // namespace

void phobos::watchSkippedText(Preprocessor &PP, std::shared_ptr<Compilation> C) {
  PP.addPPCallbacks(std::make_unique<SkippedTextWatcher>(PP, std::move(C)));
}
