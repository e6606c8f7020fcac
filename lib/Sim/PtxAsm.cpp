//===- PtxAsm.cpp - Inline assembly -----------------------------*- C++ -*-===//
//
// Reads the PTX of an asm statement, with registers of its own, guarded instructions, labels and branches, and builds
// each instruction with lowerPtx. Anything else is refused with its text. Where there are labels, registers are in
// memory.
//
//===----------------------------------------------------------------------===//
#include "Sim/Lowering.h"
#include "Sim/PtxText.h"
#include "Sim/PtxTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

class Reader {
  Lowering &L;
  CallInst &Call;
  /// By name; operands of the statement are "$0", "$1", ... Null where declared and not yet written.
  StringMap<Value *> Registers;
  SmallVector<std::string, 4> Outputs;
  /// Whether there are labels. Then Registers holds the places of all registers, 64 bits each.
  bool Branches = false;
  /// Where labels are, or empty blocks until they are reached.
  StringMap<BasicBlock *> Labels;
  SmallPtrSet<BasicBlock *, 4> Ahead;

public:
  Reader(Lowering &L, CallInst &Call) : L(L), Call(Call) {}

  /// Returns what is not known.
  std::optional<std::string> run() {
    const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
    if (auto Error = bindOperands(*Asm))
      return Error;
    std::string Text = withoutComments(Asm->getAsmString());
    // %=, which makes names different in every copy; each copy has names of its own here.
    for (size_t At; (At = Text.find("${:uid}")) != std::string::npos;)
      Text.replace(At, strlen("${:uid}"), "_uid");
    L.Carry = nullptr;
    SmallVector<StringRef, 8> Statements;
    StringRef(Text).split(Statements, ';', -1, false);
    for (StringRef &S : Statements)
      // Braces only open and close scopes here.
      S = S.trim(" \t\r\n{}").empty() ? "" : S.ltrim(" \t\r\n{}").rtrim();
    for (StringRef S : Statements)
      Branches |= !takeLabel(S).empty();
    if (Branches)
      moveToMemory();
    for (StringRef S : Statements) {
      for (StringRef Label = takeLabel(S); !Label.empty(); Label = takeLabel(S))
        reach(Label);
      if (!S.empty() && !statement(S))
        return S.str();
    }
    return Ahead.empty() ? finish() : std::optional<std::string>("a branch to a label that is not there");
  }

private:
  std::optional<std::string> bindOperands(const InlineAsm &Asm) {
    unsigned Number = 0, Argument = 0;
    for (const InlineAsm::ConstraintInfo &C : Asm.ParseConstraints()) {
      if (C.Type == InlineAsm::isClobber)
        continue;
      if (C.isIndirect || C.Type == InlineAsm::isLabel)
        return std::string("an asm operand in memory");
      const std::string Name = "$" + std::to_string(Number++);
      if (C.Type == InlineAsm::isOutput) {
        Registers[Name] = nullptr;
        Outputs.push_back(Name);
        continue;
      }
      Value *V = Call.getArgOperand(Argument++);
      Registers[Name] = V;
      // An operand that is read and written: its output starts with this value.
      if (!C.Codes.empty() && isDigit(C.Codes[0][0]))
        Registers["$" + C.Codes[0]] = V;
    }
    return std::nullopt;
  }

  AllocaInst *place() {
    IRBuilder<> Entry(&*L.At->getFunction()->getEntryBlock().getFirstInsertionPt());
    return Entry.CreateAlloca(Entry.getInt64Ty());
  }

  /// Operands become places that hold their bits.
  void moveToMemory() {
    for (auto &Register : Registers) {
      Value *V = Register.second;
      Register.second = place();
      if (V)
        L.B.CreateStore(L.asInt(V, 64), Register.second);
    }
  }

  /// A register's value; null where nothing has written it, or where it is none.
  Value *read(StringRef Name) {
    auto It = Registers.find(Name);
    if (It == Registers.end() || !It->second)
      return nullptr;
    return Branches ? L.B.CreateLoad(L.B.getInt64Ty(), It->second) : It->second;
  }

  BasicBlock *labelBlock(StringRef Name) {
    BasicBlock *&Block = Labels[Name];
    if (!Block) {
      Block = BasicBlock::Create(L.B.getContext(), "", L.At->getFunction());
      Ahead.insert(Block);
    }
    return Block;
  }

  /// What follows starts a block that branches may go to.
  void reach(StringRef Label) {
    BasicBlock *Here = SplitBlock(L.At->getParent(), L.At->getIterator());
    BasicBlock *&Block = Labels[Label];
    if (Block) {
      Ahead.erase(Block);
      Block->replaceAllUsesWith(Here);
      Block->eraseFromParent();
    }
    Block = Here;
    L.B.SetInsertPoint(L.At);
  }

  void branch(Value *Guard, StringRef Label) {
    BasicBlock *From = L.At->getParent();
    BasicBlock *Next = SplitBlock(From, L.At->getIterator());
    From->getTerminator()->eraseFromParent();
    IRBuilder<> B(From);
    if (Guard)
      B.CreateCondBr(Guard, labelBlock(Label), Next);
    else
      B.CreateBr(labelBlock(Label));
    L.B.SetInsertPoint(L.At);
  }

