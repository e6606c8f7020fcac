//===- Import.cpp - Copies one function between modules -------------------===//
#include "Passes/Import.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace phobos;

static void collectGlobals(const Value *V, SmallPtrSetImpl<const GlobalValue *> &Globals) {
  if (auto *G = dyn_cast<GlobalValue>(V)) {
    Globals.insert(G);
    return;
  }
  if (auto *C = dyn_cast<Constant>(V))
    for (const Use &Operand : C->operands())
      collectGlobals(Operand, Globals);
}

static GlobalValue *declareIn(Module &M, const GlobalValue &G) {
  if (GlobalValue *Known = M.getNamedValue(G.getName()); Known && G.hasName())
    return Known;
  if (auto *F = dyn_cast<Function>(&G)) {
    Function *New =
        Function::Create(F->getFunctionType(), GlobalValue::ExternalLinkage, F->getAddressSpace(), F->getName(), &M);
    New->copyAttributesFrom(F);
    return New;
  }
  auto *Variable = cast<GlobalVariable>(&G);
  Constant *Initializer = Variable->hasInitializer() ? const_cast<Constant *>(Variable->getInitializer()) : nullptr;
  auto *New =
      new GlobalVariable(M, Variable->getValueType(), Variable->isConstant(), Variable->getLinkage(), Initializer,
                         Variable->getName(), nullptr, Variable->getThreadLocalMode(), Variable->getAddressSpace());
  New->setAlignment(Variable->getAlign());
  return New;
}

Function *phobos::importFunction(const Function &Companion, Module &M, const ValueToValueMapTy &ToClone) {
  DenseMap<const Value *, Value *> FromClone;
  for (const auto &Pair : ToClone)
    if (Value *InClone = Pair.second; InClone && isa<GlobalValue>(Pair.first))
      FromClone[InClone] = const_cast<Value *>(Pair.first);

  Function *New = Function::Create(Companion.getFunctionType(), Companion.getLinkage(), Companion.getAddressSpace(),
                                   Companion.getName(), &M);
  SmallPtrSet<const GlobalValue *, 16> Globals;
  for (const Instruction &I : instructions(Companion))
    for (const Use &Operand : I.operands())
      collectGlobals(Operand, Globals);
  ValueToValueMapTy Map;
  for (const GlobalValue *G : Globals) {
    auto It = FromClone.find(G);
    Map[G] = It != FromClone.end() ? It->second : declareIn(M, *G);
  }
  for (const Argument &A : Companion.args())
    Map[&A] = New->getArg(A.getArgNo());
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(New, &Companion, Map, CloneFunctionChangeType::DifferentModule, Returns);
  New->setCallingConv(Companion.getCallingConv());
  stripDebugInfo(*New);
  return New;
}
