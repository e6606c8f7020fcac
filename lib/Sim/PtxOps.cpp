//===- PtxOps.cpp - One PTX operation ---------------------------*- C++ -*-===//
#include "Sim/PtxTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace phobos::sim;

std::optional<PtxType> phobos::sim::parsePtxType(StringRef Name) {
  using K = PtxType::Kind;
  PtxType T;
  if (Name == "pred")
    return PtxType{K::Predicate, 1, 1};
  if (Name == "tf32")
    return PtxType{K::TF32, 32, 1};
  if (Name.consume_back("x2"))
    T.Lanes = 2;
  if (Name == "e4m3" || Name == "e5m2") {
    T.Of = Name == "e4m3" ? K::E4M3 : K::E5M2;
    T.Bits = 8;
    return T;
  }
  if (Name.consume_front("bf"))
    T.Of = K::BFloat;
  else if (Name.consume_front("f"))
    T.Of = K::Float;
  else if (Name.consume_front("s"))
    T.Of = K::Signed;
  else if (Name.consume_front("u"))
    T.Of = K::Unsigned;
  else if (Name.consume_front("b"))
    T.Of = K::Bits;
  else
    return std::nullopt;
  if (Name.getAsInteger(10, T.Bits) || (T.Bits != 8 && T.Bits != 16 && T.Bits != 32 && T.Bits != 64 && T.Bits != 128))
    return std::nullopt;
  if (T.Of == K::BFloat && T.Bits != 16)
    return std::nullopt;
  return T;
}

Type *phobos::sim::irType(Lowering &L, PtxType T) {
  if (T.Of == PtxType::Kind::Float && T.Lanes == 1 && T.Bits >= 32)
    return T.Bits == 32 ? L.B.getFloatTy() : L.B.getDoubleTy();
  return L.B.getIntNTy(T.totalBits());
}

Value *phobos::sim::widenFloat(Lowering &L, PtxType T, Value *V) {
  if (T.isHalf())
    return L.B.CreateFPExt(L.as(V, L.B.getHalfTy()), L.B.getFloatTy());
  if (T.Of == PtxType::Kind::BFloat)
    return L.B.CreateBitCast(L.B.CreateShl(L.B.CreateZExt(L.asInt(V, 16), L.B.getInt32Ty()), 16), L.B.getFloatTy());
  return L.as(V, T.Bits == 64 ? L.B.getDoubleTy() : L.B.getFloatTy());
}

Value *phobos::sim::narrowFloat(Lowering &L, PtxType T, Value *V) {
  // Both 16-bit types have one NaN, 0x7fff.
  if (T.isHalf()) {
    Value *Bits = L.asInt(L.B.CreateFPTrunc(V, L.B.getHalfTy()), 16);
    return L.B.CreateSelect(L.B.CreateFCmpUNO(V, V), L.B.getInt16(0x7FFF), Bits);
  }
  if (T.Of == PtxType::Kind::BFloat) {
    Value *Bits = L.asInt(V, 32);
    Value *Odd = L.B.CreateAnd(L.B.CreateLShr(Bits, 16), 1);
    Value *Rounded = L.B.CreateLShr(L.B.CreateAdd(L.B.CreateAdd(Bits, L.i32(0x7FFF)), Odd), 16);
    Value *IsNaN = L.B.CreateFCmpUNO(V, V);
    return L.B.CreateTrunc(L.B.CreateSelect(IsNaN, L.i32(0x7FFF), Rounded), L.B.getInt16Ty());
  }
  return V;
}

namespace {

/// Arithmetic on one element of one type.
class Arith {
  Lowering &L;
  IRBuilder<> &B;
  PtxType T;
  ArrayRef<StringRef> Parts;

public:
  Arith(Lowering &L, PtxType T, ArrayRef<StringRef> Parts) : L(L), B(L.B), T(T), Parts(Parts) {}

  std::optional<Value *> run(ArrayRef<Value *> In) {
    if (T.isFloat())
      return floating(In);
    return integer(In);
  }

private:
  StringRef op() const { return Parts[0]; }
  bool is(StringRef Word) const { return has(Parts, Word); }
  Type *floatType() { return T.Bits == 64 ? B.getDoubleTy() : B.getFloatTy(); }

