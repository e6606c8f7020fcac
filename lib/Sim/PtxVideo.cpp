//===- PtxVideo.cpp - SIMD video instructions -------------------*- C++ -*-===//
//
// Two halfwords or four bytes in a register: vadd2, vabsdiff4, ... Bytes and halfwords of an operand are taken in
// order, and all are written: selections and masks are refused. PTX ISA, "SIMD Video Instructions".
//
//===----------------------------------------------------------------------===//
#include "Sim/PtxTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

/// The lanes of a register, each as a 32-bit number.
Value *lanesOf(Lowering &L, Value *V, unsigned Count, bool Signed) {
  Type *Narrow = FixedVectorType::get(L.B.getIntNTy(32 / Count), Count);
  Type *Wide = FixedVectorType::get(L.B.getInt32Ty(), Count);
  Value *Lanes = L.B.CreateBitCast(L.asInt(V, 32), Narrow);
  return Signed ? L.B.CreateSExt(Lanes, Wide) : L.B.CreateZExt(Lanes, Wide);
}

Value *splat(Lowering &L, unsigned Count, int32_t V) { return L.B.CreateVectorSplat(Count, L.i32(V)); }

/// Lanes of vset are 1 where the comparison holds.
Value *compare(Lowering &L, StringRef How, Value *A, Value *B) {
  // Lanes of either sign fit into 32 bits with sign.
  const auto P = StringSwitch<CmpInst::Predicate>(How)
                     .Case("eq", CmpInst::ICMP_EQ)
                     .Case("ne", CmpInst::ICMP_NE)
                     .Case("lt", CmpInst::ICMP_SLT)
                     .Case("le", CmpInst::ICMP_SLE)
                     .Case("gt", CmpInst::ICMP_SGT)
                     .Case("ge", CmpInst::ICMP_SGE)
                     .Default(CmpInst::BAD_ICMP_PREDICATE);
  return P == CmpInst::BAD_ICMP_PREDICATE ? nullptr : L.B.CreateZExt(L.B.CreateICmp(P, A, B), A->getType());
}

Value *combine(Lowering &L, StringRef Op, unsigned Count, Value *A, Value *B) {
  IRBuilder<> &I = L.B;
  if (Op == "vadd")
    return I.CreateAdd(A, B);
  if (Op == "vsub")
    return I.CreateSub(A, B);
  if (Op == "vmin")
    return I.CreateBinaryIntrinsic(Intrinsic::smin, A, B);
  if (Op == "vmax")
    return I.CreateBinaryIntrinsic(Intrinsic::smax, A, B);
  if (Op == "vabsdiff")
    return I.CreateBinaryIntrinsic(Intrinsic::abs, I.CreateSub(A, B), I.getFalse());
  if (Op != "vavrg")
    return nullptr;
  // Halves are rounded away from zero.
  Value *Sum = I.CreateAdd(A, B);
  Value *Up = I.CreateZExt(I.CreateICmpSGE(Sum, splat(L, Count, 0)), Sum->getType());
  return I.CreateAShr(I.CreateAdd(Sum, Up), 1);
}

Value *saturate(Lowering &L, unsigned Count, bool Signed, Value *V) {
  const unsigned Bits = 32 / Count;
  const int32_t Least = Signed ? -(1 << (Bits - 1)) : 0, Most = Signed ? (1 << (Bits - 1)) - 1 : int((1u << Bits) - 1);
  V = L.B.CreateBinaryIntrinsic(Intrinsic::smax, V, splat(L, Count, Least));
  return L.B.CreateBinaryIntrinsic(Intrinsic::smin, V, splat(L, Count, Most));
}

} // namespace

std::optional<Value *> phobos::sim::lowerPtxVideo(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  StringRef Op = Parts[0];
  const unsigned Count = Op.ends_with("4") ? 4 : Op.ends_with("2") ? 2 : 0;
  if (!Op.starts_with("v") || !Count || In.size() != 3 || Parts.size() < 4)
    return std::nullopt;
  Op = Op.drop_back();
  const bool Sets = Op == "vset";
  // vset has no type of its result.
  ArrayRef<StringRef> Types = Parts.slice(1, Sets ? 2 : 3);
  for (StringRef T : Types)
    if (T != "s32" && T != "u32")
      return std::nullopt;
  Value *A = lanesOf(L, In[0], Count, Types[Types.size() - 2] == "s32");
  Value *B = lanesOf(L, In[1], Count, Types.back() == "s32");
  Value *V = Sets ? compare(L, Parts[3], A, B) : combine(L, Op, Count, A, B);
  if (!V)
    return std::nullopt;
  ArrayRef<StringRef> Rest = Parts.drop_front(4);
  if (has(Rest, "sat"))
    V = saturate(L, Count, Types[0] == "s32", V);
  if (has(Rest, "add"))
    return L.B.CreateAdd(L.B.CreateAddReduce(V), L.asInt(In[2], 32));
  V = L.B.CreateTrunc(V, FixedVectorType::get(L.B.getIntNTy(32 / Count), Count));
  return L.B.CreateBitCast(V, L.B.getInt32Ty());
}
