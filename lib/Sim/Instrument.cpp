//===- Instrument.cpp - A check before each access --------------*- C++ -*-===//
//
// Runs before the host optimizes anything, so that what is checked is what the device would execute. Accesses to the
// thread's own variables by name are left alone; everything else is checked by address.
//
//===----------------------------------------------------------------------===//
#include "Sim/Lowering.h"
#include "Sim/Machine.h"
#include "Sim/Orders.h"
#include "Sim/Report.h"
#include "Sim/Retarget.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

/// Whether the pointer is into the function's own stack.
bool isOwnStack(Value *Pointer) { return isa<AllocaInst>(getUnderlyingObject(Pointer)); }

/// Whether some bits of what is loaded are replaced and the rest is stored where it was, as in a write of a bitfield.
bool isWrittenBack(LoadInst &Load) {
  bool Clears = false, Sets = false;
  Instruction *Now = &Load;
  while (Now->hasOneUse()) {
    auto *Next = cast<Instruction>(Now->user_back());
    if (auto *Store = dyn_cast<StoreInst>(Next))
      return Clears && Sets && Store->getValueOperand() == Now &&
             Store->getPointerOperand() == Load.getPointerOperand();
    if (Next->getOpcode() == Instruction::And && isa<ConstantInt>(Next->getOperand(1)))
      Clears = true;
    else if (Next->getOpcode() == Instruction::Or)
      Sets = true;
    else
      return false;
    Now = Next;
  }
  return false;
}

class Instrumenter {
  Lowering L;
  const DataLayout &DL;
  const bool Check;

public:
  explicit Instrumenter(Module &M)
      : L(M), DL(M.getDataLayout()), Check(Settings::get().Check || Settings::get().counts()) {}

