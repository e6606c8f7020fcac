//===- Carrier.cpp - Directives as calls in the AST -----------------------===//
#include "plugin/Carrier.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/xxhash.h"

using namespace clang;
using namespace phobos;

/// Positions among the marker's arguments.
enum MarkerArgument : unsigned {
  SiteArgument,
  KindArgument,
  ValueArgument,
  UnusedArgument,
  OriginArgument,
  NumArguments
};

static FunctionDecl *findMarkerFunction(ASTContext &Context) {
  DeclarationName Name(&Context.Idents.get(DirectiveFunctionName));
  for (NamedDecl *Found : Context.getTranslationUnitDecl()->lookup(Name))
    if (auto *Function = dyn_cast<FunctionDecl>(Found))
      return Function;
  return nullptr;
}

bool phobos::hasMarkerFunction(ASTContext &Context) { return findMarkerFunction(Context); }

FunctionDecl *phobos::markerFunction(ASTContext &Context) {
  if (FunctionDecl *Known = findMarkerFunction(Context))
    return Known;
  TranslationUnitDecl *Unit = Context.getTranslationUnitDecl();
  QualType Parameters[NumArguments] = {Context.UnsignedIntTy, Context.UnsignedIntTy, Context.LongLongTy,
                                       Context.LongLongTy, Context.LongLongTy};
  FunctionProtoType::ExtProtoInfo Info;
  Info.ExceptionSpec.Type = EST_BasicNoexcept;
  QualType Type = Context.getFunctionType(Context.VoidTy, Parameters, Info);

  auto *ExternC = LinkageSpecDecl::Create(Context, Unit, SourceLocation(), SourceLocation(), LinkageSpecLanguageIDs::C,
                                          /*HasBraces=*/true);
  auto *Function = FunctionDecl::Create(
      Context, ExternC, SourceLocation(), SourceLocation(), DeclarationName(&Context.Idents.get(DirectiveFunctionName)),
      Type, Context.getTrivialTypeSourceInfo(Type), SC_None, /*UsesFPIntrin=*/false, /*isInlineSpecified=*/true,
      /*hasWrittenPrototype=*/true, ConstexprSpecKind::Constexpr);
  SmallVector<ParmVarDecl *, NumArguments> Arguments;
  for (QualType T : Parameters)
    Arguments.push_back(ParmVarDecl::Create(Context, Function, SourceLocation(), SourceLocation(), nullptr, T,
                                            Context.getTrivialTypeSourceInfo(T), SC_None, nullptr));
  Function->setParams(Arguments);
  Function->setBody(CompoundStmt::Create(Context, {}, FPOptionsOverride(), SourceLocation(), SourceLocation()));
  Function->addAttr(CUDAHostAttr::CreateImplicit(Context));
  Function->addAttr(CUDADeviceAttr::CreateImplicit(Context));
  Function->addAttr(NoDebugAttr::CreateImplicit(Context));
  Function->setImplicit();
  ExternC->addDecl(Function);
  Unit->addDecl(ExternC);
  return Function;
}

/// Not the location's own encoding, which a precompiled header does not preserve. Inside a macro the place of expansion
/// is the same for all its loops, so the place of spelling counts as well.
static uint32_t siteId(const SourceManager &SM, SourceLocation Loc) {
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  SM.getExpansionLoc(Loc).print(OS, SM);
  if (Loc.isMacroID())
    SM.getSpellingLoc(Loc).print(OS, SM);
  return static_cast<uint32_t>(llvm::xxh3_64bits(Key));
}

static void noteSite(const ASTContext &Context, Compilation &C, uint32_t Id, SourceLocation Loc) {
  Site &Entry = C.Sites[Id];
  PresumedLoc Place = Context.getSourceManager().getPresumedLoc(Loc);
  if (Entry.File.empty() && Place.isValid())
    Entry = {Place.getFilename(), Place.getLine(), Place.getColumn()};
}

static Expr *number(const ASTContext &Context, uint64_t Value, QualType T, SourceLocation Loc) {
  return IntegerLiteral::Create(Context, llvm::APInt(Context.getIntWidth(T), Value, false, true), T, Loc);
}

/// The call. At is where what follows it begins: a step of the debugger is taken from the whole expression's beginning.
static CallExpr *makeCall(ASTContext &Context, Compilation &C, const Directive &D, SourceLocation At) {
  FunctionDecl *Function = markerFunction(Context);
  uint32_t Site = siteId(Context.getSourceManager(), D.Loc);
  noteSite(Context, C, Site, D.Loc);
  C.HasDependent |= D.Dependent != nullptr;
  Expr *Value = D.Dependent;
  QualType I64 = Context.LongLongTy;
  if (!Value)
    Value = number(Context, static_cast<uint64_t>(D.Value), I64, At);
  else if (!Value->isTypeDependent() && !Context.hasSameType(Value->getType(), I64))
    Value = ImplicitCastExpr::Create(Context, I64, CK_IntegralCast, Value, nullptr, VK_PRValue, FPOptionsOverride());

  Expr *Arguments[NumArguments];
  // The literal's location keeps that of the directive, for whoever reads the AST.
  Arguments[SiteArgument] = number(Context, Site, Context.UnsignedIntTy, D.Loc);
  Arguments[KindArgument] = number(Context, static_cast<unsigned>(D.Kind), Context.UnsignedIntTy, At);
  Arguments[ValueArgument] = Value;
  Arguments[UnusedArgument] = number(Context, 0, I64, At);
  Arguments[OriginArgument] = number(Context, static_cast<unsigned>(D.Origin), I64, At);

  Expr *Name = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), Function, false, At,
                                   Function->getType(), VK_LValue);
  Expr *Callee = ImplicitCastExpr::Create(Context, Context.getPointerType(Function->getType()),
                                          CK_FunctionToPointerDecay, Name, nullptr, VK_PRValue, FPOptionsOverride());
  QualType Type = Value->isTypeDependent() ? Context.DependentTy : Context.VoidTy;
  return CallExpr::Create(Context, Callee, Arguments, Type, VK_PRValue, At, FPOptionsOverride());
}

