//===- Product.cpp - Reads the reduction ----------------------------------===//
#include "Raise/Product.h"
#include "Raise/Affine.h"
#include "Raise/Arithmetic.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace phobos;

// Whether the cell holds Initial where the loop begins: then the loop adds into the cell, though its load has left the
// loop.
static bool isHeldBefore(const Value *Initial, const Value *Cell, const BasicBlock *Preheader) {
  for (const BasicBlock *B = Preheader; B; B = B->getSinglePredecessor())
    for (const Instruction &I : reverse(*B)) {
      if (auto *Load = dyn_cast<LoadInst>(&I); Load == Initial && Load && Load->getPointerOperand() == Cell)
        return true;
      if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->getPointerOperand() == Cell)
        return Store->getValueOperand() == Initial;
      if (I.mayWriteToMemory() && !(isa<CallInst>(I) && cast<CallInst>(I).onlyAccessesInaccessibleMemory()))
        return false;
    }
  return false;
}

Result<SumPlace> phobos::promoteAccumulator(Loop &L) {
  SmallVector<StoreInst *, 2> Stores;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B) {
      if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
        return Reject(Reason::AtomicInLoop, {}, I.getDebugLoc());
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Stores.push_back(Store);
      else if (I.mayWriteToMemory() && !(isa<CallInst>(I) && cast<CallInst>(I).onlyAccessesInaccessibleMemory()))
        return Reject(Reason::StoreInLoop, {}, I.getDebugLoc());
    }
  if (Stores.empty())
    return SumPlace::Variable;
  StoreInst *Store = Stores.front();
  Value *Cell = Store->getPointerOperand();
  SmallVector<LoadInst *, 2> Loads;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->getPointerOperand() == Cell)
        Loads.push_back(Load);
  BasicBlock *Exit = L.getExitBlock(), *Preheader = L.getLoopPreheader();
  if (Stores.size() != 1 || Loads.size() > 1 || !L.isLoopInvariant(Cell) || L.getNumBlocks() != 1 || !Exit)
    return Reject(Reason::StoreInLoop, {}, Store->getDebugLoc());

  Value *Sum = Store->getValueOperand();
  SumPlace Place = SumPlace::Memory;
  if (Loads.empty()) {
    // The sum is in a register already, and memory follows it.
    auto Phis = L.getHeader()->phis();
    auto Carried = find_if(Phis, [&](PHINode &Phi) { return Phi.getIncomingValueForBlock(L.getLoopLatch()) == Sum; });
    if (Carried == Phis.end())
      return Reject(Reason::StoreInLoop, {}, Store->getDebugLoc());
    if (!isHeldBefore(Carried->getIncomingValueForBlock(Preheader), Cell, Preheader))
      Place = SumPlace::Stored;
  } else {
    LoadInst *Load = Loads[0];
    if (Load->getType() != Sum->getType() || !Load->comesBefore(Store))
      return Reject(Reason::StoreInLoop, {}, Store->getDebugLoc());
    Instruction *Initial = Load->clone();
    Initial->insertBefore(Preheader->getTerminator()->getIterator());
    PHINode *Register = PHINode::Create(Load->getType(), 2, "", L.getHeader()->begin());
    Register->addIncoming(Initial, Preheader);
    Register->addIncoming(Sum, L.getLoopLatch());
    Load->replaceAllUsesWith(Register);
    Load->eraseFromParent();
  }
  PHINode *Final = PHINode::Create(Sum->getType(), 1, "", Exit->begin());
  Final->addIncoming(Sum, L.getLoopLatch());
  Instruction *After = Store->clone();
  After->insertBefore(Exit->getFirstInsertionPt());
  After->setOperand(0, Final);
  Store->eraseFromParent();
  return Place;
}

// What a value is, for messages; never in terms of the IR's own notions.
static std::string describeOperation(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return "a value";
  if (auto *Call = dyn_cast<CallBase>(I)) {
    if (Call->isInlineAsm())
      return "inline assembly";
    StringRef Name = Call->getCalledFunction() ? Call->getCalledFunction()->getName() : "a call";
    switch (Call->getIntrinsicID()) {
    case Intrinsic::maxnum:
    case Intrinsic::maximum:
    case Intrinsic::smax:
    case Intrinsic::umax:
      return "max";
    case Intrinsic::minnum:
    case Intrinsic::minimum:
    case Intrinsic::smin:
    case Intrinsic::umin:
      return "min";
    case Intrinsic::sqrt:
      return "sqrt";
    case Intrinsic::fabs:
      return "fabs";
    default:
      if (Name.contains("max"))
        return "max";
      if (Name.contains("min."))
        return "min";
      if (Name.contains("sqrt"))
        return "sqrt";
      Name.consume_front("llvm.");
      return Name.split('.').first == "nvvm" ? Name.split('.').second.split('.').first.str() : Name.str();
    }
  }
  switch (I->getOpcode()) {
  case Instruction::FDiv:
    return "a division";
  case Instruction::Select:
  case Instruction::PHI:
    return "a choice between values";
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return "a conversion from an integer";
  case Instruction::FSub:
    return "a difference";
  case Instruction::FAdd:
    return "a sum";
  default:
    return std::string("'") + I->getOpcodeName() + "'";
  }
}

