//===- PtxMBarrier.cpp - Barrier objects ------------------------*- C++ -*-===//
#include "Sim/MBarrier.h"
#include "Sim/PtxTypes.h"

using namespace llvm;
using namespace phobos::sim;

using Results = std::optional<ValueList>;

/// mbarrier.arrive[_drop][.expect_tx][.noComplete]... state, [addr][, count or bytes].
static Results arrive(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  if (In.size() > 2)
    return std::nullopt;
  const bool Expects = has(Parts, "expect_tx"), NoComplete = has(Parts, "noComplete");
  if ((Expects || NoComplete) && In.size() != 2)
    return std::nullopt;
  const uint32_t Flags = (Parts[1] == "arrive_drop" ? MBarrierDrop : 0) | (NoComplete ? MBarrierNoComplete : 0) |
                         (has(Parts, "relaxed") ? MBarrierRelaxed : 0);
  Value *Number = In.size() == 2 ? L.asInt(In[1], 32) : L.i32(1);
  return ValueList{L.call("phsim_mbarrier_arrive", L.B.getInt64Ty(),
                          {L.site(("mbarrier." + Parts[1]).str()), L.address(In[0]), Expects ? L.i32(1) : Number,
                           L.i32(Flags), Expects ? Number : L.i32(0)})};
}

static Results lowerBarrier(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const StringRef Op = Parts[1];
  Type *Void = L.B.getVoidTy();
  const std::string Name = ("mbarrier." + Op).str();
  if (Op == "pending_count" && In.size() == 1)
    return ValueList{L.asInt(In[0], 32)};
  if (Op == "arrive" || Op == "arrive_drop")
    return arrive(L, Parts, In);
  if (Op == "inval" && In.size() == 1) {
    L.call("phsim_mbarrier_inval", Void, {L.site(Name), L.address(In[0])});
    return ValueList();
  }
  if (In.size() < 2)
    return std::nullopt;
  if (Op == "init") {
    L.call("phsim_mbarrier_init", Void, {L.site(Name), L.address(In[0]), L.asInt(In[1], 32)});
    return ValueList();
  }
  if (Op == "expect_tx" || Op == "complete_tx") {
    L.call("phsim_mbarrier_tx", Void, {L.site(Name), L.address(In[0]), L.asInt(In[1], 32), L.i32(Op == "complete_tx")});
    return ValueList();
  }
  if (Op != "test_wait" && Op != "try_wait")
    return std::nullopt;
  // A time limit after the state is only a hint.
  const uint32_t Flags = (has(Parts, "parity") ? MBarrierParity : 0) | (has(Parts, "relaxed") ? MBarrierRelaxed : 0);
  if (L.mutates(MutationKind::Wait))
    return ValueList{L.B.getTrue()};
  Value *R = L.call("phsim_mbarrier_test", L.B.getInt32Ty(),
                    {L.site(Name), L.address(In[0]), L.asInt(In[1], 64), L.i32(Flags)});
  return ValueList{L.asInt(R, 1)};
}

Results phobos::sim::lowerPtxMBarrier(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  if (In.empty() || Parts.size() < 2)
    return std::nullopt;
  if (Parts[0] == "mbarrier")
    return lowerBarrier(L, Parts, In);
  if (Parts[0] != "cp")
    return std::nullopt;
  // A block is its own cluster. A cache policy after the barrier is only a hint.
  if (has(Parts, "bulk") && has(Parts, "mbarrier::complete_tx::bytes") && Parts[4] == "global" &&
      !has(Parts, "tensor") && !has(Parts, "multicast::cluster") && In.size() >= 4) {
    L.call("phsim_cp_async_bulk", L.B.getVoidTy(),
           {L.site("cp.async.bulk"), L.address(In[0]), L.address(In[1]), L.asInt(In[2], 32), L.address(In[3])});
    return ValueList();
  }
  if (!has(Parts, "mbarrier") || has(Parts, "bulk"))
    return std::nullopt;
  L.call("phsim_cp_async_mbarrier", L.B.getVoidTy(),
         {L.site("cp.async.mbarrier.arrive"), L.address(In[0]), L.i32(has(Parts, "noinc") ? 0 : MBarrierIncrement)});
  return ValueList();
}
