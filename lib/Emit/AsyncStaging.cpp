//===- AsyncStaging.cpp - cp.async ------------------------------*- C++ -*-===//
//
// PTX ISA, "Data Movement and Conversion Instructions: cp.async".
//
//===----------------------------------------------------------------------===//
#include "Emit/Offsets.h"
#include "Emit/Staging.h"

using namespace phobos;
using namespace llvm;

namespace {

/// State: the pieces' addresses in the slice to be requested next.
class AsyncStager : public Stager {
  PieceAddresses Sources;
  SmallVector<OffsetFamily::Offset, 8> Targets;

public:
  AsyncStager(TileBuilder &B, Side S, VectorPieces Pieces) : Stager(B, S), Sources(B, std::move(Pieces)) {}

  unsigned ahead() const override { return B.V.Stages - 1; }
  bool isAsync() const override { return true; }

  Values start() override {
    OffsetFamily Family(B);
    for (unsigned I = 0; I < pieces(); ++I)
      Targets.push_back(Family.get([&](unsigned T) { return elementOffset(O, pieceStart(B.V, O, T, I)); }));
    return Sources.start(O.TileK);
  }

  void put(Value *Stage, Values &State) override {
    Values From = Sources.next(State, pieces());
    for (auto [Target, Address] : zip(Targets, From)) {
      Value *To = B.shared(B.CreateAdd(Stage, Target.Base), stageBase(B.V, S) + Target.Immediate);
      B.call(Intrinsic::nvvm_cp_async_cg_shared_global_16, {To, B.global(Address)});
    }
  }
};

} // namespace

std::unique_ptr<Stager> phobos::createAsyncStager(TileBuilder &B, Side S, VectorPieces Pieces) {
  return std::make_unique<AsyncStager>(B, S, std::move(Pieces));
}
