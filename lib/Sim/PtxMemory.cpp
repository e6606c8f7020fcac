//===- PtxMemory.cpp - Loads, stores, atomics, cp.async ---------*- C++ -*-===//
//
// Loads and stores become IR loads and stores, which the instrumentation then treats as it treats all others.
//
//===----------------------------------------------------------------------===//
#include "Sim/PtxTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

using Results = std::optional<ValueList>;

Value *pointer(Lowering &L, Value *Address) { return L.B.CreateIntToPtr(L.address(Address), L.B.getPtrTy()); }

unsigned vectorWidth(ArrayRef<StringRef> Parts) { return has(Parts, "v4") ? 4 : has(Parts, "v2") ? 2 : 1; }

/// The order that PTX's words name; not atomic for weak and volatile accesses.
AtomicOrdering ordering(ArrayRef<StringRef> Parts) {
  if (has(Parts, "acq_rel"))
    return AtomicOrdering::AcquireRelease;
  if (has(Parts, "acquire"))
    return AtomicOrdering::Acquire;
  if (has(Parts, "release"))
    return AtomicOrdering::Release;
  return has(Parts, "relaxed") ? AtomicOrdering::Monotonic : AtomicOrdering::NotAtomic;
}

/// Makes a load or store as strong as PTX's words say. Vectors stay weak.
template <typename Access> Access *strengthen(Access *A, ArrayRef<StringRef> Parts) {
  A->setVolatile(has(Parts, "volatile") || has(Parts, "cv") || has(Parts, "wt"));
  A->setOrdering(ordering(Parts));
  return A;
}

Results load(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const auto T = parsePtxType(Parts.back());
  if (!T || In.empty() || has(Parts, "param") || has(Parts, "v8"))
    return std::nullopt;
  const unsigned Lanes = vectorWidth(Parts);
  Type *Element = irType(L, *T);
  const Align Alignment(Lanes * T->totalBits() / 8);
  if (Lanes == 1)
    return ValueList{strengthen(L.B.CreateAlignedLoad(Element, pointer(L, In[0]), Alignment), Parts)};
  Value *Vector = L.B.CreateAlignedLoad(FixedVectorType::get(Element, Lanes), pointer(L, In[0]), Alignment);
  ValueList Out;
  for (unsigned I = 0; I < Lanes; ++I)
    Out.push_back(L.B.CreateExtractElement(Vector, I));
  return Out;
}

Results store(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const auto T = parsePtxType(Parts.back());
  const unsigned Lanes = vectorWidth(Parts);
  if (!T || In.size() < 1 + Lanes || has(Parts, "async") || has(Parts, "bulk") || has(Parts, "v8"))
    return std::nullopt;
  Type *Element = irType(L, *T);
  const Align Alignment(Lanes * T->totalBits() / 8);
  if (Lanes == 1) {
    strengthen(L.B.CreateAlignedStore(L.as(In[1], Element), pointer(L, In[0]), Alignment), Parts);
    return ValueList();
  }
  Value *Vector = PoisonValue::get(FixedVectorType::get(Element, Lanes));
  for (unsigned I = 0; I < Lanes; ++I)
    Vector = L.B.CreateInsertElement(Vector, L.as(In[1 + I], Element), I);
  L.B.CreateAlignedStore(Vector, pointer(L, In[0]), Alignment);
  return ValueList();
}

Results atomic(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const auto T = parsePtxType(Parts.back());
  if (!T || In.size() < 2 || vectorWidth(Parts) != 1 || T->totalBits() > 64)
    return std::nullopt;
  const Align Alignment(T->totalBits() / 8);
  Value *P = pointer(L, In[0]);
  const AtomicOrdering Named = ordering(Parts);
  const AtomicOrdering Order = Named == AtomicOrdering::NotAtomic ? AtomicOrdering::Monotonic : Named;
  if (has(Parts, "cas") && In.size() == 3) {
    Type *Int = L.B.getIntNTy(T->totalBits());
    Value *R =
        L.B.CreateAtomicCmpXchg(P, L.as(In[1], Int), L.as(In[2], Int), Alignment, Order, AtomicOrdering::Monotonic);
    return ValueList{L.B.CreateExtractValue(R, 0)};
  }
  const bool Signed = T->Of == PtxType::Kind::Signed, Float = T->isFloat();
  AtomicRMWInst::BinOp Op = AtomicRMWInst::BAD_BINOP;
  for (StringRef Word : Parts.drop_front().drop_back()) {
    Op = StringSwitch<AtomicRMWInst::BinOp>(Word)
             .Case("add", Float ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
             .Case("exch", AtomicRMWInst::Xchg)
             .Case("and", AtomicRMWInst::And)
             .Case("or", AtomicRMWInst::Or)
             .Case("xor", AtomicRMWInst::Xor)
             .Case("inc", AtomicRMWInst::UIncWrap)
             .Case("dec", AtomicRMWInst::UDecWrap)
             .Case("min", Float    ? AtomicRMWInst::BAD_BINOP
                          : Signed ? AtomicRMWInst::Min
                                   : AtomicRMWInst::UMin)
             .Case("max", Float    ? AtomicRMWInst::BAD_BINOP
                          : Signed ? AtomicRMWInst::Max
                                   : AtomicRMWInst::UMax)
             .Default(Op);
  }
  if (Op == AtomicRMWInst::BAD_BINOP)
    return std::nullopt;
  Type *Element = irType(L, *T);
  if (Float && T->Bits == 16) {
    Element = T->Of == PtxType::Kind::BFloat ? L.B.getBFloatTy() : L.B.getHalfTy();
    if (T->Lanes == 2)
      Element = FixedVectorType::get(Element, 2);
  }
  return ValueList{L.B.CreateAtomicRMW(Op, P, L.as(In[1], Element), Alignment, Order)};
}

Results asyncCopy(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  Type *Void = L.B.getVoidTy();
  if (has(Parts, "bulk") || has(Parts, "mbarrier"))
    return std::nullopt;
  if (has(Parts, "commit_group")) {
    L.call("phsim_cp_async_commit", Void, {L.site("cp.async.commit_group")});
    return ValueList();
  }
  const bool Waits = has(Parts, "wait_all") || has(Parts, "wait_group");
  if (Waits && L.mutates(MutationKind::Wait))
    return ValueList();
  if (has(Parts, "wait_all")) {
    L.call("phsim_cp_async_wait_all", Void, {L.site("cp.async.wait_all")});
    return ValueList();
  }
  if (has(Parts, "wait_group") && In.size() == 1) {
    L.call("phsim_cp_async_wait", Void, {L.site("cp.async.wait_group"), L.asInt(In[0], 32)});
    return ValueList();
  }
  // A cache policy after the sizes is only a hint.
  const bool Policy = has(Parts, "L2::cache_hint");
  const size_t Sizes = In.size() - (Policy ? 1 : 0);
  if (Parts.size() < 4 || Sizes < 3 || Sizes > 4 || !constantOf(In[2]))
    return std::nullopt;
  const uint64_t Bytes = *constantOf(In[2]);
  if (Bytes != 4 && Bytes != 8 && Bytes != 16)
    return std::nullopt;
  Value *SourceBytes = Sizes == 4 ? In[3] : L.i32(Bytes);
  // ignore-src: a predicate in place of the size.
  if (SourceBytes->getType()->isIntegerTy(1))
    SourceBytes = L.B.CreateSelect(SourceBytes, L.i32(0), L.i32(Bytes));
  L.call("phsim_cp_async", Void,
         {L.site("cp.async"), L.address(In[0]), L.address(In[1]), L.i32(Bytes), L.asInt(SourceBytes, 32)});
  return ValueList();
}

} // namespace