static std::string typeName(const Type *T) {
  if (T->isDoubleTy())
    return "double";
  if (T->isIntegerTy(32))
    return "int";
  if (T->isIntegerTy())
    return "int" + std::to_string(T->getIntegerBitWidth());
  std::string Text;
  raw_string_ostream(Text) << *T;
  return Text;
}

namespace {
class ProductReader {
  Loop &L;
  Contraction &C;
  SmallPtrSet<Value *, 8> Chain;
  SmallVector<std::pair<Instruction *, FloatFormat>, 2> Loads;

public:
  ProductReader(Loop &L, Contraction &C) : L(L), C(C) {}

  std::optional<Reject> read() {
    if (std::optional<Reject> R = findAccumulator())
      return R;
    if (std::optional<Reject> R = readUpdate())
      return R;
    if (std::optional<Reject> R = checkUses())
      return R;
    return takeOperands();
  }

private:
  std::optional<Reject> findAccumulator() {
    PHINode *Found = nullptr;
    for (PHINode &Phi : L.getHeader()->phis()) {
      if (readInduction(Phi, L))
        continue;
      if (Found)
        return Reject(Reason::LoopCarried, {}, Phi.getDebugLoc());
      Found = &Phi;
    }
    if (!Found)
      return Reject(Reason::NoReduction, {"loop"}, C.Loc);
    C.Accumulator = Found;
    C.Update = Found->getIncomingValueForBlock(L.getLoopLatch());
    return std::nullopt;
  }

  bool isAccumulator(Value *V) {
    SmallVector<Value *, 4> Path;
    for (;;) {
      Path.push_back(V);
      V = stripBitcasts(V);
      Path.push_back(V);
      if (V == C.Accumulator) {
        Chain.insert(Path.begin(), Path.end());
        return true;
      }
      Arithmetic A = readArithmetic(V);
      if (A.Kind != Arithmetic::Convert)
        return false;
      V = A.Operands[0];
    }
  }

  // Formats on the way of the sum: the narrowest is what the accumulator is.
  void note(FloatFormat Format) {
    if (Format != FloatFormat::F32 && Format != FloatFormat::Other)
      C.AccumulatorFormat = Format;
  }

  std::optional<Reject> readUpdate() {
    Value *V = C.Update;
    Type *T = C.Accumulator->getType();
    if (!(T->isFloatTy() || T->isHalfTy() || T->isBFloatTy() || T->isIntegerTy(16)))
      return Reject(Reason::AccumulatorType, {typeName(T)}, C.Accumulator->getDebugLoc());
    C.AccumulatorFormat = FloatFormat::F32;
    note(formatOf(T));
    for (;;) {
      Chain.insert(V);
      V = stripBitcasts(V);
      Chain.insert(V);
      Arithmetic A = readArithmetic(V);
      DebugLoc Loc = isa<Instruction>(V) ? cast<Instruction>(V)->getDebugLoc() : DebugLoc();
      note(A.Format);
      switch (A.Kind) {
      case Arithmetic::Convert:
        if (A.Format == FloatFormat::Other || A.From == FloatFormat::Other)
          return Reject(Reason::AccumulatorType, {"double"}, Loc);
        V = A.Operands[0];
        continue;
      case Arithmetic::Add: {
        if (A.Format == FloatFormat::Other)
          return Reject(Reason::AccumulatorType, {typeName(V->getType())}, Loc);
        if (isAccumulator(A.Operands[0]))
          return readFactors(A.Operands[1], A.Format);
        if (isAccumulator(A.Operands[1]))
          return readFactors(A.Operands[0], A.Format);
        return Reject(Reason::NotASum, {"the loop adds more than one product"}, Loc);
      }
      case Arithmetic::Sub:
        if (!isAccumulator(A.Operands[0]))
          return Reject(Reason::NotASum, {"the accumulator is subtracted"}, Loc);
        C.Negated = !C.Negated;
        return readFactors(A.Operands[1], A.Format);
      case Arithmetic::Fma: {
        if (!isAccumulator(A.Operands[2]))
          return Reject(Reason::NotASum, {"the accumulator is multiplied"}, Loc);
        if (std::optional<Reject> R = readFactors(A.Operands[0], A.Format))
          return R;
        return readFactors(A.Operands[1], A.Format);
      }
      default:
        if (isa<SelectInst, PHINode>(V))
          return Reject(Reason::PredicatedProduct, {}, Loc);
        return Reject(Reason::NotASum, {"it is updated by " + describeOperation(V)}, Loc);
      }
    }
  }