  /// The code of Math.cpp for the rounding, 0 for nearest even.
  unsigned rounding() const { return is("rz") ? 1 : is("rm") ? 2 : is("rp") ? 3 : 0; }

  Value *flush(Value *V) { return is("ftz") && T.Bits == 32 ? L.call("phsim_flush", B.getFloatTy(), {V}) : V; }

  std::optional<Value *> floating(ArrayRef<Value *> In) {
    if (is("ftz") && T.Bits == 16)
      return std::nullopt;
    if (op() == "neg" || op() == "abs")
      return sign(In[0]);
    ValueList W;
    for (Value *V : In)
      W.push_back(flush(widenFloat(L, T, V)));
    std::optional<Value *> R = compute(W, In);
    if (!R)
      return R;
    Value *V = *R;
    // A result that is already encoded has the element's integer type.
    if (!V->getType()->isIntegerTy())
      V = narrowFloat(L, T, flush(V));
    return clampResult(V);
  }

  Value *sign(Value *V) {
    Value *Bits = L.asInt(V, T.Bits);
    const APInt SignBit = APInt::getSignMask(T.Bits);
    Value *R = op() == "neg" ? B.CreateXor(Bits, B.getInt(SignBit)) : B.CreateAnd(Bits, B.getInt(~SignBit));
    return L.as(R, irType(L, T));
  }

  /// .sat and .relu.
  Value *clampResult(Value *V) {
    if (!is("sat") && !is("relu"))
      return V;
    Value *W = widenFloat(L, T, V);
    Constant *Zero = ConstantFP::get(W->getType(), 0.0);
    // NaN becomes 0 with .sat and stays with .relu.
    if (is("sat")) {
      W = B.CreateBinaryIntrinsic(Intrinsic::minimumnum, B.CreateBinaryIntrinsic(Intrinsic::maximumnum, W, Zero),
                                  ConstantFP::get(W->getType(), 1.0));
    } else {
      W = B.CreateBinaryIntrinsic(Intrinsic::maximum, W, Zero);
    }
    return narrowFloat(L, T, W);
  }

  std::optional<Value *> compute(ArrayRef<Value *> W, ArrayRef<Value *> In) {
    const unsigned Count = StringSwitch<unsigned>(op())
                               .Cases({"add", "sub", "mul", "div", "min", "max", "copysign"}, 2)
                               .Cases({"fma", "mad"}, 3)
                               .Default(1);
    if (W.size() != Count && !(W.size() == 3 && (op() == "min" || op() == "max")))
      return std::nullopt;
    if (op() == "min" || op() == "max")
      return minMax(W);
    if (op() == "copysign")
      // PTX takes the sign from the first operand.
      return B.CreateBinaryIntrinsic(Intrinsic::copysign, W[1], W[0]);
    if (unsigned R = rounding())
      return T.Bits == 16 ? std::nullopt : directed(R, W);
    if (op() == "add")
      return B.CreateFAdd(W[0], W[1]);
    if (op() == "sub")
      return B.CreateFSub(W[0], W[1]);
    if (op() == "mul")
      return B.CreateFMul(W[0], W[1]);
    if (op() == "div")
      return B.CreateFDiv(W[0], W[1]);
    if (op() == "sqrt")
      return B.CreateUnaryIntrinsic(Intrinsic::sqrt, W[0]);
    if (op() == "fma" || op() == "mad")
      return fusedMultiplyAdd(W, In);
    return approximate(W, In);
  }

  std::optional<Value *> minMax(ArrayRef<Value *> W) {
    if (is("abs"))
      return std::nullopt;
    const bool Min = op() == "min";
    const Intrinsic::ID Id = is("NaN") ? (Min ? Intrinsic::minimum : Intrinsic::maximum)
                                       : (Min ? Intrinsic::minimumnum : Intrinsic::maximumnum);
    Value *V = B.CreateBinaryIntrinsic(Id, W[0], W[1]);
    return W.size() == 3 ? B.CreateBinaryIntrinsic(Id, V, W[2]) : V;
  }

