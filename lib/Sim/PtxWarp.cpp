//===- PtxWarp.cpp - Barriers, votes, shuffles ------------------*- C++ -*-===//
#include "Sim/Machine.h"
#include "Sim/PtxTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

using Results = std::optional<ValueList>;

Results shuffle(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const int Mode =
      Parts.size() < 3
          ? -1
          : StringSwitch<int>(Parts[2]).Case("up", 0).Case("down", 1).Case("bfly", 2).Case("idx", 3).Default(-1);
  if (Mode < 0 || In.size() != 4)
    return std::nullopt;
  Value *R = L.call("phsim_shfl", L.B.getInt64Ty(),
                    {L.site("shfl.sync"), L.i32(Mode), L.asInt(In[3], 32), L.asInt(In[0], 32), L.asInt(In[1], 32),
                     L.asInt(In[2], 32)});
  return ValueList{L.asInt(R, 32), L.asInt(L.B.CreateLShr(R, 32), 1)};
}

Results vote(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  if (Parts.size() < 3 || In.size() != 2)
    return std::nullopt;
  const StringRef Mode = Parts[2];
  Value *Mask = L.asInt(In[1], 32);
  Value *Ballot = L.call("phsim_ballot", L.B.getInt32Ty(),
                         {L.site("vote.sync"), Mask, L.B.CreateZExt(L.asInt(In[0], 1), L.B.getInt32Ty())});
  Value *All = L.B.CreateICmpEQ(Ballot, Mask), *None = L.B.CreateICmpEQ(Ballot, L.i32(0));
  if (Mode == "ballot")
    return ValueList{Ballot};
  if (Mode == "all")
    return ValueList{All};
  if (Mode == "any")
    return ValueList{L.B.CreateNot(None)};
  if (Mode == "uni")
    return ValueList{L.B.CreateOr(All, None)};
  return std::nullopt;
}

Results match(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  if (Parts.size() < 4 || In.size() != 2)
    return std::nullopt;
  Value *Mask = L.asInt(In[1], 32);
  Value *Same = L.call("phsim_match", L.B.getInt32Ty(),
                       {L.site("match.sync"), Mask, L.asInt(L.asInt(In[0], Parts.back() == "b64" ? 64 : 32), 64)});
  if (Parts[1] == "any")
    return ValueList{Same};
  Value *All = L.B.CreateICmpEQ(Same, Mask);
  return ValueList{L.B.CreateSelect(All, Mask, L.i32(0)), All};
}

Results reduce(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  if (Parts.size() != 4 || In.size() != 2)
    return std::nullopt;
  const bool Signed = Parts[3] == "s32";
  const int Op = StringSwitch<int>(Parts[2])
                     .Case("add", 0)
                     .Case("min", Signed ? 1 : 3)
                     .Case("max", Signed ? 2 : 4)
                     .Case("and", 5)
                     .Case("or", 6)
                     .Case("xor", 7)
                     .Default(-1);
  if (Op < 0 || Parts[3] == "f32")
    return std::nullopt;
  return ValueList{L.call("phsim_redux", L.B.getInt32Ty(),
                          {L.site("redux.sync"), L.asInt(In[1], 32), L.i32(Op), L.asInt(In[0], 32)})};
}

Results elect(Lowering &L, ArrayRef<Value *> In) {
  if (In.size() != 1)
    return std::nullopt;
  Value *Mask = L.asInt(In[0], 32);
  L.call("phsim_ballot", L.B.getInt32Ty(), {L.site("elect.sync"), Mask, L.i32(1)});
  Value *Leader = L.B.CreateBinaryIntrinsic(Intrinsic::cttz, Mask, L.B.getFalse());
  return ValueList{Leader, L.B.CreateICmpEQ(Leader, L.specialRegister("laneid"))};
}

/// bar and barrier, with or without .cta.
Results barrier(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  if (has(Parts, "cluster"))
    return std::nullopt;
  if (has(Parts, "warp")) {
    if (In.size() != 1)
      return std::nullopt;
    L.call("phsim_warp_sync", L.B.getVoidTy(), {L.site("bar.warp.sync"), L.asInt(In[0], 32)});
    return ValueList();
  }
  const bool Reduces = has(Parts, "red"), Arrives = has(Parts, "arrive");
  // 'bar' is short for 'barrier.aligned'.
  const bool Aligned = Parts[0] == "bar" || has(Parts, "aligned");
  if (In.empty() || In.size() > 2u + Reduces)
    return std::nullopt;
  BarrierOp Op = Arrives ? BarrierOp::Arrive : BarrierOp::Sync;
  Value *Predicate = L.i32(0);
  ArrayRef<Value *> Rest = In;
  if (Reduces) {
    Op = has(Parts, "popc") ? BarrierOp::RedPopc : has(Parts, "and") ? BarrierOp::RedAnd : BarrierOp::RedOr;
    Predicate = L.B.CreateZExt(L.asInt(In.back(), 1), L.B.getInt32Ty());
    Rest = In.drop_back();
  }
  Value *Count = Rest.size() == 2 ? L.asInt(Rest[1], 32) : L.i32(0);
  if (Arrives && Rest.size() != 2)
    return std::nullopt;
  if (!Reduces && L.mutates(MutationKind::Barrier))
    return ValueList();
  if (Reduces && L.mutates(MutationKind::Vote))
    return ValueList{Op == BarrierOp::RedPopc ? Predicate : L.B.CreateICmpNE(Predicate, L.i32(0))};
  Value *R = L.call("phsim_barrier", L.B.getInt32Ty(),
                    {L.site(Arrives   ? "bar.arrive"
                            : Reduces ? "bar.red"
                                      : "bar.sync"),
                     L.i32(unsigned(Op)), L.i32(Aligned), L.asInt(Rest[0], 32), Count, Predicate});
  if (!Reduces)
    return ValueList();
  return ValueList{Op == BarrierOp::RedPopc ? R : L.B.CreateICmpNE(R, L.i32(0))};
}

} // namespace

Results phobos::sim::lowerPtxWarp(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const StringRef Op = Parts[0];
  if (Results R = lowerPtxMatrix(L, Parts, In))
    return R;
  if (Op == "bar" || Op == "barrier")
    return barrier(L, Parts, In);
  if (Op == "shfl" && Parts.size() > 1 && Parts[1] == "sync")
    return shuffle(L, Parts, In);
  if (Op == "vote" && Parts.size() > 1 && Parts[1] == "sync")
    return vote(L, Parts, In);
  if (Op == "match")
    return match(L, Parts, In);
  if (Op == "redux")
    return reduce(L, Parts, In);
  if (Op == "elect")
    return elect(L, In);
  if (Op == "activemask")
    return ValueList{L.call("phsim_activemask", L.B.getInt32Ty(), {L.site("activemask")})};
  return std::nullopt;
}
