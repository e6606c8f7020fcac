//===- LaunchExpression.cpp - IR values as programs of a record -----------===//
#include "Launch/LaunchExpression.h"
#include "Launch/PlanRecord.h"
#include "Launch/Runtime/Expression.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace phobos {

ParameterLayout::ParameterLayout(const Function &Kernel, unsigned Count) {
  const DataLayout &DL = Kernel.getDataLayout();
  uint64_t End = 0;
  for (unsigned I = 0; I != Count; ++I) {
    const Argument *A = Kernel.getArg(I);
    bool ByVal = A->hasByValAttr();
    Type *T = ByVal ? A->getParamByValType() : A->getType();
    // On a plain pointer the attribute speaks of what it points to.
    Align Stated = ByVal ? A->getParamAlign().valueOrOne() : Align();
    End = alignTo(End, std::max(DL.getABITypeAlign(T), Stated));
    Offset.push_back(End);
    Size.push_back(DL.getTypeStoreSize(T));
    End += Size.back();
  }
}

namespace {

/// Part of a parameter.
struct ParameterPart {
  unsigned Parameter;
  uint64_t Offset;
};

/// Whether nothing but loads sees the memory at Pointer.
bool isOnlyRead(const Value *Pointer) {
  return all_of(Pointer->users(), [&](const User *U) {
    if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(U))
      return isOnlyRead(U);
    if (const auto *Copy = dyn_cast<MemTransferInst>(U))
      return Copy->getRawDest() != Pointer;
    return isa<LoadInst>(U) || U->isDroppable() || isa<LifetimeIntrinsic>(U);
  });
}

class Compiler {
  const DataLayout &DL;
  unsigned NumParameters;
  ParameterLayout Layout;
  unsigned Depth = 0;

public:
  std::vector<uint64_t> Words;

  Compiler(const Function &F, unsigned NumParameters)
      : DL(F.getDataLayout()), NumParameters(NumParameters), Layout(F, NumParameters) {}

  /// Appends the program of V. Returns false where there is none; Words is of no use then.
  bool compile(const Value *V);

private:
  unsigned widthOf(const Value *V) const {
    Type *T = V->getType();
    return T->isIntegerTy() || T->isPointerTy() ? unsigned(DL.getTypeSizeInBits(T)) : 0;
  }

  bool push(PhobosOp Op, uint64_t Operand = 0) {
    Words.push_back(Op | Operand << 8);
    return ++Depth <= phobos_v1::MaxStack;
  }
  bool pushConstant(uint64_t Value) {
    bool Fits = push(PHOBOS_OP_CONST);
    Words.push_back(Value);
    return Fits;
  }
  bool unary(PhobosOp Op, unsigned Bits) {
    if (Bits < 64)
      Words.push_back(Op | uint64_t(Bits) << 8);
    return true;
  }
  bool binary(PhobosOp Op) {
    Words.push_back(Op);
    --Depth;
    return true;
  }
  /// Puts the result of a 64-bit operation back into Bits bits.
  bool wrap(unsigned Bits) { return unary(PHOBOS_OP_ZEXT, Bits); }
  bool compileSigned(const Value *V) { return compile(V) && unary(PHOBOS_OP_SEXT, widthOf(V)); }
  bool compileConstant(const APInt &Value) { return pushConstant(Value.getZExtValue()); }

  std::optional<ParameterPart> findPart(const Value *V) const;
  bool compilePart(const Value *V, const ParameterPart &Part);
  bool compileArgument(const Argument &A);
  bool compileCast(const CastInst &Cast);
  bool compileBinary(const BinaryOperator &I);
  bool compileElement(const GEPOperator &Element);
  bool compileIntrinsic(const IntrinsicInst &I);
  bool compileSignedExtremum(const IntrinsicInst &I, PhobosOp Unsigned);
};

} // namespace

