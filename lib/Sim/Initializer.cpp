//===- Initializer.cpp - Device variables and their first values -----------===//
#include "Sim/Initializer.h"
#include "Sim/Memory.h"
#include "Sim/Report.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"
#include <cstring>

using namespace llvm;
using namespace phobos::sim;

namespace {

class Writer {
  const DataLayout &DL;
  const StringMap<uint64_t> &Addresses, &Functions;
  StringRef Variable;

public:
  Writer(const DataLayout &DL, const StringMap<uint64_t> &Addresses, const StringMap<uint64_t> &Functions,
         StringRef Variable)
      : DL(DL), Addresses(Addresses), Functions(Functions), Variable(Variable) {}

  void write(const Constant *C, uint8_t *To) {
    // Undefined bytes are zeros here, as in a loaded image.
    if (isa<UndefValue, ConstantAggregateZero, ConstantPointerNull>(C))
      return;
    if (auto *I = dyn_cast<ConstantInt>(C))
      return bits(I->getValue(), To);
    if (auto *F = dyn_cast<ConstantFP>(C))
      return bits(F->getValueAPF().bitcastToAPInt(), To);
    if (auto *S = dyn_cast<ConstantStruct>(C)) {
      const StructLayout *Layout = DL.getStructLayout(S->getType());
      for (unsigned I = 0; I < S->getNumOperands(); ++I)
        write(S->getOperand(I), To + Layout->getElementOffset(I));
      return;
    }
    if (auto *D = dyn_cast<ConstantDataSequential>(C)) {
      const uint64_t Stride = DL.getTypeAllocSize(D->getElementType());
      for (unsigned I = 0; I < D->getNumElements(); ++I)
        write(D->getElementAsConstant(I), To + I * Stride);
      return;
    }
    if (isa<ConstantArray, ConstantVector>(C)) {
      const uint64_t Stride = DL.getTypeAllocSize(C->getOperand(0)->getType());
      for (unsigned I = 0; I < C->getNumOperands(); ++I)
        write(cast<Constant>(C->getOperand(I)), To + I * Stride);
      return;
    }
    int64_t Value;
    if (address(C, Value)) {
      memcpy(To, &Value, std::min<uint64_t>(DL.getTypeStoreSize(C->getType()), 8));
      return;
    }
    reportHost(Finding::NotSimulated, "the initial value of the device variable '" + Variable.str() + "'");
  }

private:
  void bits(const APInt &V, uint8_t *To) {
    const unsigned Bytes = (V.getBitWidth() + 7) / 8;
    const APInt Wide = V.zext(alignTo(std::max(V.getBitWidth(), 64u), 64));
    memcpy(To, Wide.getRawData(), Bytes);
  }

  /// The value of an address expression.
  bool address(const Constant *C, int64_t &Out) {
    if (auto *G = dyn_cast<GlobalVariable>(C)) {
      auto It = Addresses.find(G->getName());
      if (It == Addresses.end())
        return false;
      Out = It->second;
      return true;
    }
    if (auto *F = dyn_cast<Function>(C)) {
      auto It = Functions.find(F->getName());
      if (It == Functions.end())
        return false;
      Out = It->second;
      return true;
    }
    if (auto *I = dyn_cast<ConstantInt>(C)) {
      Out = I->getSExtValue();
      return true;
    }
    if (isa<ConstantPointerNull>(C)) {
      Out = 0;
      return true;
    }
    auto *E = dyn_cast<ConstantExpr>(C);
    if (!E || !address(E->getOperand(0), Out))
      return false;
    if (E->isCast())
      return true;
    if (auto *Gep = dyn_cast<GEPOperator>(E)) {
      APInt Offset(DL.getIndexTypeSizeInBits(Gep->getType()), 0);
      if (!Gep->accumulateConstantOffset(DL, Offset))
        return false;
      Out += Offset.getSExtValue();
      return true;
    }
    int64_t Right;
    if (E->getNumOperands() != 2 || !address(E->getOperand(1), Right))
      return false;
    if (E->getOpcode() == Instruction::Add)
      Out += Right;
    else if (E->getOpcode() == Instruction::Sub)
      Out -= Right;
    else
      return false;
    return true;
  }
};

} // namespace

static void collectFunctions(const Constant *C, SetVector<const Function *> &Out) {
  if (auto *F = dyn_cast<Function>(C)) {
    Out.insert(F);
    return;
  }
  if (isa<GlobalValue>(C))
    return;
  for (const Value *Operand : C->operands())
    if (auto *Inner = dyn_cast<Constant>(Operand))
      collectFunctions(Inner, Out);
}

void phobos::sim::placeVariables(Module &M, uint64_t Limit, StringMap<uint64_t> &Addresses, StringMap<uint64_t> &Sizes,
                                 FunctionCompiler Compile) {
  constexpr unsigned Shared = 3, Constants = 4;
  const DataLayout &DL = M.getDataLayout();
  auto Placed = [&](const GlobalVariable &G) {
    return G.getAddressSpace() != Shared && G.hasInitializer() && G.getSection() != "llvm.metadata" &&
           !G.getName().starts_with("llvm.");
  };
  for (GlobalVariable &G : M.globals()) {
    if (!Placed(G))
      continue;
    // Unnamed strings get a name that the kernels' modules will see as well: they read the same bitcode.
    const uint64_t Bytes = DL.getTypeAllocSize(G.getValueType());
    const auto What = G.getAddressSpace() == Constants ? Allocation::Kind::Constant : Allocation::Kind::Variable;
    const uint64_t Address = DeviceMemory::get().allocate(Bytes, What, Limit, G.getName());
    Addresses[G.getName()] = Address;
    Sizes[G.getName()] = Bytes;
  }
  SetVector<const Function *> Used;
  for (GlobalVariable &G : M.globals())
    if (Placed(G))
      collectFunctions(G.getInitializer(), Used);
  StringMap<uint64_t> Functions;
  std::vector<std::string> Names;
  for (const Function *F : Used) {
    // A pure virtual function is declared only: nobody calls it.
    if (F->isDeclaration() && !F->isMaterializable())
      Functions[F->getName()] = 0;
    else if (F->getCallingConv() != CallingConv::PTX_Kernel)
      Names.push_back(F->getName().str());
  }
  if (!Names.empty())
    Compile(Names, Functions);
  for (GlobalVariable &G : M.globals()) {
    if (!Placed(G))
      continue;
    const uint64_t Address = Addresses[G.getName()];
    DeviceMemory::get().markInitialized(Address, Sizes[G.getName()]);
    Writer(DL, Addresses, Functions, G.getName()).write(G.getInitializer(), reinterpret_cast<uint8_t *>(Address));
  }
}
