//===- MmaSync.cpp - mma.sync and its ldmatrix ------------------*- C++ -*-===//
//
// PTX ISA, "Warp-level matrix load instruction: ldmatrix" and "Multiply-and-Accumulate Instruction: mma".
//
//===----------------------------------------------------------------------===//
#include "Emit/MmaSync.h"

using namespace phobos;
using namespace llvm;

FragmentLoader::FragmentLoader(TileBuilder &B, Side S) : B(B), S(S) {
  const OperandPlan &O = operandOf(B.V, S);
  unsigned Base = B.V.buffer(BufferRole::Stages)->Offset + (S == Side::B ? B.V.A.stageBytes() : 0);
  OffsetFamily Family(B);
  for (unsigned Step = 0; Step < B.V.TileK / B.V.Instr->K; ++Step) {
    auto &Row = Offsets.emplace_back();
    for (unsigned Load = 0; Load < loadsPerStep(B.V, S); ++Load) {
      Row.push_back(Family.get([&](unsigned T) { return elementOffset(O, loadRow(B.V, S, T, Load, Step)); }));
      Row.back().Immediate += Base;
    }
  }
}

Values FragmentLoader::load(unsigned Step, Value *Stage) {
  bool Transposed = operandOf(B.V, S).Shared == Orientation::MNMajor;
  Intrinsic::ID Id = Transposed ? Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16
                                : Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16;
  Values Registers;
  for (const OffsetFamily::Offset &From : Offsets[Step]) {
    Value *Place = B.shared(B.CreateAdd(Stage, From.Base), From.Immediate);
    Value *Four = B.collective(Id, {Place}, {Place->getType()});
    for (unsigned I = 0; I < 4; ++I)
      Registers.push_back(B.CreateExtractValue(Four, I));
  }
  return Registers;
}

unsigned phobos::sumsPerThread(const Variant &V) { return V.WarpTileM * V.WarpTileN / 32; }

static Intrinsic::ID intrinsicOf(const MmaInstr &I) {
  switch (I.Id) {
  case MmaId::sm80_m16n8k16_f32_f16_f16_f32:
    return Intrinsic::nvvm_mma_m16n8k16_row_col_f32_f32;
  case MmaId::sm80_m16n8k16_f32_bf16_bf16_f32:
    return Intrinsic::nvvm_mma_m16n8k16_row_col_bf16;
  }
  llvm_unreachable("covered");
}

Values phobos::multiplyAdd(TileBuilder &B, ArrayRef<Value *> A, ArrayRef<Value *> BFragments, Values Sums) {
  const Variant &V = B.V;
  unsigned BlocksM = V.WarpTileM / V.Instr->M, BlocksN = V.WarpTileN / V.Instr->N;
  unsigned RegistersA = V.Instr->valuesA() / 2, RegistersB = V.Instr->valuesB() / 2;
  auto *Half2 = FixedVectorType::get(B.getHalfTy(), 2);
  auto operand = [&](Value *Register) {
    return V.Instr->Operand == ElementType::F16 ? B.CreateBitCast(Register, Half2) : Register;
  };
  for (unsigned M = 0; M < BlocksM; ++M) {
    for (unsigned Walk = 0; Walk < BlocksN; ++Walk) {
      // There and back again: each instruction shares a fragment with the one before.
      unsigned N = M % 2 ? BlocksN - 1 - Walk : Walk;
      Values Args;
      for (unsigned I = 0; I < RegistersA; ++I)
        Args.push_back(operand(A[M * RegistersA + I]));
      for (unsigned I = 0; I < RegistersB; ++I)
        Args.push_back(operand(BFragments[N * RegistersB + I]));
      auto Block = MutableArrayRef<Value *>(Sums).slice((M * BlocksN + N) * 4, 4);
      Args.append(Block.begin(), Block.end());
      Value *Result = B.collective(intrinsicOf(*V.Instr), Args);
      for (unsigned I = 0; I < 4; ++I)
        Block[I] = B.CreateExtractValue(Result, I);
    }
  }
  return Sums;
}