  std::optional<Value *> directed(unsigned R, ArrayRef<Value *> W) {
    const int Op = StringSwitch<int>(op())
                       .Case("add", 0)
                       .Case("sub", 1)
                       .Case("mul", 2)
                       .Cases({"div", "rcp"}, 3)
                       .Case("sqrt", 4)
                       .Cases({"fma", "mad"}, 5)
                       .Default(-1);
    if (Op < 0)
      return std::nullopt;
    Value *Zero = ConstantFP::get(floatType(), 0.0);
    ValueList A(W.begin(), W.end());
    if (op() == "rcp")
      A.insert(A.begin(), ConstantFP::get(floatType(), 1.0));
    A.resize(3, Zero);
    return L.call(T.Bits == 64 ? "phsim_arith_f64" : "phsim_arith_f32", floatType(),
                  {L.i32(Op), L.i32(R), A[0], A[1], A[2]});
  }

  Value *fusedMultiplyAdd(ArrayRef<Value *> W, ArrayRef<Value *> In) {
    if (T.Bits >= 32)
      return B.CreateIntrinsic(Intrinsic::fma, {floatType()}, {W[0], W[1], W[2]});
    return L.call(T.isHalf() ? "phsim_fma_f16" : "phsim_fma_bf16", B.getInt16Ty(),
                  {L.asInt(In[0], 16), L.asInt(In[1], 16), L.asInt(In[2], 16)});
  }

  std::optional<Value *> approximate(ArrayRef<Value *> W, ArrayRef<Value *> In) {
    const int Op = StringSwitch<int>(op())
                       .Case("ex2", 0)
                       .Case("lg2", 1)
                       .Case("sin", 2)
                       .Case("cos", 3)
                       .Case("tanh", 4)
                       .Case("rsqrt", 5)
                       .Case("rcp", 6)
                       .Default(-1);
    if (Op < 0)
      return std::nullopt;
    if (T.Bits == 16)
      return L.call(T.isHalf() ? "phsim_approx_f16" : "phsim_approx_bf16", B.getInt16Ty(),
                    {L.i32(Op), L.asInt(In[0], 16)});
    if (op() == "rcp")
      return B.CreateFDiv(ConstantFP::get(floatType(), 1.0), W[0]);
    return L.call(T.Bits == 64 ? "phsim_approx_f64" : "phsim_approx_f32", floatType(), {L.i32(Op), W[0]});
  }

  std::optional<Value *> integer(ArrayRef<Value *> Raw);
  Value *multiply(ArrayRef<Value *> In, unsigned FromBits, unsigned Shift, unsigned ToBits);
};

} // namespace

/// The bits [Shift, Shift + ToBits) of the full product, plus In[2] where there is one.
Value *Arith::multiply(ArrayRef<Value *> In, unsigned FromBits, unsigned Shift, unsigned ToBits) {
  const bool Signed = T.Of == PtxType::Kind::Signed;
  Type *Wide = B.getIntNTy(FromBits * 2);
  auto Widen = [&](Value *V) {
    V = L.asInt(V, FromBits);
    return Signed ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide);
  };
  Value *Product = B.CreateMul(Widen(In[0]), Widen(In[1]));
  Value *R = B.CreateTrunc(B.CreateLShr(Product, Shift), B.getIntNTy(ToBits));
  return In.size() == 3 ? B.CreateAdd(R, L.asInt(In[2], ToBits)) : R;
}