/// The part of a parameter that V was read from, by a load of a byval struct or by value.
std::optional<ParameterPart> Compiler::findPart(const Value *V) const {
  if (const auto *A = dyn_cast<Argument>(V)) {
    if (A->getArgNo() < NumParameters && !A->hasByValAttr())
      return ParameterPart{A->getArgNo(), 0};
    return std::nullopt;
  }
  if (const auto *Extract = dyn_cast<ExtractValueInst>(V)) {
    std::optional<ParameterPart> Part = findPart(Extract->getAggregateOperand());
    if (!Part)
      return std::nullopt;
    SmallVector<Value *, 4> Indices{ConstantInt::get(Type::getInt64Ty(V->getContext()), 0)};
    for (unsigned Index : Extract->indices())
      Indices.push_back(ConstantInt::get(Type::getInt32Ty(V->getContext()), Index));
    Part->Offset += DL.getIndexedOffsetInType(Extract->getAggregateOperand()->getType(), Indices);
    return Part;
  }
  const auto *Load = dyn_cast<LoadInst>(V);
  if (!Load)
    return std::nullopt;
  const Value *Pointer = Load->getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  // Through GEPs and address space casts alike.
  for (const Value *Last = nullptr; Pointer != Last;) {
    Last = Pointer;
    Pointer = Pointer->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
    if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(Pointer))
      Pointer = Cast->getPointerOperand();
  }
  const auto *A = dyn_cast<Argument>(Pointer);
  if (!A || A->getArgNo() >= NumParameters || !A->hasByValAttr() || Offset.isNegative() || !isOnlyRead(A))
    return std::nullopt;
  return ParameterPart{A->getArgNo(), Offset.getZExtValue()};
}

bool Compiler::compilePart(const Value *V, const ParameterPart &Part) {
  uint64_t Bytes = DL.getTypeStoreSize(V->getType());
  if (!isPowerOf2_64(Bytes) || Bytes > 8 || Part.Offset + Bytes > Layout.Size[Part.Parameter])
    return false;
  return push(PHOBOS_OP_PARAM, (Layout.Offset[Part.Parameter] + Part.Offset) << 8 | Bytes) &&
         (widthOf(V) == 8 * Bytes || wrap(widthOf(V)));
}

bool Compiler::compileArgument(const Argument &A) {
  unsigned Dim = A.getArgNo() - NumParameters;
  return A.getArgNo() >= NumParameters && Dim < 6 && A.getType()->isIntegerTy(32) && push(PHOBOS_OP_SHAPE, Dim);
}

bool Compiler::compileCast(const CastInst &Cast) {
  const Value *From = Cast.getOperand(0);
  unsigned Bits = widthOf(&Cast);
  switch (Cast.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::AddrSpaceCast:
    return compile(From);
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return compile(From) && (Bits >= widthOf(From) || wrap(Bits));
  case Instruction::SExt:
    return compileSigned(From) && wrap(Bits);
  default:
    return false;
  }
}

bool Compiler::compileElement(const GEPOperator &Element) {
  unsigned Bits = widthOf(&Element);
  SmallMapVector<Value *, APInt, 4> Scales;
  APInt Constant(Bits, 0);
  if (!Bits || !Element.collectOffset(DL, Bits, Scales, Constant) || !compile(Element.getPointerOperand()))
    return false;
  for (const auto &[Index, Scale] : Scales)
    if (!compileSigned(Index) || !compileConstant(Scale) || !binary(PHOBOS_OP_MUL) || !binary(PHOBOS_OP_ADD))
      return false;
  return (Constant.isZero() || (compileConstant(Constant) && binary(PHOBOS_OP_ADD))) && wrap(Bits);
}

bool Compiler::compileBinary(const BinaryOperator &I) {
  const Value *L = I.getOperand(0), *R = I.getOperand(1);
  unsigned Bits = widthOf(&I);
  // WrapAround: what a 64-bit operation leaves above Bits has to go.
  auto Unsigned = [&](PhobosOp Op) { return compile(L) && compile(R) && binary(Op); };
  auto WrapAround = [&](PhobosOp Op) { return Unsigned(Op) && wrap(Bits); };
  auto Signed = [&](PhobosOp Op) { return compileSigned(L) && compileSigned(R) && binary(Op) && wrap(Bits); };
  switch (I.getOpcode()) {
  case Instruction::Add:
    return WrapAround(PHOBOS_OP_ADD);
  case Instruction::Sub:
    return WrapAround(PHOBOS_OP_SUB);
  case Instruction::Mul:
    return WrapAround(PHOBOS_OP_MUL);
  case Instruction::Shl:
    return WrapAround(PHOBOS_OP_SHL);
  case Instruction::UDiv:
    return Unsigned(PHOBOS_OP_UDIV);
  case Instruction::URem:
    return Unsigned(PHOBOS_OP_UREM);
  case Instruction::LShr:
    return Unsigned(PHOBOS_OP_LSHR);
  case Instruction::SDiv:
    return Signed(PHOBOS_OP_SDIV);
  case Instruction::SRem:
    return Signed(PHOBOS_OP_SREM);
  case Instruction::AShr:
    return compileSigned(L) && compile(R) && binary(PHOBOS_OP_ASHR) && wrap(Bits);
  case Instruction::Or:
    return Unsigned(PHOBOS_OP_OR);
  case Instruction::And:
    return Unsigned(PHOBOS_OP_AND);
  case Instruction::Xor:
    return Unsigned(PHOBOS_OP_XOR);
  default:
    return false;
  }
}