Results phobos::sim::lowerPtxMemory(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const StringRef Op = Parts[0];
  if (Op == "ld" || Op == "ldu")
    return load(L, Parts, In);
  if (Op == "st")
    return store(L, Parts, In);
  if (Op == "atom")
    return atomic(L, Parts, In);
  if (Op == "red") {
    Results R = atomic(L, Parts, In);
    return R ? Results(ValueList()) : std::nullopt;
  }
  if (Op == "cp" && Parts.size() > 1 && Parts[1] == "async")
    return asyncCopy(L, Parts, In);
  // Hints and orders: nothing is cached or reordered here.
  if (Op == "prefetch" || Op == "prefetchu" || Op == "applypriority" || Op == "discard" || Op == "griddepcontrol")
    return ValueList();
  if (Op == "membar" || Op == "fence") {
    L.call("phsim_fence", L.B.getVoidTy(), {});
    return ValueList();
  }
  if (Op == "nanosleep") {
    L.call("phsim_nanosleep", L.B.getVoidTy(), {});
    return ValueList();
  }
  if (Op == "createpolicy")
    return ValueList{L.B.getInt64(0)};
  if (Op == "cvta" && In.size() == 1)
    return ValueList{L.asInt(L.address(In[0]), Parts.back() == "u32" ? 32 : 64)};
  if (Op == "isspacep" && In.size() == 1 && Parts.size() >= 2) {
    const unsigned Space = Parts[1].starts_with("shared") ? 3 : Parts[1] == "global" ? 1 : 5;
    Value *R = L.call("phsim_is_space", L.B.getInt32Ty(), {L.address(In[0]), L.i32(Space)});
    return ValueList{L.asInt(R, 1)};
  }
  if (Op == "trap") {
    L.call("phsim_trap", L.B.getVoidTy(), {L.site("trap")});
    return ValueList();
  }
  if (Op == "exit") {
    L.call("phsim_exit", L.B.getVoidTy(), {});
    return ValueList();
  }
  return std::nullopt;
}

static Results lowerParts(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> Operands) {
  if (Results R = lowerPtxWarp(L, Parts, Operands))
    return R;
  if (Results R = lowerPtxMBarrier(L, Parts, Operands))
    return R;
  if (Results R = lowerPtxMemory(L, Parts, Operands))
    return R;
  if (Parts[0] == "mov" && Operands.size() == 1) {
    const auto T = parsePtxType(Parts.back());
    return T ? Results(ValueList{L.as(Operands[0], irType(L, *T))}) : std::nullopt;
  }
  std::optional<Value *> V;
  if (Parts[0] == "cvt") {
    V = lowerPtxConvert(L, Parts, Operands);
  } else if (!(V = lowerPtxVideo(L, Parts, Operands)) && !(V = lowerPtxLogic(L, Parts, Operands)) &&
             !Operands.empty()) {
    V = lowerPtxArith(L, Parts, Operands);
  }
  return V ? Results(ValueList{*V}) : std::nullopt;
}

std::optional<ValueList> phobos::sim::lowerPtx(Lowering &L, StringRef Opcode, ArrayRef<Value *> Operands) {
  SmallVector<StringRef, 12> Parts;
  Opcode.split(Parts, '.', -1, false);
  if (Parts.empty())
    return std::nullopt;
  Results R = lowerParts(L, Parts, Operands);
  if (R && L.Counts)
    L.Counts->operation(Parts);
  return R;
}
