//===- PtxConvert.cpp - cvt -------------------------------------*- C++ -*-===//
//
// Every source becomes a float, a double or an integer exactly; one rounding leads to the destination.
//
//===----------------------------------------------------------------------===//
#include "Sim/PtxTypes.h"

using namespace llvm;
using namespace phobos::sim;
using Kind = PtxType::Kind;

namespace {

class Convert {
  Lowering &L;
  IRBuilder<> &B;
  ArrayRef<StringRef> Parts;
  PtxType To, From;

public:
  Convert(Lowering &L, ArrayRef<StringRef> Parts, PtxType To, PtxType From)
      : L(L), B(L.B), Parts(Parts), To(To), From(From) {}

  std::optional<Value *> run(Value *V) {
    const bool FromFloat = From.isFloat() || From.Of == Kind::E4M3 || From.Of == Kind::E5M2;
    if (To.isInteger())
      return FromFloat ? floatToInt(V) : intToInt(V);
    return FromFloat ? floatToFloat(V) : intToFloat(V);
  }

private:
  bool is(StringRef Word) const { return has(Parts, Word); }
  /// The code of Rounding.
  unsigned rounding() const {
    return is("rz") || is("rzi") ? 1 : is("rm") || is("rmi") ? 2 : is("rp") || is("rpi") ? 3 : is("rna") ? 4 : 0;
  }
  bool integral() const { return is("rni") || is("rzi") || is("rmi") || is("rpi"); }
  /// Codes of Math.cpp; for 16 bits and fewer.
  static unsigned formatCode(PtxType T) {
    return T.isHalf() ? 0 : T.Of == Kind::BFloat ? 1 : T.Of == Kind::E4M3 ? 2 : 3;
  }

  Value *flush(Value *V) {
    return is("ftz") && V->getType()->isFloatTy() ? L.call("phsim_flush", B.getFloatTy(), {V}) : V;
  }

  /// The source as float or double.
  Value *source(Value *V) {
    if (From.Of == Kind::E4M3 || From.Of == Kind::E5M2)
      return L.call("phsim_decode", B.getDoubleTy(), {L.i32(formatCode(From)), L.asInt(V, 32)});
    return flush(widenFloat(L, From, V));
  }

  std::optional<Value *> intToInt(Value *V) {
    V = L.asInt(V, From.Bits);
    const bool Signed = From.Of == Kind::Signed;
    if (!is("sat"))
      return L.asInt(Signed && To.Bits > From.Bits ? B.CreateSExt(V, B.getIntNTy(To.Bits)) : V, To.Bits);
    const unsigned Wide = std::max(To.Bits, From.Bits) + 1;
    Value *W = Signed ? B.CreateSExt(V, B.getIntNTy(Wide)) : B.CreateZExt(V, B.getIntNTy(Wide));
    const bool ToSigned = To.Of == Kind::Signed;
    const APInt Max = ToSigned ? APInt::getSignedMaxValue(To.Bits).sext(Wide) : APInt::getMaxValue(To.Bits).zext(Wide);
    const APInt Min = ToSigned ? APInt::getSignedMinValue(To.Bits).sext(Wide) : APInt::getZero(Wide);
    W = B.CreateBinaryIntrinsic(Intrinsic::smin, W, B.getInt(Max));
    W = B.CreateBinaryIntrinsic(Intrinsic::smax, W, B.getInt(Min));
    return B.CreateTrunc(W, B.getIntNTy(To.Bits));
  }

  std::optional<Value *> floatToInt(Value *V) {
    Value *Source = source(V), *Wide = Source;
    if (Wide->getType()->isFloatTy())
      Wide = B.CreateFPExt(Wide, B.getDoubleTy());
    Value *Rounded = L.call("phsim_round", B.getDoubleTy(), {L.i32(rounding()), Wide});
    const Intrinsic::ID Id = To.Of == Kind::Signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
    return L.integerOfNaN(Source, B.CreateIntrinsic(Id, {B.getIntNTy(To.Bits), B.getDoubleTy()}, {Rounded}));
  }