static Expr *before(ASTContext &Context, CallExpr *Call, Expr *Then) {
  QualType Type = Call->isTypeDependent() ? Context.DependentTy : Then->getType();
  return BinaryOperator::Create(Context, Call, Then, BO_Comma, Type, Then->getValueKind(), Then->getObjectKind(),
                                Then->getBeginLoc(), FPOptionsOverride());
}

static Expr *beforeInside(ASTContext &Context, CallExpr *Call, Expr *Then) {
  // Temporaries live to the end of the full expression, which must stay outermost.
  auto *Full = dyn_cast<ExprWithCleanups>(Then);
  if (!Full)
    return before(Context, Call, Then);
  Full->setSubExpr(before(Context, Call, Full->getSubExpr()));
  return Full;
}

static CompoundStmt *before(ASTContext &Context, CallExpr *Call, CompoundStmt *Block) {
  SmallVector<Stmt *, 16> Statements = {Call};
  llvm::append_range(Statements, Block->body());
  return CompoundStmt::Create(Context, Statements,
                              Block->hasStoredFPFeatures() ? Block->getStoredFPFeatures() : FPOptionsOverride(),
                              Block->getLBracLoc(), Block->getRBracLoc());
}

void phobos::attach(ASTContext &Context, Compilation &C, ForStmt &Loop, const Directive &D) {
  auto Call = [&](const Stmt *Before) { return makeCall(Context, C, D, Before->getBeginLoc()); };
  if (Expr *Increment = Loop.getInc())
    return Loop.setInc(beforeInside(Context, Call(Increment), Increment));
  Stmt *Body = Loop.getBody();
  if (auto *Block = dyn_cast<CompoundStmt>(Body))
    return Loop.setBody(before(Context, Call(Block), Block));
  if (auto *Only = dyn_cast<Expr>(Body))
    return Loop.setBody(beforeInside(Context, Call(Only), Only));
  // Braces around the body would be a scope of the debugger's.
  if (Expr *Condition = Loop.getCond())
    return Loop.setCond(beforeInside(Context, Call(Condition), Condition));
  Loop.setBody(
      CompoundStmt::Create(Context, {Call(Body), Body}, FPOptionsOverride(), Body->getBeginLoc(), Body->getEndLoc()));
}

void phobos::attach(ASTContext &Context, Compilation &C, FunctionDecl &Kernel, const Directive &D) {
  auto *Body = cast<CompoundStmt>(Kernel.getBody());
  Kernel.setBody(before(Context, makeCall(Context, C, D, Body->getLBracLoc()), Body));
}

bool phobos::hasDirective(const ASTContext &Context, const ForStmt &Loop, DirectiveKind Kind) {
  auto IsMarker = [&](const Stmt *St) {
    auto *Call = dyn_cast<CallExpr>(St);
    std::optional<Marker> Found = Call ? marker(Context, *Call) : std::nullopt;
    return Found && Found->Kind == Kind;
  };
  auto StartsWithMarker = [&](const Stmt *St) {
    if (auto *Full = dyn_cast_or_null<ExprWithCleanups>(St))
      St = Full->getSubExpr();
    for (auto *Comma = dyn_cast_or_null<BinaryOperator>(St); Comma && Comma->getOpcode() == BO_Comma;
         Comma = dyn_cast<BinaryOperator>(Comma->getRHS()))
      if (IsMarker(Comma->getLHS()))
        return true;
    auto *Block = dyn_cast_or_null<CompoundStmt>(St);
    return Block && llvm::any_of(Block->body(), IsMarker);
  };
  return StartsWithMarker(Loop.getInc()) || StartsWithMarker(Loop.getCond()) || StartsWithMarker(Loop.getBody());
}

std::optional<Marker> phobos::marker(const ASTContext &Context, const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || Call.getNumArgs() != NumArguments || !Callee->getDeclName().isIdentifier() ||
      Callee->getName() != DirectiveFunctionName)
    return std::nullopt;
  auto *Site = dyn_cast<IntegerLiteral>(Call.getArg(SiteArgument)->IgnoreImpCasts());
  auto *Kind = dyn_cast<IntegerLiteral>(Call.getArg(KindArgument)->IgnoreImpCasts());
  if (!Site || !Kind)
    return std::nullopt;
  return Marker{static_cast<DirectiveKind>(Kind->getValue().getZExtValue()),
                static_cast<uint32_t>(Site->getValue().getZExtValue()), Site->getLocation(),
                const_cast<Expr *>(Call.getArg(ValueArgument))};
}

void phobos::setValue(ASTContext &Context, CallExpr &Call, int64_t Value) {
  Expr *Old = Call.getArg(ValueArgument);
  Call.setArg(ValueArgument, number(Context, static_cast<uint64_t>(Value), Context.LongLongTy, Old->getExprLoc()));
}

namespace {
class SiteCollector : public DynamicRecursiveASTVisitor {
  ASTContext &Context;
  Compilation &C;

public:
  SiteCollector(ASTContext &Context, Compilation &C) : Context(Context), C(C) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    if (std::optional<Marker> Found = marker(Context, *Call))
      noteSite(Context, C, Found->Site, Found->Loc);
    return true;
  }
};
} // namespace

void phobos::notePrecompiledSites(ASTContext &Context, Compilation &C) {
  if (Context.getExternalSource())
    SiteCollector(Context, C).TraverseDecl(Context.getTranslationUnitDecl());
}
