//===- PtxLogic.cpp - Comparisons, bit fields, carries ----------*- C++ -*-===//
#include "Sim/PtxTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace phobos::sim;

static std::optional<Value *> compare(Lowering &L, StringRef How, PtxType T, Value *A, Value *C) {
  if (T.isFloat()) {
    const int Predicate = StringSwitch<int>(How)
                              .Case("eq", CmpInst::FCMP_OEQ)
                              .Case("ne", CmpInst::FCMP_ONE)
                              .Case("lt", CmpInst::FCMP_OLT)
                              .Case("le", CmpInst::FCMP_OLE)
                              .Case("gt", CmpInst::FCMP_OGT)
                              .Case("ge", CmpInst::FCMP_OGE)
                              .Case("equ", CmpInst::FCMP_UEQ)
                              .Case("neu", CmpInst::FCMP_UNE)
                              .Case("ltu", CmpInst::FCMP_ULT)
                              .Case("leu", CmpInst::FCMP_ULE)
                              .Case("gtu", CmpInst::FCMP_UGT)
                              .Case("geu", CmpInst::FCMP_UGE)
                              .Case("num", CmpInst::FCMP_ORD)
                              .Case("nan", CmpInst::FCMP_UNO)
                              .Default(-1);
    if (Predicate < 0)
      return std::nullopt;
    return L.B.CreateFCmp(CmpInst::Predicate(Predicate), widenFloat(L, T, A), widenFloat(L, T, C));
  }
  const bool Signed = T.Of == PtxType::Kind::Signed;
  const int Predicate = StringSwitch<int>(How)
                            .Case("eq", CmpInst::ICMP_EQ)
                            .Case("ne", CmpInst::ICMP_NE)
                            .Case("lt", Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
                            .Case("le", Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                            .Case("gt", Signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
                            .Case("ge", Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
                            .Case("lo", CmpInst::ICMP_ULT)
                            .Case("ls", CmpInst::ICMP_ULE)
                            .Case("hi", CmpInst::ICMP_UGT)
                            .Case("hs", CmpInst::ICMP_UGE)
                            .Default(-1);
  if (Predicate < 0)
    return std::nullopt;
  return L.B.CreateICmp(CmpInst::Predicate(Predicate), L.asInt(A, T.Bits), L.asInt(C, T.Bits));
}

/// set.lt.f16.f16, set.lt.u32.f32: true is 1.0 or all ones.
static std::optional<Value *> set(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  if (Parts.size() < 4 || In.size() != 2)
    return std::nullopt;
  const auto To = parsePtxType(Parts[Parts.size() - 2]), From = parsePtxType(Parts.back());
  if (!To || !From)
    return std::nullopt;
  // With a packed source and one 32-bit integer result, each half becomes all ones.
  const unsigned Lanes = From->Lanes, Bits = To->totalBits() / Lanes;
  Value *Result = ConstantInt::get(L.B.getIntNTy(To->totalBits()), 0);
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    auto Part = [&](Value *V) -> Value * {
      return Lanes == 1 ? V : L.asInt(L.B.CreateLShr(L.asInt(V, 32), Lane * 16), 16);
    };
    const auto Bit = compare(L, Parts[1], From->element(), Part(In[0]), Part(In[1]));
    if (!Bit)
      return std::nullopt;
    Type *T = L.B.getIntNTy(Bits);
    Value *True;
    if (To->isHalf())
      True = ConstantInt::get(T, 0x3C00);
    else if (To->Of == PtxType::Kind::BFloat)
      True = ConstantInt::get(T, 0x3F80);
    else if (To->Of == PtxType::Kind::Float)
      True = ConstantInt::get(T, 0x3F800000);
    else
      True = Constant::getAllOnesValue(T);
    Value *Element = L.B.CreateSelect(*Bit, True, ConstantInt::get(T, 0));
    Result = L.B.CreateOr(Result, L.B.CreateShl(L.B.CreateZExt(Element, Result->getType()), Lane * Bits));
  }
  return L.as(Result, irType(L, *To));
}

/// Byte J of the result is byte (selector nibble J) of the 8 bytes {b, a}; bit 3 of the nibble replicates its sign.
static Value *permute(Lowering &L, ArrayRef<Value *> In) {
  IRBuilder<> &B = L.B;
  Value *Bytes = B.CreateOr(B.CreateZExt(L.asInt(In[0], 32), B.getInt64Ty()),
                            B.CreateShl(B.CreateZExt(L.asInt(In[1], 32), B.getInt64Ty()), 32));
  Value *Selector = L.asInt(In[2], 32), *Result = L.i32(0);
  for (unsigned J = 0; J < 4; ++J) {
    Value *Nibble = B.CreateLShr(Selector, 4 * J);
    Value *Shift = B.CreateShl(B.CreateZExt(B.CreateAnd(Nibble, 7), B.getInt64Ty()), 3);
    Value *Byte = B.CreateTrunc(B.CreateLShr(Bytes, Shift), B.getInt8Ty());
    Value *Sign = B.CreateAShr(Byte, 7);
    Byte = B.CreateSelect(B.CreateICmpNE(B.CreateAnd(Nibble, 8), L.i32(0)), Sign, Byte);
    Result = B.CreateOr(Result, B.CreateShl(B.CreateZExt(Byte, B.getInt32Ty()), 8 * J));
  }
  return Result;
}

static std::optional<Value *> lookup3(Lowering &L, ArrayRef<Value *> In) {
  const std::optional<uint64_t> Table = constantOf(In[3]);
  if (!Table)
    return std::nullopt;
  Value *Result = L.i32(0);
  for (unsigned Row = 0; Row < 8; ++Row) {
    if (!(*Table >> Row & 1))
      continue;
    Value *Term = L.i32(~0u);
    for (unsigned I = 0; I < 3; ++I) {
      Value *V = L.asInt(In[I], 32);
      Term = L.B.CreateAnd(Term, Row >> (2 - I) & 1 ? V : L.B.CreateNot(V));
    }
    Result = L.B.CreateOr(Result, Term);
  }
  return Result;
}

/// bfe: Length bits from Start, sign- or zero-extended.
static Value *extractField(Lowering &L, PtxType T, ArrayRef<Value *> In) {
  IRBuilder<> &B = L.B;
  // A field that leaves the value reads copies of its sign: a wider value holds them all.
  Type *Wide = B.getIntNTy(512);
  const bool Signed = T.Of == PtxType::Kind::Signed;
  Value *V = L.asInt(In[0], T.Bits);
  V = Signed ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide);
  Value *Start = B.CreateZExt(B.CreateAnd(L.asInt(In[1], 32), 255), Wide);
  Value *Length = B.CreateZExt(B.CreateAnd(L.asInt(In[2], 32), 255), Wide);
  Value *Left = B.CreateSub(ConstantInt::get(Wide, 511), Length);
  V = B.CreateShl(B.CreateShl(B.CreateLShr(V, Start), 1), Left);
  V = Signed ? B.CreateAShr(B.CreateAShr(V, Left), 1) : B.CreateLShr(B.CreateLShr(V, Left), 1);
  return B.CreateTrunc(V, B.getIntNTy(T.Bits));
}

/// bfi: the low Length bits of In[0] replace those of In[1] from Start.
static Value *insertField(Lowering &L, PtxType T, ArrayRef<Value *> In) {
  IRBuilder<> &B = L.B;
  Type *Wide = B.getIntNTy(512);
  Value *Start = B.CreateZExt(B.CreateAnd(L.asInt(In[2], 32), 255), Wide);
  Value *Length = B.CreateZExt(B.CreateAnd(L.asInt(In[3], 32), 255), Wide);
  Value *One = ConstantInt::get(Wide, 1);
  Value *Mask = B.CreateShl(B.CreateSub(B.CreateShl(One, Length), One), Start);
  Value *Field = B.CreateShl(B.CreateZExt(L.asInt(In[0], T.Bits), Wide), Start);
  Value *Base = B.CreateZExt(L.asInt(In[1], T.Bits), Wide);
  Value *R = B.CreateOr(B.CreateAnd(Field, Mask), B.CreateAnd(Base, B.CreateNot(Mask)));
  return B.CreateTrunc(R, B.getIntNTy(T.Bits));
}

/// shf.l and shf.r with .wrap or .clamp: 64 bits {b, a} shifted, one half kept.
static Value *funnel(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  IRBuilder<> &B = L.B;
  Value *Low = B.CreateZExt(L.asInt(In[0], 32), B.getInt64Ty()),
        *High = B.CreateZExt(L.asInt(In[1], 32), B.getInt64Ty());
  Value *Both = B.CreateOr(Low, B.CreateShl(High, 32));
  Value *Amount = L.asInt(In[2], 32);
  Amount = has(Parts, "wrap") ? B.CreateAnd(Amount, 31) : B.CreateBinaryIntrinsic(Intrinsic::umin, Amount, L.i32(32));
  Value *Wide = B.CreateZExt(Amount, B.getInt64Ty());
  if (has(Parts, "r"))
    return B.CreateTrunc(B.CreateLShr(Both, Wide), B.getInt32Ty());
  return B.CreateTrunc(B.CreateLShr(B.CreateShl(Both, Wide), 32), B.getInt32Ty());
}

/// add, sub and mad with .cc or as addc, subc, madc.
static std::optional<Value *> carries(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In, PtxType T) {
  IRBuilder<> &B = L.B;
  const bool Uses = Parts[0].ends_with("c"), Sets = has(Parts, "cc");
  StringRef Op = Parts[0];
  if (Uses)
    Op = Op.drop_back();
  if (Uses && !L.Carry)
    return std::nullopt;
  Type *Wide = B.getIntNTy(T.Bits + 2);
  Value *X = L.asInt(In[0], T.Bits), *Y = L.asInt(In[1], T.Bits);
  if (Op == "mad") {
    Type *Product = B.getIntNTy(T.Bits * 2);
    const bool Signed = T.Of == PtxType::Kind::Signed;
    Value *P = B.CreateMul(Signed ? B.CreateSExt(X, Product) : B.CreateZExt(X, Product),
                           Signed ? B.CreateSExt(Y, Product) : B.CreateZExt(Y, Product));
    X = B.CreateTrunc(has(Parts, "hi") ? B.CreateLShr(P, T.Bits) : P, B.getIntNTy(T.Bits));
    Y = L.asInt(In[2], T.Bits);
  }
  Value *WX = B.CreateZExt(X, Wide), *WY = B.CreateZExt(Y, Wide);
  Value *Sum = Op == "sub" ? B.CreateSub(WX, WY) : B.CreateAdd(WX, WY);
  if (Uses) {
    Value *C = B.CreateZExt(L.Carry, Wide);
    Sum = Op == "sub" ? B.CreateSub(Sum, C) : B.CreateAdd(Sum, C);
  }
  if (Sets)
    L.Carry = B.CreateICmpNE(B.CreateLShr(Sum, T.Bits), ConstantInt::get(Wide, 0));
  return B.CreateTrunc(Sum, B.getIntNTy(T.Bits));
}

/// bfind: the highest bit that differs from the sign, or its distance from the top; all ones where there is none.
static Value *findBit(Lowering &L, ArrayRef<StringRef> Parts, PtxType T, Value *V) {
  IRBuilder<> &B = L.B;
  V = L.asInt(V, T.Bits);
  if (T.Of == PtxType::Kind::Signed)
    V = B.CreateXor(V, B.CreateAShr(V, T.Bits - 1));
  Value *Zeros = L.asInt(B.CreateBinaryIntrinsic(Intrinsic::ctlz, V, B.getFalse()), 32);
  Value *R = has(Parts, "shiftamt") ? Zeros : B.CreateSub(L.i32(T.Bits - 1), Zeros);
  return B.CreateSelect(B.CreateICmpEQ(V, ConstantInt::get(V->getType(), 0)), L.i32(~0u), R);
}

/// A position or width of bmsk and szext: at most 32, or modulo 32.
static Value *bitCount(Lowering &L, bool Clamps, Value *V) {
  V = L.asInt(V, 32);
  return Clamps ? L.B.CreateBinaryIntrinsic(Intrinsic::umin, V, L.i32(32)) : L.B.CreateAnd(V, 31);
}

/// bmsk: In[1] ones from bit In[0] on.
static Value *bitMask(Lowering &L, bool Clamps, ArrayRef<Value *> In) {
  IRBuilder<> &B = L.B;
  Value *From = L.asInt(bitCount(L, Clamps, In[0]), 64), *Width = L.asInt(bitCount(L, Clamps, In[1]), 64);
  Value *Ones = B.CreateSub(B.CreateShl(B.getInt64(1), Width), B.getInt64(1));
  return L.asInt(B.CreateShl(Ones, From), 32);
}

/// szext: the low In[1] bits of In[0], with their sign or with zeros.
static Value *extendBits(Lowering &L, bool Clamps, bool Signed, ArrayRef<Value *> In) {
  IRBuilder<> &B = L.B;
  Value *Width = bitCount(L, Clamps, In[1]), *None = B.CreateICmpEQ(Width, L.i32(0));
  Value *Shift = B.CreateSelect(None, L.i32(0), B.CreateSub(L.i32(32), Width));
  Value *High = B.CreateShl(L.asInt(In[0], 32), Shift);
  return B.CreateSelect(None, L.i32(0), Signed ? B.CreateAShr(High, Shift) : B.CreateLShr(High, Shift));
}

static Value *dotProduct(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  IRBuilder<> &B = L.B;
  const bool SignedA = Parts[Parts.size() - 2] == "s32", SignedB = Parts.back() == "s32";
  const bool Two = Parts[0] == "dp2a";
  const unsigned BitsA = Two ? 16 : 8, High = Two && has(Parts, "hi") ? 2 : 0;
  Value *Sum = L.asInt(In[2], 32);
  for (unsigned I = 0; I < (Two ? 2u : 4u); ++I) {
    Value *X = B.CreateTrunc(B.CreateLShr(L.asInt(In[0], 32), I * BitsA), B.getIntNTy(BitsA));
    Value *Y = B.CreateTrunc(B.CreateLShr(L.asInt(In[1], 32), (I + High) * 8), B.getInt8Ty());
    X = SignedA ? B.CreateSExt(X, B.getInt32Ty()) : B.CreateZExt(X, B.getInt32Ty());
    Y = SignedB ? B.CreateSExt(Y, B.getInt32Ty()) : B.CreateZExt(Y, B.getInt32Ty());
    Sum = B.CreateAdd(Sum, B.CreateMul(X, Y));
  }
  return Sum;
}

std::optional<Value *> phobos::sim::lowerPtxLogic(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const StringRef Op = Parts[0];
  if (Op == "set")
    return set(L, Parts, In);
  const std::optional<PtxType> T = parsePtxType(Parts.back());
  if (!T)
    return std::nullopt;
  if (Op == "setp" && Parts.size() >= 3 && In.size() == 2 && T->Lanes == 1)
    return compare(L, Parts[1], *T, In[0], In[1]);
  if (Op == "selp" && In.size() == 3) {
    Value *Condition = L.asInt(In[2], 1);
    return L.B.CreateSelect(Condition, L.as(In[0], irType(L, *T)), L.as(In[1], irType(L, *T)));
  }
  if (Op == "prmt" && Parts.size() == 2 && In.size() == 3)
    return permute(L, In);
  if (Op == "lop3" && In.size() == 4)
    return lookup3(L, In);
  if (Op == "bfe" && In.size() == 3)
    return extractField(L, *T, In);
  if (Op == "bfi" && In.size() == 4)
    return insertField(L, *T, In);
  if (Op == "bmsk" && In.size() == 2)
    return bitMask(L, has(Parts, "clamp"), In);
  if (Op == "szext" && In.size() == 2)
    return extendBits(L, has(Parts, "clamp"), T->Of == PtxType::Kind::Signed, In);
  if (Op == "shf" && In.size() == 3)
    return funnel(L, Parts, In);
  if ((Op == "dp4a" || Op == "dp2a") && In.size() == 3)
    return dotProduct(L, Parts, In);
  if (Op == "bfind" && In.size() == 1)
    return findBit(L, Parts, *T, In[0]);
  if (Op == "addc" || Op == "subc" || Op == "madc" || has(Parts, "cc"))
    return carries(L, Parts, In, *T);
  return std::nullopt;
}
