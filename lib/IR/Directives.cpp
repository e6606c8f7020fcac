//===- Directives.cpp - Reads and removes the carrier ---------------------===//
#include "IR/Directives.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace phobos;

SmallVector<CallInst *, 4> phobos::findMarkers(Function &F) {
  SmallVector<CallInst *, 4> Markers;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction(); Callee && Callee->getName() == DirectiveFunctionName)
        Markers.push_back(Call);
  return Markers;
}

static void add(DirectiveKind Kind, ArrayRef<int64_t> Arguments, LoopDirectives &Into) {
  int64_t First = Arguments.empty() ? 0 : Arguments[0];
  switch (Kind) {
  case DirectiveKind::TensorCore:
    Into.TensorCore = true;
    Into.Path = static_cast<MmaPath>(First);
    return;
  case DirectiveKind::Pipeline:
    Into.Stages = static_cast<unsigned>(First);
    return;
  case DirectiveKind::Precision:
    Into.Precision = static_cast<OperandPrecision>(First);
    return;
  }
}

void phobos::readMarker(const CallInst &Marker, LoopDirectives &Into) {
  SmallVector<int64_t, 5> Values;
  for (const Use &Argument : Marker.args()) {
    auto *Constant = dyn_cast<ConstantInt>(Argument);
    Values.push_back(Constant ? Constant->getSExtValue() : 0);
  }
  if (Values.size() < 2)
    return;
  Into.Site = static_cast<uint32_t>(Values[0]);
  add(static_cast<DirectiveKind>(Values[1]), ArrayRef(Values).drop_front(2), Into);
}

bool phobos::removeMarkers(Module &M) {
  Function *Marker = M.getFunction(DirectiveFunctionName);
  if (!Marker)
    return false;
  for (User *U : make_early_inc_range(Marker->users()))
    if (auto *Call = dyn_cast<CallInst>(U))
      Call->eraseFromParent();
  if (Marker->use_empty())
    Marker->eraseFromParent();
  return true;
}

void phobos::readKernelDirectives(const Function &F, LoopDirectives &Into) {
  const GlobalVariable *Annotations = F.getParent()->getGlobalVariable("llvm.global.annotations");
  if (!Annotations || !Annotations->hasInitializer())
    return;
  auto *Entries = dyn_cast<ConstantArray>(Annotations->getInitializer());
  if (!Entries)
    return;
  for (const Use &Entry : Entries->operands()) {
    auto *Fields = dyn_cast<ConstantStruct>(Entry);
    if (!Fields || Fields->getOperand(0)->stripPointerCasts() != &F)
      continue;
    auto *Text = dyn_cast<GlobalVariable>(Fields->getOperand(1)->stripPointerCasts());
    auto *String = Text && Text->hasInitializer() ? dyn_cast<ConstantDataSequential>(Text->getInitializer()) : nullptr;
    if (!String || !String->isCString())
      continue;
    SmallVector<int64_t, 3> Arguments;
    if (Fields->getNumOperands() > 4)
      if (auto *G = dyn_cast<GlobalVariable>(Fields->getOperand(4)->stripPointerCasts()); G && G->hasInitializer())
        for (const Use &Value : G->getInitializer()->operands())
          if (auto *Constant = dyn_cast<ConstantInt>(Value))
            Arguments.push_back(Constant->getSExtValue());
    StringRef Name = String->getAsCString();
    if (Name == "phobos.tensorcore")
      add(DirectiveKind::TensorCore, Arguments, Into);
    else if (Name == "phobos.pipeline")
      add(DirectiveKind::Pipeline, Arguments, Into);
    else if (Name == "phobos.precision")
      add(DirectiveKind::Precision, Arguments, Into);
  }
}