  bool declare(StringRef Text) {
    Text = Text.ltrim();
    Text = Text.drop_front(Text.find_first_of(" \t\n"));
    SmallVector<StringRef, 8> Names;
    Text.split(Names, ',');
    for (StringRef Name : Names) {
      Name = Name.trim();
      unsigned Count = 0;
      if (Name.contains('<')) {
        auto [Base, Number] = Name.split('<');
        if (Number.trim().drop_back().getAsInteger(10, Count))
          return false;
        for (unsigned I = 0; I < Count; ++I)
          Registers[(Base + Twine(I)).str()] = Branches ? place() : nullptr;
      } else {
        Registers[Name] = Branches ? place() : nullptr;
      }
    }
    return true;
  }

  bool statement(StringRef S) {
    if (S.consume_front(".reg"))
      return declare(S);
    if (S.starts_with(".pragma"))
      return true;
    Value *Guard = nullptr;
    if (S.consume_front("@")) {
      const bool Negated = S.consume_front("!");
      const size_t End = S.find_first_of(" \t\n");
      Guard = value(S.take_front(End));
      if (!Guard)
        return false;
      Guard = L.asInt(Guard, 1);
      if (Negated)
        Guard = L.B.CreateNot(Guard);
      S = S.drop_front(std::min(End, S.size())).ltrim();
    }
    const size_t End = S.find_first_of(" \t\n{[");
    const StringRef Opcode = S.take_front(End);
    if (Opcode.empty() || Opcode.ends_with(":"))
      return false;
    if (Opcode == "bra" || Opcode == "bra.uni") {
      if (!Branches)
        return false;
      branch(Guard, S.drop_front(std::min(End, S.size())).trim());
      return true;
    }
    return instruction(Guard, Opcode, splitOperands(S.drop_front(std::min(End, S.size()))));
  }

  bool instruction(Value *Guard, StringRef Opcode, ArrayRef<StringRef> Operands) {
    SmallVector<std::string, 8> Destinations;
    if (!hasNoResult(Opcode)) {
      if (Operands.empty())
        return false;
      destinations(Operands[0], Destinations);
      Operands = Operands.drop_front();
    }
    BasicBlock *Before = L.At->getParent();
    Instruction *Then = nullptr;
    if (Guard && hasEffect(Opcode)) {
      Then = SplitBlockAndInsertIfThen(Guard, L.At, false);
      L.B.SetInsertPoint(Then);
    }
    std::optional<ValueList> Results = compute(Opcode, Operands, Destinations.size());
    if (!Results || Results->size() < Destinations.size())
      return false;
    if (Branches)
      return writeAll(Guard && !Then ? Guard : nullptr, Destinations, *Results);
    BasicBlock *Inside = L.B.GetInsertBlock();
    if (Then)
      L.B.SetInsertPoint(L.At);
    for (size_t I = 0; I < Destinations.size(); ++I) {
      if (Destinations[I] == "_")
        continue;
      auto It = Registers.find(Destinations[I]);
      if (It == Registers.end())
        return false;
      It->second = guarded(Guard, Then, Before, Inside, It->second, (*Results)[I]);
    }
    return true;
  }

  /// Writes registers in memory, where the instruction is; then goes on behind it.
  bool writeAll(Value *Guard, ArrayRef<std::string> Destinations, ArrayRef<Value *> Results) {
    for (size_t I = 0; I < Destinations.size(); ++I) {
      if (Destinations[I] == "_")
        continue;
      auto It = Registers.find(Destinations[I]);
      if (It == Registers.end())
        return false;
      Value *V = L.asInt(Results[I], 64);
      L.B.CreateStore(Guard ? L.B.CreateSelect(Guard, V, read(Destinations[I])) : V, It->second);
    }
    L.B.SetInsertPoint(L.At);
    return true;
  }

  /// The register's value after a guarded write.
  Value *guarded(Value *Guard, Instruction *Then, BasicBlock *Before, BasicBlock *Inside, Value *Old, Value *New) {
    if (!Guard)
      return New;
    Type *T = New->getType();
    if (!Then)
      return L.B.CreateSelect(Guard, New, Old ? L.as(Old, T) : PoisonValue::get(T));
    // The old value must be ready in the block that branches.
    if (Old && Old->getType() != T) {
      IRBuilder<>::InsertPointGuard Keep(L.B);
      L.B.SetInsertPoint(Before->getTerminator());
      Old = L.as(Old, T);
    }
    PHINode *Phi = PHINode::Create(T, 2, "", L.At->getParent()->begin());
    Phi->addIncoming(New, Inside);
    Phi->addIncoming(Old ? Old : PoisonValue::get(T), Before);
    return Phi;
  }

  static void destinations(StringRef Text, SmallVectorImpl<std::string> &Out) {
    if (Text.consume_front("{"))
      for (StringRef Name : splitOperands(Text.drop_back()))
        Out.push_back(Name.str());
    else if (auto [First, Second] = Text.split('|'); !Second.empty())
      Out.append({First.trim().str(), Second.trim().str()});
    else
      Out.push_back(Text.str());
  }

