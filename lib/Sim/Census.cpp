//===- Census.cpp - What a kernel's code holds ------------------*- C++ -*-===//
#include "Sim/Census.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

enum class Space { Global, Shared, Generic, Own };

bool isKernelArgument(const Value *V) {
  const auto *A = dyn_cast<Argument>(V);
  return A && A->getParent()->getCallingConv() == CallingConv::PTX_Kernel;
}

/// The memory that one object is in. Own: the thread's stack, parameters and constants, which no counter is about.
Space spaceOfObject(const Value *V) {
  switch (V->getType()->getPointerAddressSpace()) {
  case 1:
    return Space::Global;
  case 3:
  case 7:
    return Space::Shared;
  case 4:
  case 5:
  case 101:
    return Space::Own;
  default:
    break;
  }
  if (isa<AllocaInst>(V))
    return Space::Own;
  if (const auto *A = dyn_cast<Argument>(V); A && A->hasByValAttr())
    return Space::Own;
  // A pointer that the host gave points to global memory, in a parameter of its own or in a structure.
  if (isKernelArgument(V))
    return Space::Global;
  if (const auto *Load = dyn_cast<LoadInst>(V);
      Load && isKernelArgument(getUnderlyingObject(Load->getPointerOperand())))
    return Space::Global;
  return Space::Generic;
}

Space spaceOf(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, 0);
  const Space First = spaceOfObject(Objects.front());
  return all_of(Objects, [&](const Value *O) { return spaceOfObject(O) == First; }) ? First : Space::Generic;
}

Census::Accesses *accesses(Census &C, Space S) {
  return S == Space::Global ? &C.Global : S == Space::Shared ? &C.Shared : S == Space::Generic ? &C.Generic : nullptr;
}

void load(Census &C, Space S) {
  if (Census::Accesses *A = accesses(C, S))
    ++A->Loads;
}

void store(Census &C, Space S) {
  if (Census::Accesses *A = accesses(C, S))
    ++A->Stores;
}

Space spaceOfName(ArrayRef<StringRef> Parts) {
  for (StringRef Part : Parts) {
    if (Part == "global")
      return Space::Global;
    if (Part == "shared" || Part.starts_with("shared::"))
      return Space::Shared;
    if (Part == "local" || Part == "const" || Part == "param")
      return Space::Own;
  }
  return Space::Generic;
}

} // namespace

void Census::instruction(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    load(*this, spaceOf(Load->getPointerOperand()));
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    store(*this, spaceOf(Store->getPointerOperand()));
  } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(&I)) {
    ++Atomics;
  } else if (auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
    store(*this, spaceOf(Memory->getRawDest()));
    if (auto *Transfer = dyn_cast<MemTransferInst>(&I))
      load(*this, spaceOf(Transfer->getRawSource()));
  }
}

void Census::operation(ArrayRef<StringRef> Parts) {
  const StringRef Op = Parts[0], Second = Parts.size() > 1 ? Parts[1] : "";
  if (Op == "ldmatrix")
    ++LoadMatrix;
  else if (Op == "stmatrix")
    ++StoreMatrix;
  else if (Op == "cp" && (is_contained(Parts, "wait_group") || is_contained(Parts, "wait_all")))
    ++AsyncWaits;
  else if (Op == "cp" && is_contained(Parts, "mbarrier"))
    ++BarrierObjects;
  else if (Op == "cp" && !is_contained(Parts, "commit_group"))
    ++AsyncCopies;
  else if (Op == "bar" || Op == "barrier")
    ++(Second == "warp" ? WarpSyncs : Barriers);
  else if (Op == "mbarrier")
    ++BarrierObjects;
  else if (Op == "shfl" || Op == "vote" || Op == "match" || Op == "redux")
    ++Exchanges;
  else if (Op == "atom" || Op == "red")
    ++Atomics;
  else if (Op == "ld" || Op == "ldu")
    load(*this, spaceOfName(Parts));
  else if (Op == "st")
    store(*this, spaceOfName(Parts));
}