  void run(Function &F) {
    SmallVector<Instruction *, 64> Work;
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (I.mayReadOrWriteMemory() && !I.hasMetadata(OwnAccess))
          Work.push_back(&I);
    for (Instruction *I : Work) {
      L.start(*I);
      visit(*I);
    }
  }

private:
  void visit(Instruction &I) {
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (Load->isVolatile() || Load->isAtomic())
        strong(Load->getPointerOperand(), OrderReads, Load->getOrdering());
      access(Load->isAtomic()       ? "phsim_atomic_load"
             : Load->isVolatile()   ? "phsim_volatile_load"
             : isWrittenBack(*Load) ? "phsim_load_kept"
                                    : "phsim_load",
             Load->getPointerOperand(), Load->getType(), Load->getAlign(), "load");
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      if (Store->isVolatile() || Store->isAtomic())
        strong(Store->getPointerOperand(), OrderWrites, Store->getOrdering());
      access(Store->isAtomic()     ? "phsim_atomic_store"
             : Store->isVolatile() ? "phsim_volatile_store"
                                   : "phsim_store",
             Store->getPointerOperand(), Store->getValueOperand()->getType(), Store->getAlign(), "store");
    } else if (auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
      strong(Rmw->getPointerOperand(), OrderReads | OrderWrites, Rmw->getOrdering());
      access("phsim_atomic", Rmw->getPointerOperand(), Rmw->getType(), Rmw->getAlign(), "atomic");
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      strong(Exchange->getPointerOperand(), OrderReads | OrderWrites, Exchange->getSuccessOrdering());
      access("phsim_atomic", Exchange->getPointerOperand(), Exchange->getNewValOperand()->getType(),
             Exchange->getAlign(), "atomic");
    } else if (auto *Transfer = dyn_cast<MemTransferInst>(&I)) {
      range(Transfer->getRawSource(), Transfer->getSourceAlign(), Transfer->getLength(), false);
      range(Transfer->getRawDest(), Transfer->getDestAlign(), Transfer->getLength(), true);
    } else if (auto *Set = dyn_cast<MemSetInst>(&I)) {
      range(Set->getRawDest(), Set->getDestAlign(), Set->getLength(), true);
    } else if (auto *Some = dyn_cast<IntrinsicInst>(&I); Some && Some->getIntrinsicID() == Intrinsic::masked_load) {
      maskedLoad(*Some);
    } else if (isa<FenceInst>(&I)) {
      L.call("phsim_fence", L.B.getVoidTy(), {});
      I.eraseFromParent();
    }
  }

  /// Lets others run first now and then, where a thread may be waiting for them, and notes what the access orders.
  void strong(Value *Pointer, uint32_t What, AtomicOrdering Ordering) {
    if (What & OrderReads)
      L.call("phsim_spin", L.B.getVoidTy(), {});
    // CUDA's atomics are relaxed; clang writes them as sequentially consistent.
    if (Ordering == AtomicOrdering::Acquire || Ordering == AtomicOrdering::AcquireRelease)
      What |= OrderAcquires;
    if (Ordering == AtomicOrdering::Release || Ordering == AtomicOrdering::AcquireRelease)
      What |= OrderReleases;
    if (Check && !isOwnStack(Pointer))
      L.call("phsim_order", L.B.getVoidTy(), {L.address(Pointer), L.i32(What)});
  }

  /// Checks against the end of an array that is known here, unless the place in it is known as well and is good.
  void bounds(Value *Pointer, uint64_t Bytes, StringRef What) {
    uint64_t Size = 0;
    Value *Array = nullptr;
    if (auto *Own = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer))) {
      Size = Own->getAllocationSize(DL).value_or(TypeSize::getFixed(0)).getFixedValue();
      APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
      const bool Known = Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true) == Own;
      if (!Size || (Known && Offset.ule(Size) && Bytes <= Size - Offset.getZExtValue()))
        return;
      Array = L.address(Own);
    } else if (MDNode *Shared = L.At->getMetadata(ArrayAccess)) {
      auto Number = [&](unsigned I) { return mdconst::extract<ConstantInt>(Shared->getOperand(I))->getZExtValue(); };
      Size = Number(1);
      Array = L.B.getInt64(shared::base() + Number(0));
    }
    if (Array)
      L.call("phsim_array", L.B.getVoidTy(), {L.address(Pointer), Array, L.i32(Size), L.i32(Bytes), L.site(What)});
  }

  void access(StringRef Function, Value *Pointer, Type *T, Align Alignment, StringRef What) {
    if (!Check)
      return;
    const uint64_t Bytes = DL.getTypeStoreSize(T);
    if (Settings::get().Check)
      bounds(Pointer, Bytes, What);
    if (isOwnStack(Pointer))
      return;
    // PTX splits what is less aligned than its size.
    const uint64_t Need = std::min<uint64_t>(Alignment.value(), bit_floor(std::max<uint64_t>(Bytes, 1)));
    if (!Settings::get().counts() && (Function == "phsim_load" || Function == "phsim_store") && Need == Bytes &&
        Bytes <= 16) {
      L.call((Function + "_" + Twine(Bytes)).str(), L.B.getVoidTy(), {L.address(Pointer), L.site(What)});
      return;
    }
    L.call(Function, L.B.getVoidTy(),
           {L.address(Pointer), L.bytesAlign(Bytes, std::min<uint64_t>(Need, 16)), L.site(What)});
  }

  /// A vector of which not all lanes are used: the device loads it whole, where its alignment allows for that.
  void maskedLoad(IntrinsicInst &Load) {
    auto *Mask = dyn_cast<Constant>(Load.getArgOperand(1));
    auto *Vector = cast<FixedVectorType>(Load.getType());
    Value *Pointer = Load.getArgOperand(0);
    if (!Check || !Mask)
      return;
    const uint64_t LaneBytes = DL.getTypeStoreSize(Vector->getElementType()), Bytes = DL.getTypeStoreSize(Vector);
    uint32_t Lanes = 0;
    for (unsigned I = 0; I < Vector->getNumElements(); ++I)
      if (Constant *Used = Mask->getAggregateElement(I); Used && Used->isOneValue())
        Lanes |= 1u << I;
    if (Settings::get().Check)
      bounds(Pointer, LaneBytes * bit_width(Lanes), "load");
    if (isOwnStack(Pointer))
      return;
    const uint64_t Alignment = std::min<uint64_t>(Load.getParamAlign(0).valueOrOne().value(), bit_floor(Bytes));
    L.call("phsim_load_lanes", L.B.getVoidTy(),
           {L.address(Pointer), L.bytesAlign(Bytes, std::min<uint64_t>(Alignment, 16)), L.bytesAlign(LaneBytes, Lanes),
            L.site("load")});
  }

  /// Short copies of known length are what loads and stores of structures are written as.
  void range(Value *Pointer, MaybeAlign Alignment, Value *Length, bool Write) {
    const auto Bytes = constantOf(Length);
    if (Bytes && *Bytes && *Bytes <= 16 && isPowerOf2_64(*Bytes)) {
      access(Write ? "phsim_store" : "phsim_load", Pointer, L.B.getIntNTy(*Bytes * 8), Alignment.valueOrOne(),
             Write ? "store" : "load");
      return;
    }
    if (!Check || isOwnStack(Pointer))
      return;
    L.call("phsim_range", L.B.getVoidTy(),
           {L.address(Pointer), L.asInt(Length, 64), L.i32(Write), L.site(Write ? "store" : "load")});
  }
};

} // namespace

void phobos::sim::instrument(Module &M) {
  Instrumenter I(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      I.run(F);
}