/// max(l, r) = umax(l + s, r + s) - s with s the sign bit, modulo 2^w; there - s is + s.
bool Compiler::compileSignedExtremum(const IntrinsicInst &I, PhobosOp Unsigned) {
  unsigned Bits = widthOf(&I);
  APInt Sign = APInt::getSignMask(Bits);
  auto AddSign = [&] { return compileConstant(Sign) && binary(PHOBOS_OP_ADD) && wrap(Bits); };
  return compile(I.getArgOperand(0)) && AddSign() && compile(I.getArgOperand(1)) && AddSign() && binary(Unsigned) &&
         AddSign();
}

bool Compiler::compileIntrinsic(const IntrinsicInst &I) {
  auto Unsigned = [&](PhobosOp Op) { return compile(I.getArgOperand(0)) && compile(I.getArgOperand(1)) && binary(Op); };
  switch (I.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return push(PHOBOS_OP_SHAPE, 0);
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return push(PHOBOS_OP_SHAPE, 1);
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return push(PHOBOS_OP_SHAPE, 2);
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return push(PHOBOS_OP_SHAPE, 3);
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return push(PHOBOS_OP_SHAPE, 4);
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return push(PHOBOS_OP_SHAPE, 5);
  case Intrinsic::umin:
    return Unsigned(PHOBOS_OP_UMIN);
  case Intrinsic::umax:
    return Unsigned(PHOBOS_OP_UMAX);
  case Intrinsic::smin:
    return compileSignedExtremum(I, PHOBOS_OP_UMIN);
  case Intrinsic::smax:
    return compileSignedExtremum(I, PHOBOS_OP_UMAX);
  default:
    return false;
  }
}

bool Compiler::compile(const Value *V) {
  unsigned Bits = widthOf(V);
  // A shared subexpression is compiled once a use, so the length is also what ends deep graphs.
  if (Bits < 1 || Bits > 64 || Words.size() >= PHOBOS_MAX_PROGRAM_WORDS)
    return false;
  if (const auto *Constant = dyn_cast<ConstantInt>(V))
    return compileConstant(Constant->getValue());
  if (std::optional<ParameterPart> Part = findPart(V))
    return compilePart(V, *Part);
  if (const auto *A = dyn_cast<Argument>(V))
    return compileArgument(*A);
  if (const auto *Cast = dyn_cast<CastInst>(V))
    return compileCast(*Cast);
  if (const auto *Element = dyn_cast<GEPOperator>(V))
    return compileElement(*Element);
  if (const auto *I = dyn_cast<BinaryOperator>(V))
    return compileBinary(*I);
  if (const auto *I = dyn_cast<IntrinsicInst>(V))
    return compileIntrinsic(*I);
  if (const auto *Freeze = dyn_cast<FreezeInst>(V))
    return compile(Freeze->getOperand(0));
  if (const auto *Phi = dyn_cast<PHINode>(V))
    return Phi->getNumIncomingValues() == 1 && compile(Phi->getIncomingValue(0));
  return false;
}

std::optional<std::vector<uint64_t>> compileLaunchExpression(const Value *V, const Function &F,
                                                             std::optional<unsigned> NumParameters) {
  Compiler C(F, NumParameters.value_or(F.arg_size()));
  if (!C.compile(V))
    return std::nullopt;
  C.Words.push_back(PHOBOS_OP_END);
  if (C.Words.size() > PHOBOS_MAX_PROGRAM_WORDS)
    return std::nullopt;
  return std::move(C.Words);
}

} // namespace phobos
