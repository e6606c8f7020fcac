//===- Kernels.cpp - Attributes of whole kernels --------------------------===//
#include "plugin/Kernels.h"
#include "plugin/Arguments.h"
#include "plugin/Carrier.h"
#include "plugin/Diagnostics.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;
using namespace phobos;

/// The argument in an instantiation; 0 where it is wrong, which is reported.
static int64_t evaluateInstantiated(ASTContext &Context, const AttributeRow &Row, const Expr &Argument,
                                    const FunctionDecl &Function) {
  if (std::optional<int64_t> Value = evaluate(Context, Row, Argument))
    return *Value;
  report(Context, Function.getPointOfInstantiation(), Diagnosis::Instantiated) << &Function;
  return 0;
}

namespace {

/// The 'for' loops that hold no other loop.
class InnermostLoops : public DynamicRecursiveASTVisitor {
  unsigned LoopsSeen = 0;

public:
  SmallVector<ForStmt *, 4> Found;

  bool TraverseForStmt(ForStmt *Loop) override {
    unsigned Number = ++LoopsSeen;
    bool GoOn = DynamicRecursiveASTVisitor::TraverseForStmt(Loop);
    if (LoopsSeen == Number)
      Found.push_back(Loop);
    return GoOn;
  }
  bool TraverseWhileStmt(WhileStmt *Loop) override {
    return ++LoopsSeen, DynamicRecursiveASTVisitor::TraverseWhileStmt(Loop);
  }
  bool TraverseDoStmt(DoStmt *Loop) override { return ++LoopsSeen, DynamicRecursiveASTVisitor::TraverseDoStmt(Loop); }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *Loop) override {
    return ++LoopsSeen, DynamicRecursiveASTVisitor::TraverseCXXForRangeStmt(Loop);
  }
};

/// Gives every marker a plain number, once instantiation made its argument a constant.
class MarkerFolder : public DynamicRecursiveASTVisitor {
  ASTContext &Context;
  const FunctionDecl &Function;

public:
  MarkerFolder(ASTContext &Context, const FunctionDecl &Function) : Context(Context), Function(Function) {}

  bool VisitCallExpr(CallExpr *Call) override {
    std::optional<Marker> Found = marker(Context, *Call);
    if (!Found)
      return true;
    const Expr *Value = Found->Value->IgnoreImpCasts();
    if (isa<IntegerLiteral>(Value))
      return true;
    setValue(Context, *Call, evaluateInstantiated(Context, attribute(Found->Kind), *Value, Function));
    return true;
  }
};

} // namespace

/// Adds an attribute to what is known of the kernel; the same attribute may stand on several declarations.
static void merge(ASTContext &Context, SmallVectorImpl<Given> &Known, const Given &New) {
  const auto *Same = llvm::find_if(Known, [&](const Given &G) { return G.Row == New.Row; });
  if (Same == Known.end()) {
    Known.push_back(New);
  } else if (Same->Value != New.Value) {
    report(Context, New.Loc, Diagnosis::Contradiction) << New.Row->Name << static_cast<int>(Holder::Kernel);
    report(Context, Same->Loc, Diagnosis::Earlier) << New.Row->Name;
  }
}

/// Moves our annotations from the declaration to C.Kernels.
static void takeOffAnnotations(ASTContext &Context, Compilation &C, FunctionDecl &Function) {
  AttrVec Kept;
  bool Any = false;
  for (Attr *A : Function.attrs()) {
    auto *Annotation = dyn_cast<AnnotateAttr>(A);
    const AttributeRow *Row = Annotation ? attributeOfAnnotation(Annotation->getAnnotation()) : nullptr;
    if (!Row) {
      Kept.push_back(A);
      continue;
    }
    Any = true;
    const Expr *Argument = (*Annotation->args_begin())->IgnoreImplicit();
    Given New{Row, 0, Annotation->getLoc()};
    if (Row->takesNumber() && !isa<IntegerLiteral>(Argument))
      New.Value = evaluateInstantiated(Context, *Row, *Argument, Function);
    else
      New.Value = Argument->EvaluateKnownConstInt(Context).getExtValue();
    merge(Context, C.Kernels[Function.getCanonicalDecl()], New);
  }
  if (!Any)
    return;
  Function.dropAttrs();
  for (Attr *A : Kept)
    Function.addAttr(A);
}

static void attachToKernel(ASTContext &Context, Compilation &C, FunctionDecl &Kernel, ArrayRef<Given> Attributes) {
  for (const Given &G : Attributes) {
    if (G.Row->Kind == DirectiveKind::TensorCore) {
      InnermostLoops Loops;
      Loops.TraverseStmt(Kernel.getBody());
      for (ForStmt *Loop : Loops.Found)
        if (!hasDirective(Context, *Loop, DirectiveKind::TensorCore))
          attach(Context, C, *Loop,
                 {G.Row->Kind, DirectiveOrigin::KernelLoop, G.Value.value_or(0), nullptr, Loop->getForLoc()});
    }
    attach(Context, C, Kernel, {G.Row->Kind, DirectiveOrigin::Kernel, G.Value.value_or(0), nullptr, G.Loc});
  }
}

static void prepareFunction(ASTContext &Context, Compilation &C, FunctionDecl &Function) {
  if (Function.isDependentContext() || Function.isInvalidDecl())
    return;
  takeOffAnnotations(Context, C, Function);
  if (C.Where == Side::Host || !Function.doesThisDeclarationHaveABody() || !C.Prepared.insert(&Function).second)
    return;
  if (C.HasDependent && Function.isTemplateInstantiation())
    MarkerFolder(Context, Function).TraverseStmt(Function.getBody());
  auto Known = C.Kernels.find(Function.getCanonicalDecl());
  if (Known != C.Kernels.end() && Function.hasAttr<CUDAGlobalAttr>() &&
      isa_and_nonnull<CompoundStmt>(Function.getBody()))
    attachToKernel(Context, C, Function, Known->second);
}

void phobos::prepareForCodeGen(ASTContext &Context, Compilation &C, Decl &D) {
  if (auto *Function = dyn_cast<FunctionDecl>(&D))
    return prepareFunction(Context, C, *Function);
  // Kernels may be static members, too.
  if (auto *Record = dyn_cast<CXXRecordDecl>(&D); Record && Record->isDependentContext())
    return;
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(D))
    for (Decl *Inner : cast<DeclContext>(&D)->decls())
      prepareForCodeGen(Context, C, *Inner);
}

void phobos::checkAttributes(ASTContext &Context, Compilation &C) {
  llvm::DenseSet<const FunctionDecl *> WithTensorCore;
  for (const auto &[Function, Attributes] : C.Functions)
    for (const Given &G : Attributes) {
      if (!Function->hasAttr<CUDAGlobalAttr>())
        report(Context, G.Loc, Diagnosis::WrongSubject) << G.Row->Name << static_cast<int>(Subject::Function);
      if (G.Row->Kind == DirectiveKind::TensorCore)
        WithTensorCore.insert(Function->getCanonicalDecl());
    }
  auto IsTensorCore = [](const Given &G) { return G.Row->Kind == DirectiveKind::TensorCore; };
  for (const auto &[Loop, Entry] : C.Loops) {
    bool Kernel = Entry.Function && WithTensorCore.contains(Entry.Function->getCanonicalDecl());
    if (!Kernel && llvm::none_of(Entry.Attributes, IsTensorCore) && !Entry.Attributes.empty())
      report(Context, Entry.Attributes.front().Loc, Diagnosis::NeedsTensorCore) << Entry.Attributes.front().Row->Name;
  }
}