  std::optional<Reject> readFactors(Value *V, FloatFormat Format) {
    V = stripBitcasts(V);
    if (L.isLoopInvariant(V)) {
      C.Scales.push_back({V, formatOf(V->getType()) == FloatFormat::Other ? Format : formatOf(V->getType())});
      return std::nullopt;
    }
    Arithmetic A = readArithmetic(V);
    DebugLoc Loc = isa<Instruction>(V) ? cast<Instruction>(V)->getDebugLoc() : DebugLoc();
    switch (A.Kind) {
    case Arithmetic::Convert:
      if (A.From == FloatFormat::Other || A.Format == FloatFormat::Other)
        return Reject(Reason::OperandType, {"double"}, Loc);
      return readFactors(A.Operands[0], A.From);
    case Arithmetic::Negate:
      C.Negated = !C.Negated;
      return readFactors(A.Operands[0], A.Format);
    case Arithmetic::Mul:
      if (A.Format == FloatFormat::Other)
        return Reject(Reason::OperandType, {typeName(V->getType())}, Loc);
      if (std::optional<Reject> R = readFactors(A.Operands[0], A.Format))
        return R;
      return readFactors(A.Operands[1], A.Format);
    case Arithmetic::Load: {
      FloatFormat InMemory = formatOf(V->getType());
      if (V->getType()->isIntegerTy(16))
        InMemory = Format;
      if (InMemory == FloatFormat::Other)
        return Reject(Reason::OperandType, {typeName(V->getType())}, Loc);
      Loads.push_back({cast<Instruction>(V), InMemory});
      return std::nullopt;
    }
    case Arithmetic::Add:
    case Arithmetic::Sub:
    case Arithmetic::Fma:
      return Reject(Reason::NotAProduct, {"a factor is a sum"}, Loc);
    case Arithmetic::None:
      break;
    }
    if (isa<SIToFPInst, UIToFPInst>(V))
      return Reject(Reason::OperandType, {typeName(cast<Instruction>(V)->getOperand(0)->getType())}, Loc);
    if (isa<PHINode>(V))
      return Reject(Reason::NotAProduct, {"a factor is the loop's counter or depends on earlier iterations"}, Loc);
    return Reject(Reason::OperandFunction, {describeOperation(V)}, Loc);
  }

  std::optional<Reject> checkUses() {
    for (Value *V : Chain) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I || !L.contains(I))
        continue;
      for (User *U : I->users())
        if (auto *UserInst = dyn_cast<Instruction>(U); UserInst && L.contains(UserInst) && !Chain.contains(UserInst))
          if (V != C.Update || UserInst != C.Accumulator)
            return Reject(Reason::AccumulatorUsed, {}, UserInst->getDebugLoc());
    }
    return std::nullopt;
  }

  std::optional<Reject> takeOperands() {
    if (Loads.size() != 2)
      return Reject(
          Reason::NotAProduct,
          {Loads.size() < 2 ? "fewer than two factors change in the loop" : "more than two factors change in the loop"},
          C.Loc);
    auto Take = [](std::pair<Instruction *, FloatFormat> Load, Operand &O, OperandFacts &Facts) {
      O.Load = Load.first;
      O.Pointer = readArithmetic(Load.first).Operands[0];
      Facts.Type = Load.second == FloatFormat::F16    ? ElementType::F16
                   : Load.second == FloatFormat::BF16 ? ElementType::BF16
                                                      : ElementType::F32;
    };
    Take(Loads[0], C.A, C.Facts.A);
    Take(Loads[1], C.B, C.Facts.B);
    return std::nullopt;
  }
};
} // namespace

std::optional<Reject> phobos::readProduct(Loop &L, Contraction &C) { return ProductReader(L, C).read(); }