  std::optional<ValueList> compute(StringRef Opcode, ArrayRef<StringRef> Operands, size_t DestinationCount) {
    if (Opcode.starts_with("mov."))
      return move(Opcode, Operands, DestinationCount);
    ValueList In;
    for (StringRef Text : Operands) {
      if (Text.consume_front("{")) {
        for (StringRef Part : splitOperands(Text.drop_back())) {
          Value *V = value(Part);
          if (!V)
            return std::nullopt;
          In.push_back(V);
        }
        continue;
      }
      Value *V = value(Text);
      if (!V)
        return std::nullopt;
      In.push_back(V);
    }
    return lowerPtx(L, Opcode, In);
  }

  /// mov, which also packs and unpacks.
  std::optional<ValueList> move(StringRef Opcode, ArrayRef<StringRef> Operands, size_t DestinationCount) {
    const std::optional<PtxType> T = parsePtxType(Opcode.rsplit('.').second);
    if (!T || Operands.size() != 1)
      return std::nullopt;
    StringRef Text = Operands[0];
    Value *Whole;
    if (Text.consume_front("{")) {
      auto Parts = splitOperands(Text.drop_back());
      const unsigned Bits = T->totalBits() / Parts.size();
      Whole = ConstantInt::get(L.B.getIntNTy(T->totalBits()), 0);
      for (size_t I = 0; I < Parts.size(); ++I) {
        Value *V = value(Parts[I]);
        if (!V)
          return std::nullopt;
        V = L.B.CreateZExt(L.asInt(V, Bits), Whole->getType());
        Whole = L.B.CreateOr(Whole, L.B.CreateShl(V, I * Bits));
      }
    } else if (!(Whole = value(Text))) {
      return std::nullopt;
    }
    Whole = L.as(Whole, irType(L, *T));
    if (DestinationCount == 1)
      return ValueList{Whole};
    ValueList Out;
    const unsigned Bits = T->totalBits() / DestinationCount;
    for (size_t I = 0; I < DestinationCount; ++I)
      Out.push_back(L.asInt(L.B.CreateLShr(L.asInt(Whole, T->totalBits()), I * Bits), Bits));
    return Out;
  }

  /// A register, number, special register or address; null where it is none or was not written.
  Value *value(StringRef Text) {
    Text = Text.trim();
    if (Text.consume_front("["))
      return address(Text.drop_back().trim());
    if (Text.starts_with("!") && Text.size() > 1) {
      Value *V = value(Text.drop_front());
      return V ? L.B.CreateNot(L.asInt(V, 1)) : nullptr;
    }
    if (Registers.contains(Text)) {
      Value *V = read(Text);
      return V ? V : PoisonValue::get(L.B.getInt64Ty());
    }
    if (Text == "WARP_SZ")
      return L.i32(32);
    if (Text.consume_front("%"))
      return L.specialRegister(Text);
    return number(Text);
  }

  Value *address(StringRef Text) {
    auto [Base, Offset] = Text.split('+');
    Value *V = value(Base);
    if (!V)
      return nullptr;
    V = L.address(V);
    if (Offset.empty())
      return V;
    Value *O = value(Offset);
    return O ? L.B.CreateAdd(V, L.asInt(O, 64)) : nullptr;
  }

  Value *number(StringRef Text) {
    uint64_t Bits;
    if (Text.size() == 10 && (Text.starts_with("0f") || Text.starts_with("0F")) &&
        !Text.drop_front(2).getAsInteger(16, Bits))
      return L.i32(Bits);
    if (Text.size() == 18 && (Text.starts_with("0d") || Text.starts_with("0D")) &&
        !Text.drop_front(2).getAsInteger(16, Bits))
      return L.B.getInt64(Bits);
    Text.consume_back("U");
    int64_t Signed;
    if (!Text.getAsInteger(0, Signed))
      return L.B.getInt64(Signed);
    if (!Text.getAsInteger(0, Bits))
      return L.B.getInt64(Bits);
    return nullptr;
  }

  std::optional<std::string> finish() {
    Type *T = Call.getType();
    auto Result = [&](const std::string &Name, Type *Want) -> Value * {
      Value *V = read(Name);
      return V ? L.as(V, Want) : PoisonValue::get(Want);
    };
    if (auto *S = dyn_cast<StructType>(T)) {
      Value *Whole = PoisonValue::get(S);
      for (size_t I = 0; I < Outputs.size(); ++I)
        Whole = L.B.CreateInsertValue(Whole, Result(Outputs[I], S->getElementType(I)), I);
      Call.replaceAllUsesWith(Whole);
    } else if (!T->isVoidTy()) {
      Call.replaceAllUsesWith(Result(Outputs[0], T));
    }
    Call.eraseFromParent();
    return std::nullopt;
  }
};

} // namespace

std::optional<std::string> phobos::sim::lowerAsm(Lowering &L, CallInst &Call) { return Reader(L, Call).run(); }
