//===- HostFacts.cpp - What the runtime is told of a kernel ---------------===//
#include "Passes/HostFacts.h"
#include "Launch/RecordBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace phobos;

std::optional<Reject> phobos::fillExtents(const Contraction &C, const Outlined &Pieces, PhobosPlanRecord &Record) {
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Function &F = *Pieces.HostExtent[Axis];
    auto *Return = cast<ReturnInst>(F.getEntryBlock().getTerminator());
    auto Program = compileLaunchExpression(Return->getReturnValue(), F, C.Work->arg_size());
    if (!Program)
      return Reject(Reason::ExtentUnknown, {"a divisor of the thread index"}, C.Loc);
    setExtent(Record, Axis, Program);
  }
  for (const Source &S : C.Space.Sources)
    if (S.Kind == Source::Global)
      Record.FlatDims |= 1u << S.Dim;
  return std::nullopt;
}

HostKnowledge phobos::fillHostValues(const Contraction &C, const Outlined &Pieces, PhobosPlanRecord &Record) {
  auto Fill = [&](uint64_t (&Words)[PHOBOS_MAX_PROGRAM_WORDS], const HostValue &Value) {
    std::optional<std::vector<uint64_t>> Program;
    if (Value.V)
      Program = compileLaunchExpression(Value.V, *Value.F, C.Work->arg_size());
    setProgram(Words, Program);
    return Program.has_value();
  };
  HostKnowledge Host;
  Host.Trips = Fill(Record.Trips, Pieces.HostTrips);
  Host.Pairs = Fill(Record.AbsentPairs, Pieces.HostAbsentPairs);
  Host.Addresses = true;
  for (unsigned I = 0; I < 2; ++I)
    for (unsigned J = 0; J < 3; ++J)
      Host.Addresses &= Fill(Record.Operand[I].Address[J], Pieces.HostAddress[I][J]);
  return Host;
}

void phobos::describePacking(const Plan &P, PhobosPlanRecord &Record) {
  Record.PackThreads = PackThreads;
  Record.PackSharedBytes = PackSharedBytes;
  Record.MinPackExtent = P.MinPackExtent;
  Record.MinPackTrips = P.MinPackTrips;
  for (auto [I, Pack] : enumerate(std::array{P.PackA, P.PackB})) {
    Record.Operand[I].ElementBytes = bytes(Pack.Memory);
    Record.Operand[I].AlongK = Pack.Read == Orientation::KMajor;
  }
}

static PhobosPacking recordPacking(Packing P) {
  switch (P) {
  case Packing::None:
    return PHOBOS_PACK_NEVER;
  case Packing::Always:
    return PHOBOS_PACK_ALWAYS;
  case Packing::IfMisaligned:
    return PHOBOS_PACK_IF_MISALIGNED;
  }
  llvm_unreachable("covered");
}

PhobosVariant phobos::describeVariant(const Variant &V) {
  return {V.threads(),
          V.SharedBytes,
          V.TileM,
          V.TileN,
          V.CtasPerSM,
          V.MinTilesPercent,
          uint32_t(recordPacking(V.Operands))};
}
