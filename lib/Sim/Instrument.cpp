//===- Instrument.cpp - A check before each access --------------*- C++ -*-===//
//
// Runs before the host optimizes anything, so that what is checked is what the device would execute. Accesses to the
// thread's own variables by name are left alone; everything else is checked by address.
//
//===----------------------------------------------------------------------===//
#include "Sim/Lowering.h"
#include "Sim/Report.h"
#include "Sim/Retarget.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

/// Whether the pointer is into the function's own stack.
bool isOwnStack(Value *Pointer) { return isa<AllocaInst>(getUnderlyingObject(Pointer)); }

class Instrumenter {
  Lowering L;
  const DataLayout &DL;
  const bool Check;

public:
  explicit Instrumenter(Module &M) : L(M), DL(M.getDataLayout()), Check(Settings::get().Check || Settings::get().Count) {}

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
        spin();
      access("phsim_load", Load->getPointerOperand(), Load->getType(), Load->getAlign(), "load");
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      access("phsim_store", Store->getPointerOperand(), Store->getValueOperand()->getType(), Store->getAlign(), "store");
    } else if (auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
      spin();
      access("phsim_atomic", Rmw->getPointerOperand(), Rmw->getType(), Rmw->getAlign(), "atomic");
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      spin();
      access("phsim_atomic", Exchange->getPointerOperand(), Exchange->getNewValOperand()->getType(),
             Exchange->getAlign(), "atomic");
    } else if (auto *Transfer = dyn_cast<MemTransferInst>(&I)) {
      range(Transfer->getRawSource(), Transfer->getSourceAlign(), Transfer->getLength(), false);
      range(Transfer->getRawDest(), Transfer->getDestAlign(), Transfer->getLength(), true);
    } else if (auto *Set = dyn_cast<MemSetInst>(&I)) {
      range(Set->getRawDest(), Set->getDestAlign(), Set->getLength(), true);
    } else if (isa<FenceInst>(&I)) {
      L.call("phsim_fence", L.B.getVoidTy(), {});
      I.eraseFromParent();
    }
  }

  void spin() { L.call("phsim_spin", L.B.getVoidTy(), {}); }

  void access(StringRef Function, Value *Pointer, Type *T, Align Alignment, StringRef What) {
    if (!Check || isOwnStack(Pointer))
      return;
    const uint64_t Bytes = DL.getTypeStoreSize(T);
    // PTX splits what is less aligned than its size.
    const uint64_t Need = std::min<uint64_t>(Alignment.value(), bit_floor(std::max<uint64_t>(Bytes, 1)));
    if (!Settings::get().Count && Function != "phsim_atomic" && Need == Bytes && Bytes <= 16) {
      L.call((Function + "_" + Twine(Bytes)).str(), L.B.getVoidTy(), {L.address(Pointer), L.site(What)});
      return;
    }
    L.call(Function, L.B.getVoidTy(),
           {L.address(Pointer), L.bytesAlign(Bytes, std::min<uint64_t>(Need, 16)), L.site(What)});
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
