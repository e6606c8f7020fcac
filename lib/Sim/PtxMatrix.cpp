//===- PtxMatrix.cpp - mma, wmma, ldmatrix, stmatrix, movmatrix -*- C++ -*-===//
#include "Sim/Matrix.h"
#include "Sim/PtxTypes.h"
#include "Sim/Wmma.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

using Results = std::optional<ValueList>;

/// Stores values one after another; returns the buffer.
Value *pack(Lowering &L, ArrayRef<Value *> Values) {
  uint64_t Bytes = 0;
  const DataLayout &DL = L.M.getDataLayout();
  for (Value *V : Values)
    Bytes += DL.getTypeStoreSize(V->getType());
  Value *Buffer = L.words((Bytes + 3) / 4);
  uint64_t Offset = 0;
  for (Value *V : Values) {
    L.B.CreateAlignedStore(V, L.B.CreateConstGEP1_64(L.B.getInt8Ty(), Buffer, Offset), Align(4));
    Offset += DL.getTypeStoreSize(V->getType());
  }
  return Buffer;
}

ValueList unpack(Lowering &L, Value *Buffer, Type *T, unsigned Count) {
  ValueList Out;
  for (unsigned I = 0; I < Count; ++I)
    Out.push_back(L.B.CreateAlignedLoad(
        T, L.B.CreateConstGEP1_64(L.B.getInt8Ty(), Buffer, I * L.M.getDataLayout().getTypeStoreSize(T)), Align(4)));
  return Out;
}

/// What a register of a fragment is in IR.
Type *registerType(Lowering &L, MatrixType T) {
  return T == MatrixType::F64 ? L.B.getDoubleTy() : T == MatrixType::F32 ? L.B.getFloatTy() : L.B.getInt32Ty();
}

Results matrixMultiply(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  // mma.sync.aligned.SHAPE.row.col[.satfinite].D.A.B.C
  if (Parts.size() < 10 || Parts[4] != "row" || Parts[5] != "col")
    return std::nullopt;
  const size_t N = Parts.size();
  const bool Saturate = has(Parts, "satfinite");
  if (N != 10u + Saturate)
    return std::nullopt;
  const auto Op = parseMma(Parts[3], Parts[N - 4], Parts[N - 3], Parts[N - 2], Parts[N - 1], Saturate);
  if (!Op)
    return std::nullopt;
  uint64_t Words = 0;
  for (Value *V : In)
    Words += L.M.getDataLayout().getTypeStoreSize(V->getType()) / 4;
  if (Words != Op->registersA() + Op->registersB() + Op->registersC())
    return std::nullopt;
  Value *Out = L.words(Op->registersD());
  L.call("phsim_mma", L.B.getVoidTy(), {L.site("mma.sync"), L.i32(addMmaOp(*Op)), pack(L, In), Out});
  if (L.Counts)
    ++L.Counts->Matrix[Op->Name];
  return unpack(L, Out, registerType(L, Op->D), Op->registersD() / (Op->D == MatrixType::F64 ? 2 : 1));
}

Results moveMatrix(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const unsigned Count = has(Parts, "x4") ? 4 : has(Parts, "x2") ? 2 : has(Parts, "x1") ? 1 : 0;
  if (!Count || !has(Parts, "m8n8") || Parts.back() != "b16" || In.empty())
    return std::nullopt;
  Value *Transposed = L.i32(has(Parts, "trans")), *Address = L.address(In[0]);
  if (L.mutates(MutationKind::Shift))
    Address = L.B.CreateXor(Address, L.B.getInt64(16));
  if (Parts[0] == "stmatrix") {
    ValueList Registers;
    for (Value *V : In.drop_front())
      Registers.push_back(L.asInt(V, 32));
    if (Registers.size() != Count)
      return std::nullopt;
    L.call("phsim_stmatrix", L.B.getVoidTy(),
           {L.site("stmatrix"), Address, L.i32(Count), Transposed, pack(L, Registers)});
    return ValueList();
  }
  Value *Out = L.words(Count);
  L.call("phsim_ldmatrix", L.B.getVoidTy(), {L.site("ldmatrix"), Address, L.i32(Count), Transposed, Out});
  return unpack(L, Out, L.B.getInt32Ty(), Count);
}

/// The address space of a wmma.load or wmma.store is in its name or not there.
bool isSpace(StringRef Part) { return Part == "global" || Part.starts_with("shared"); }