  std::optional<Value *> intToFloat(Value *V) {
    const bool Signed = From.Of == Kind::Signed;
    V = L.asInt(V, From.Bits);
    Value *Wide = Signed ? B.CreateSExt(V, B.getInt64Ty()) : B.CreateZExt(V, B.getInt64Ty());
    if (To.Of == Kind::Float && To.Bits >= 32) {
      Type *T = To.Bits == 64 ? B.getDoubleTy() : B.getFloatTy();
      if (!rounding())
        return Signed ? B.CreateSIToFP(Wide, T) : B.CreateUIToFP(Wide, T);
      const std::string Name =
          std::string(Signed ? "phsim_i64_to_" : "phsim_u64_to_") + (To.Bits == 64 ? "f64" : "f32");
      return L.call(Name, T, {L.i32(rounding()), Wide});
    }
    // 64-bit integers above 2^53 would be rounded twice.
    if (From.Bits == 64)
      return std::nullopt;
    return encode(Signed ? B.CreateSIToFP(Wide, B.getDoubleTy()) : B.CreateUIToFP(Wide, B.getDoubleTy()));
  }

  /// From float or double to a format of 16 bits or fewer.
  Value *encode(Value *V) {
    if (To.Bits == 16 && V->getType()->isFloatTy() && !rounding() && !is("satfinite"))
      return narrowFloat(L, To, V);
    if (V->getType()->isFloatTy())
      V = B.CreateFPExt(V, B.getDoubleTy());
    Value *Code =
        L.call("phsim_encode", B.getInt32Ty(), {L.i32(formatCode(To)), L.i32(rounding()), L.i32(is("satfinite")), V});
    return L.asInt(Code, To.Bits);
  }

  std::optional<Value *> floatToFloat(Value *V) {
    Value *Wide = source(V);
    if (integral()) {
      Value *D = Wide->getType()->isFloatTy() ? B.CreateFPExt(Wide, B.getDoubleTy()) : Wide;
      D = L.call("phsim_round", B.getDoubleTy(), {L.i32(rounding()), D});
      Wide = Wide->getType()->isFloatTy() ? B.CreateFPTrunc(D, B.getFloatTy()) : D;
    }
    if (is("sat") || is("relu")) {
      Constant *Zero = ConstantFP::get(Wide->getType(), 0.0);
      Wide = is("sat") ? B.CreateBinaryIntrinsic(Intrinsic::minimumnum,
                                                 B.CreateBinaryIntrinsic(Intrinsic::maximumnum, Wide, Zero),
                                                 ConstantFP::get(Wide->getType(), 1.0))
                       : B.CreateBinaryIntrinsic(Intrinsic::maximum, Wide, Zero);
    }
    if (To.Of == Kind::TF32)
      return L.asInt(L.call("phsim_tf32", B.getInt32Ty(), {L.i32(rounding()), Wide}), 32);
    if (To.Bits <= 16)
      return encode(Wide);
    if (To.Bits == 64)
      return Wide->getType()->isDoubleTy() ? Wide : B.CreateFPExt(Wide, B.getDoubleTy());
    if (Wide->getType()->isFloatTy())
      return Wide;
    if (rounding() && !integral() && From.Bits == 64)
      return L.call("phsim_f64_to_f32", B.getFloatTy(), {L.i32(rounding()), Wide});
    return flush(B.CreateFPTrunc(Wide, B.getFloatTy()));
  }
};

} // namespace

std::optional<Value *> phobos::sim::lowerPtxConvert(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  if (Parts.size() < 3)
    return std::nullopt;
  const std::optional<PtxType> To = parsePtxType(Parts[Parts.size() - 2]), From = parsePtxType(Parts.back());
  if (!To || !From || has(Parts, "rs") || has(Parts, "scaled"))
    return std::nullopt;
  Convert One(L, Parts, To->element(), From->element());
  if (To->Lanes == 1 && From->Lanes == 1 && In.size() == 1)
    return One.run(In[0]);
  if (To->Lanes != 2)
    return std::nullopt;
  // Two sources: the first becomes the upper half. One packed source: halves stay where they are.
  ValueList Sources;
  if (In.size() == 2 && From->Lanes == 1) {
    Sources = {In[1], In[0]};
  } else if (In.size() == 1 && From->Lanes == 2) {
    Value *Packed = L.asInt(In[0], From->totalBits());
    Sources = {L.B.CreateTrunc(Packed, L.B.getIntNTy(From->Bits)),
               L.B.CreateTrunc(L.B.CreateLShr(Packed, From->Bits), L.B.getIntNTy(From->Bits))};
  } else {
    return std::nullopt;
  }
  const std::optional<Value *> Low = One.run(Sources[0]), High = One.run(Sources[1]);
  if (!Low || !High)
    return std::nullopt;
  Type *Packed = L.B.getIntNTy(To->totalBits());
  Value *Upper = L.B.CreateShl(L.B.CreateZExt(L.asInt(*High, To->Bits), Packed), To->Bits);
  return L.B.CreateOr(L.B.CreateZExt(L.asInt(*Low, To->Bits), Packed), Upper);
}
