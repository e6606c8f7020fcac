//===- Arithmetic.cpp - One view of IR arithmetic and header asm ----------===//
#include "Raise/Arithmetic.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace phobos;

namespace {
struct AsmRow {
  const char *Text;
  enum Arithmetic::Kind Kind;
  FloatFormat Format, From;
};
const AsmRow AsmRows[] = {
#define ASM(Text, Kind, Format, From) {Text, Arithmetic::Kind, FloatFormat::Format, FloatFormat::From},
#include "Raise/Asm.def"
};

// White space carries no meaning between the tokens of the known rows, and braces only scope registers.
std::string canonicalText(StringRef Text) {
  std::string Out;
  for (char C : Text)
    if (!isSpace(C))
      Out += C;
  StringRef Rest = Out;
  Rest.consume_back(";");
  if (Rest.starts_with("{") && Rest.ends_with("}"))
    Rest = Rest.drop_front().drop_back();
  Rest.consume_back(";");
  return Rest.str();
}

const AsmRow *findAsm(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm)
    return nullptr;
  std::string Text = canonicalText(Asm->getAsmString());
  for (const AsmRow &Row : AsmRows)
    if (Text == Row.Text)
      return &Row;
  return nullptr;
}
} // namespace

bool phobos::isKnownAsm(const CallBase &Call) { return findAsm(Call) != nullptr; }

FloatFormat phobos::formatOf(const Type *T) {
  if (T->isHalfTy())
    return FloatFormat::F16;
  if (T->isBFloatTy())
    return FloatFormat::BF16;
  if (T->isFloatTy())
    return FloatFormat::F32;
  return FloatFormat::Other;
}

Value *phobos::stripBitcasts(Value *V) {
  while (auto *Cast = dyn_cast<BitCastInst>(V)) {
    if (Cast->getType()->isVectorTy() || Cast->getSrcTy()->isVectorTy())
      break;
    V = Cast->getOperand(0);
  }
  return V;
}

// bf16 is the upper half of f32: headers for old chips widen it by a shift.
static Value *matchWidenedBFloat(Value *V) {
  Value *Low;
  if (V->getType()->isIntegerTy(32) && match(V, m_Shl(m_ZExt(m_Value(Low)), m_SpecificInt(16))) &&
      Low->getType()->isIntegerTy(16))
    return Low;
  return nullptr;
}

Arithmetic phobos::readArithmetic(Value *Written) {
  Arithmetic Result;
  auto Set = [&](enum Arithmetic::Kind Kind, FloatFormat Format, FloatFormat From, ArrayRef<Value *> Operands) {
    Result.Kind = Kind;
    Result.Format = Format;
    Result.From = From;
    Result.Operands.assign(Operands.begin(), Operands.end());
    return Result;
  };
  Value *V = stripBitcasts(Written);
  if (Value *Low = matchWidenedBFloat(V))
    return Set(Arithmetic::Convert, FloatFormat::F32, FloatFormat::BF16, {Low});
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return Result;
  FloatFormat Format = formatOf(I->getType());
  switch (I->getOpcode()) {
  case Instruction::FAdd:
    return Set(Arithmetic::Add, Format, Format, {I->getOperand(0), I->getOperand(1)});
  case Instruction::FSub:
    return Set(Arithmetic::Sub, Format, Format, {I->getOperand(0), I->getOperand(1)});
  case Instruction::FMul:
    return Set(Arithmetic::Mul, Format, Format, {I->getOperand(0), I->getOperand(1)});
  case Instruction::FNeg:
    return Set(Arithmetic::Negate, Format, Format, {I->getOperand(0)});
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return Set(Arithmetic::Convert, Format, formatOf(I->getOperand(0)->getType()), {I->getOperand(0)});
  case Instruction::Load:
    return Set(Arithmetic::Load, FloatFormat::Other, FloatFormat::Other, {cast<LoadInst>(I)->getPointerOperand()});
  default:
    break;
  }
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call)
    return Result;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::nvvm_fma_rn_f:
    return Set(Arithmetic::Fma, Format, Format,
               {Call->getArgOperand(0), Call->getArgOperand(1), Call->getArgOperand(2)});
  case Intrinsic::nvvm_mul_rn_f:
    return Set(Arithmetic::Mul, Format, Format, {Call->getArgOperand(0), Call->getArgOperand(1)});
  case Intrinsic::nvvm_add_rn_f:
    return Set(Arithmetic::Add, Format, Format, {Call->getArgOperand(0), Call->getArgOperand(1)});
  default:
    break;
  }
  if (const AsmRow *Row = findAsm(*Call)) {
    SmallVector<Value *, 3> Operands(Call->args());
    return Set(Row->Kind, Row->Format, Row->From, Operands);
  }
  return Result;
}