/// wmma.load.a.sync.aligned.LAYOUT.SHAPE[.SPACE].TYPE [p], stride; wmma.store.d the same, with registers after [p].
Results moveFragment(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const bool IsStore = Parts[1] == "store";
  const size_t N = Parts.size();
  if (N < 8 || N > 9 || (N == 9 && !isSpace(Parts[7])) || Parts[2].size() != 1 || In.empty())
    return std::nullopt;
  const bool Column = Parts[5] == "col";
  const auto F = parseWmmaFragment(Parts[6], Parts[2][0], Parts[N - 1], Column);
  const unsigned Registers = !F || F->Type != MatrixType::F64 ? (F ? F->registers() : 0) : F->registers() / 2;
  const size_t Operands = 1 + (IsStore ? Registers : 0);
  if (!F || (In.size() != Operands && In.size() != Operands + 1))
    return std::nullopt;
  Value *Stride = In.size() > Operands ? L.asInt(In.back(), 32) : L.i32(F->Length);
  Value *Address = L.address(In[0]), *Id = L.i32(addWmmaFragment(*F));
  if (L.Counts)
    ++(IsStore ? L.Counts->FragmentStores : L.Counts->FragmentLoads);
  if (IsStore) {
    L.call("phsim_wmma_store", L.B.getVoidTy(),
           {L.site("wmma.store"), Id, Address, Stride, pack(L, In.slice(1, Registers))});
    return ValueList();
  }
  Value *Out = L.words(F->registers());
  L.call("phsim_wmma_load", L.B.getVoidTy(), {L.site("wmma.load"), Id, Address, Stride, Out});
  return unpack(L, Out, registerType(L, F->Type), Registers);
}

/// wmma.mma[.OP.popc].sync.aligned.ALAYOUT.BLAYOUT.SHAPE[.rn].D.A.B.C[.satfinite]; for f16 operands only D.C.
Results multiplyFragments(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  bool And = false;
  ArrayRef<StringRef> Rest = Parts.drop_front(2);
  if (Rest.size() > 2 && Rest[1] == "popc") {
    And = Rest[0] == "and";
    Rest = Rest.drop_front(2);
  }
  const bool Saturate = Rest.back() == "satfinite";
  if (Saturate)
    Rest = Rest.drop_back();
  if (Rest.size() < 7 || Rest[0] != "sync" || Rest[1] != "aligned")
    return std::nullopt;
  const bool ColumnA = Rest[2] == "col", ColumnB = Rest[3] == "col";
  const StringRef Shape = Rest[4];
  Rest = Rest.drop_front(Rest[5].starts_with("r") ? 6 : 5);
  SmallVector<StringRef, 4> Types(Rest);
  if (Types.size() == 2)
    Types = {Rest[0], "f16", "f16", Rest[1]};
  if (Types.size() != 4)
    return std::nullopt;
  const auto Op = parseWmma(Shape, ColumnA, ColumnB, Types, Saturate, And);
  if (!Op || (Saturate && Op->D.Type != MatrixType::S32))
    return std::nullopt;
  uint64_t Words = 0;
  for (Value *V : In)
    Words += L.M.getDataLayout().getTypeStoreSize(V->getType()) / 4;
  if (Words != Op->A.registers() + Op->B.registers() + Op->C.registers())
    return std::nullopt;
  if (L.Counts)
    ++L.Counts->Matrix[Op->Mma.Name];
  Value *Out = L.words(Op->D.registers());
  L.call("phsim_wmma", L.B.getVoidTy(), {L.site("wmma.mma"), L.i32(addWmmaOp(*Op)), pack(L, In), Out});
  const bool Doubles = Op->D.Type == MatrixType::F64;
  return unpack(L, Out, registerType(L, Op->D.Type), Op->D.registers() / (Doubles ? 2 : 1));
}

} // namespace

Results phobos::sim::lowerPtxMatrix(Lowering &L, ArrayRef<StringRef> Parts, ArrayRef<Value *> In) {
  const StringRef Op = Parts[0];
  if (Op == "mma")
    return matrixMultiply(L, Parts, In);
  if (Op == "ldmatrix" || Op == "stmatrix")
    return moveMatrix(L, Parts, In);
  // movmatrix.sync.aligned.m8n8.trans.b16
  if (Op == "movmatrix" && has(Parts, "m8n8") && has(Parts, "trans") && Parts.back() == "b16" && In.size() == 1)
    return ValueList{L.call("phsim_movmatrix", L.B.getInt32Ty(), {L.site("movmatrix"), L.asInt(In[0], 32)})};
  if (Op == "wmma" && Parts.size() > 7)
    return Parts[1] == "mma" ? multiplyFragments(L, Parts, In) : moveFragment(L, Parts, In);
  return std::nullopt;
}
