//===- RegisterStaging.cpp - Through registers, with conversion -*- C++ -*-===//
#include "Emit/Offsets.h"
#include "Emit/Staging.h"

using namespace phobos;
using namespace llvm;

unsigned phobos::stageBase(const Variant &V, Side S) {
  return V.buffer(BufferRole::Stages)->Offset + (S == Side::B ? V.A.stageBytes() : 0);
}

Values phobos::packPiece(TileBuilder &B, const OperandPlan &O, ArrayRef<Value *> Elements) {
  Values Packed;
  for (unsigned I = 0; I < Elements.size(); I += 2) {
    Value *Pair;
    if (O.Memory == O.Fragment) {
      Pair = PoisonValue::get(FixedVectorType::get(B.getInt16Ty(), 2));
      for (unsigned J = 0; J < 2; ++J)
        Pair = B.CreateInsertElement(Pair, Elements[I + J], B.i32(J));
    } else {
      // The first operand becomes the high half.
      Pair = B.call(O.Fragment == ElementType::F16 ? Intrinsic::nvvm_ff2f16x2_rn : Intrinsic::nvvm_ff2bf16x2_rn,
                    {Elements[I + 1], Elements[I]});
    }
    Packed.push_back(B.CreateBitCast(Pair, B.getInt32Ty()));
  }
  return Packed;
}

void phobos::storePiece(TileBuilder &B, ArrayRef<Value *> Packed, Value *Place) {
  Value *All = PoisonValue::get(FixedVectorType::get(B.getInt32Ty(), Packed.size()));
  for (auto [I, Register] : enumerate(Packed))
    All = B.CreateInsertElement(All, Register, B.i32(I));
  B.CreateAlignedStore(All, Place, Align(4 * Packed.size()));
}

Values PieceAddresses::start(unsigned TileK) {
  Delta = B.CreateMul(Source.Stride, B.i64(TileK));
  return Source.Addresses;
}

Values PieceAddresses::next(MutableArrayRef<Value *> State, unsigned Count) {
  Values All(State);
  while (All.size() < Count)
    All.push_back(B.CreateAdd(All.back(), Source.Step));
  for (Value *&Address : State)
    Address = B.CreateAdd(Address, Delta);
  return All;
}

namespace {

/// State: the pieces' addresses in the slice to be loaded next; then the elements of all pieces, as loaded until
/// settle(), as packed registers after it.
class RegisterStager : public Stager {
  PieceAddresses Sources;
  SmallVector<OffsetFamily::Offset, 16> Targets;

  bool converts() const { return O.Memory != O.Fragment; }
  /// i32 values of one piece as loaded: 16 bytes.
  static constexpr unsigned LoadedWords = 4;
  unsigned packedWords() const { return O.pieceElements() / 2; }

public:
  RegisterStager(TileBuilder &B, Side S, VectorPieces Pieces) : Stager(B, S), Sources(B, std::move(Pieces)) {}

  unsigned ahead() const override { return 1; }
  bool usesRegisters() const override { return true; }

  Values start() override {
    OffsetFamily Family(B);
    for (unsigned I = 0; I < pieces(); ++I)
      Targets.push_back(Family.get([&](unsigned T) { return elementOffset(O, pieceStart(B.V, O, T, I)); }));
    Values State = Sources.start(O.TileK);
    State.append(pieces() * LoadedWords, B.i32(0));
    return State;
  }

  void load(Values &State) override {
    auto *Vector = FixedVectorType::get(B.getInt32Ty(), LoadedWords);
    Values From = Sources.next(MutableArrayRef<Value *>(State).take_front(Sources.size()), pieces());
    for (auto [I, Address] : enumerate(From)) {
      Value *All = B.CreateAlignedLoad(Vector, B.global(Address), Align(16));
      for (unsigned J = 0; J < LoadedWords; ++J)
        words(State, I)[J] = B.CreateExtractElement(All, B.i32(J));
    }
  }

  void settle(Values &State) override {
    if (!converts())
      return;
    for (unsigned I = 0; I < pieces(); ++I) {
      Values Elements;
      for (Value *Word : words(State, I))
        Elements.push_back(B.CreateBitCast(Word, B.getFloatTy()));
      Values Packed = packPiece(B, O, Elements);
      for (unsigned J = 0; J < LoadedWords; ++J)
        words(State, I)[J] = J < Packed.size() ? Packed[J] : B.i32(0);
    }
  }

  void put(Value *Stage, Values &State) override {
    for (auto [I, Target] : enumerate(Targets))
      storePiece(B, words(State, I).take_front(packedWords()),
                 B.shared(B.CreateAdd(Stage, Target.Base), stageBase(B.V, S) + Target.Immediate));
  }

private:
  MutableArrayRef<Value *> words(Values &State, unsigned Piece) const {
    return MutableArrayRef<Value *>(State).slice(Sources.size() + Piece * LoadedWords, LoadedWords);
  }
};

} // namespace

std::unique_ptr<Stager> phobos::createRegisterStager(TileBuilder &B, Side S, VectorPieces Pieces) {
  return std::make_unique<RegisterStager>(B, S, std::move(Pieces));
}