std::optional<Value *> Arith::integer(ArrayRef<Value *> Raw) {
  const bool Signed = T.Of == PtxType::Kind::Signed;
  ValueList In;
  for (Value *V : Raw)
    In.push_back(L.asInt(V, T.Bits));
  if (op() == "mul24" || op() == "mad24") {
    ValueList Low(In);
    for (unsigned I = 0; I < 2; ++I) {
      Low[I] = B.CreateShl(In[I], 8);
      Low[I] = Signed ? B.CreateAShr(Low[I], 8) : B.CreateLShr(Low[I], 8);
    }
    return multiply(Low, 32, is("hi") ? 16 : 0, 32);
  }
  if (op() == "mul" || op() == "mad") {
    if (is("wide"))
      return multiply(Raw, T.Bits, 0, T.Bits * 2);
    return multiply(In, T.Bits, is("hi") ? T.Bits : 0, T.Bits);
  }
  if (In.size() == 2) {
    if (op() == "add" && is("sat"))
      return B.CreateBinaryIntrinsic(Signed ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, In[0], In[1]);
    if (op() == "sub" && is("sat"))
      return B.CreateBinaryIntrinsic(Signed ? Intrinsic::ssub_sat : Intrinsic::usub_sat, In[0], In[1]);
    if (op() == "add")
      return B.CreateAdd(In[0], In[1]);
    if (op() == "sub")
      return B.CreateSub(In[0], In[1]);
    if (op() == "min")
      return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin, In[0], In[1]);
    if (op() == "max")
      return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smax : Intrinsic::umax, In[0], In[1]);
    if (op() == "and")
      return B.CreateAnd(In[0], In[1]);
    if (op() == "or")
      return B.CreateOr(In[0], In[1]);
    if (op() == "xor")
      return B.CreateXor(In[0], In[1]);
    if (op() == "shl" || op() == "shr") {
      // The amount is 32 bits wide and clamps.
      Value *Amount = B.CreateZExtOrTrunc(L.asInt(Raw[1], 32), In[0]->getType());
      Value *Top = ConstantInt::get(In[0]->getType(), T.Bits - 1);
      Value *Big = B.CreateICmpUGT(Amount, Top);
      Value *Safe = B.CreateSelect(Big, Top, Amount);
      if (op() == "shr" && Signed)
        return B.CreateAShr(In[0], Safe);
      Value *V = op() == "shl" ? B.CreateShl(In[0], Safe) : B.CreateLShr(In[0], Safe);
      return B.CreateSelect(Big, ConstantInt::get(V->getType(), 0), V);
    }
  }
  if (In.size() == 1) {
    if (op() == "neg")
      return B.CreateNeg(In[0]);
    if (op() == "not")
      return B.CreateNot(In[0]);
    if (op() == "abs")
      return B.CreateBinaryIntrinsic(Intrinsic::abs, In[0], B.getFalse());
    if (op() == "popc")
      return L.asInt(B.CreateUnaryIntrinsic(Intrinsic::ctpop, In[0]), 32);
    if (op() == "clz")
      return L.asInt(B.CreateBinaryIntrinsic(Intrinsic::ctlz, In[0], B.getFalse()), 32);
    if (op() == "brev")
      return B.CreateUnaryIntrinsic(Intrinsic::bitreverse, In[0]);
  }
  if (op() == "sad" && In.size() == 3) {
    Value *Less = Signed ? B.CreateICmpSLT(In[0], In[1]) : B.CreateICmpULT(In[0], In[1]);
    return B.CreateAdd(In[2], B.CreateSelect(Less, B.CreateSub(In[1], In[0]), B.CreateSub(In[0], In[1])));
  }
  return std::nullopt;
}

std::optional<Value *> phobos::sim::lowerPtxArith(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> Operands) {
  std::optional<PtxType> T = parsePtxType(Parts.back());
  if (!T || Operands.empty())
    return std::nullopt;
  Arith Element(L, T->element(), Parts);
  if (T->Lanes == 1)
    return Element.run(Operands);
  Value *Result = L.i32(0);
  for (unsigned Lane = 0; Lane < 2; ++Lane) {
    ValueList Halves;
    for (Value *V : Operands)
      Halves.push_back(L.asInt(L.B.CreateLShr(L.asInt(V, 32), Lane * 16), 16));
    std::optional<Value *> R = Element.run(Halves);
    if (!R)
      return std::nullopt;
    Result = L.B.CreateOr(Result, L.B.CreateShl(L.asInt(*R, 32), Lane * 16));
  }
  return Result;
}
