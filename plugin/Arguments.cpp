//===- Arguments.cpp - The arguments of an attribute ----------------------===//
#include "plugin/Arguments.h"
#include "plugin/Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace phobos;

std::optional<int64_t> phobos::evaluate(ASTContext &Context, const AttributeRow &Row, const Expr &Argument) {
  std::optional<llvm::APSInt> Value;
  if (Argument.getType()->isIntegralOrUnscopedEnumerationType())
    Value = Argument.getIntegerConstantExpr(Context);
  if (!Value) {
    report(Context, Argument.getExprLoc(), Diagnosis::NotConstant)
        << Row.Name << Row.Accepts << Argument.getSourceRange();
    return std::nullopt;
  }
  if (*Value < Row.Min || *Value > Row.Max) {
    report(Context, Argument.getExprLoc(), Diagnosis::OutOfRange)
        << Row.Name << toString(*Value, 10) << Row.Accepts << Argument.getSourceRange();
    return std::nullopt;
  }
  return Value->getExtValue();
}

static std::optional<ArgumentValue> readKeyword(Sema &S, const AttributeRow &Row, const ParsedAttr &Attr) {
  SourceLocation Loc = Attr.isArgIdent(0) ? Attr.getArgAsIdent(0)->getLoc() : Attr.getArgAsExpr(0)->getExprLoc();
  StringRef Name = Attr.isArgIdent(0) ? Attr.getArgAsIdent(0)->getIdentifierInfo()->getName() : "";
  const Keyword *Known = Row.keyword(Name);
  if (!Known) {
    report(S.Context, Loc, Diagnosis::BadArgument) << Row.Name << Row.Accepts;
    return std::nullopt;
  }
  if (Known->Planned) {
    report(S.Context, Loc, Diagnosis::PlannedKeyword) << Row.Name << Name << Row.Accepts;
    return std::nullopt;
  }
  return ArgumentValue{Known->Value};
}

/// The first argument as an expression: the parser leaves a lone name, such as a template parameter's, unresolved.
static ExprResult firstExpression(Sema &S, const ParsedAttr &Attr) {
  ExprResult E;
  if (Attr.isArgIdent(0)) {
    UnqualifiedId Id;
    CXXScopeSpec Scope;
    Id.setIdentifier(Attr.getArgAsIdent(0)->getIdentifierInfo(), Attr.getArgAsIdent(0)->getLoc());
    E = S.ActOnIdExpression(S.getCurScope(), Scope, SourceLocation(), Id, /*HasTrailingLParen=*/false,
                            /*IsAddressOfOperand=*/false);
  } else {
    E = Attr.getArgAsExpr(0);
  }
  if (E.isInvalid() || S.DiagnoseUnexpandedParameterPack(E.get()))
    return ExprError();
  E = S.CheckPlaceholderExpr(E.get());
  return E.isInvalid() ? E : S.DefaultLvalueConversion(E.get());
}

static std::optional<ArgumentValue> readNumber(Sema &S, const AttributeRow &Row, const ParsedAttr &Attr) {
  ExprResult E = firstExpression(S, Attr);
  if (E.isInvalid())
    return std::nullopt;
  if (E.get()->isTypeDependent() ||
      (E.get()->isValueDependent() && E.get()->getType()->isIntegralOrUnscopedEnumerationType()))
    return ArgumentValue{0, E.get()};
  if (std::optional<int64_t> Value = evaluate(S.Context, Row, *E.get()))
    return ArgumentValue{*Value};
  return std::nullopt;
}

std::optional<ArgumentValue> phobos::readArgument(Sema &S, const AttributeRow &Row, const ParsedAttr &Attr) {
  if (Attr.getNumArgs() == 0) {
    if (Row.Takes == Arity::Optional)
      return ArgumentValue{};
    report(S.Context, Attr.getLoc(), Diagnosis::MissingArgument) << Row.Name << Row.Accepts;
    return std::nullopt;
  }
  if (Attr.getNumArgs() > 1) {
    SourceLocation Second = Attr.isArgIdent(1) ? Attr.getArgAsIdent(1)->getLoc() : Attr.getArgAsExpr(1)->getExprLoc();
    report(S.Context, Second, Diagnosis::TooManyArguments) << Row.Name << Row.Accepts;
    return std::nullopt;
  }
  return Row.takesNumber() ? readNumber(S, Row, Attr) : readKeyword(S, Row, Attr);
}
