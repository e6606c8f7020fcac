//===- Lowering.cpp - Device instructions as calls of the simulator --------===//
#include "Sim/Lowering.h"
#include "Sim/Machine.h"
#include "Sim/Report.h"
#include "Sim/Retarget.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <cstddef>

using namespace llvm;
using namespace phobos::sim;

void Lowering::start(Instruction &I) {
  At = &I;
  B.SetInsertPoint(&I);
}

Value *Lowering::call(StringRef Function, Type *Result, ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 8> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  FunctionCallee Callee = M.getOrInsertFunction(Function, FunctionType::get(Result, Types, false));
  return B.CreateCall(Callee, Arguments);
}

/// "file.cu:12:5" of the innermost place that is not in a header of CUDA or clang.
static std::string locate(const Instruction &I) {
  const DILocation *Loc = I.getDebugLoc();
  if (!Loc)
    return "";
  for (const DILocation *Outer = Loc; Outer; Outer = Outer->getInlinedAt()) {
    StringRef File = Outer->getFilename();
    const bool System = File.contains("/lib/clang/") || File.ends_with(".hpp") || File.contains("cuda") ||
                        File.ends_with("sm_20_atomic_functions.h");
    if (!System || !Outer->getInlinedAt()) {
      if (Outer->getLine())
        Loc = Outer;
      break;
    }
  }
  return (Loc->getFilename() + ":" + Twine(Loc->getLine()) + ":" + Twine(Loc->getColumn())).str();
}

std::string Lowering::location() const { return locate(*At); }

Value *Lowering::site(StringRef What) {
  phobos::sim::Site S;
  S.Function = At->getFunction()->getName().str();
  S.Location = locate(*At);
  S.What = What.str();
  return i32(addSite(std::move(S)));
}

Value *Lowering::address(Value *Pointer) {
  return Pointer->getType()->isPointerTy() ? B.CreatePtrToInt(Pointer, B.getInt64Ty()) : asInt(Pointer, 64);
}

AllocaInst *Lowering::words(unsigned N) {
  IRBuilder<> Entry(&*At->getFunction()->getEntryBlock().getFirstInsertionPt());
  AllocaInst *A = Entry.CreateAlloca(ArrayType::get(Entry.getInt32Ty(), std::max(N, 1u)));
  A->setAlignment(Align(16));
  return A;
}

/// PTX ISA, "cvt": 0 from other than f64 to other than 64 bits, else the highest bit alone.
Value *Lowering::integerOfNaN(Value *Float, Value *Integer) {
  const unsigned Bits = Integer->getType()->getScalarSizeInBits();
  if ((!Float->getType()->getScalarType()->isDoubleTy() && Bits != 64) || Bits < 16)
    return Integer;
  Value *IsNaN = B.CreateFCmpUNO(Float, Float);
  return B.CreateSelect(IsNaN, ConstantInt::get(Integer->getType(), APInt::getOneBitSet(Bits, Bits - 1)), Integer);
}

/// A load that is the simulator's own, and is not to be checked.
static Value *ownLoad(IRBuilder<> &B, Type *T, Value *From) {
  LoadInst *Load = B.CreateLoad(T, From);
  Load->setMetadata(OwnAccess, MDNode::get(B.getContext(), {}));
  return Load;
}

static Value *loadAt(IRBuilder<> &B, Value *Base, uint64_t Offset) {
  return ownLoad(B, B.getInt32Ty(), B.CreateConstGEP1_64(B.getInt8Ty(), Base, Offset));
}

Value *Lowering::threadField(uint64_t Offset) {
  Value *Where = B.CreateIntToPtr(B.getInt64(reinterpret_cast<uint64_t>(&TheMachine.Current)), B.getPtrTy());
  return loadAt(B, ownLoad(B, B.getPtrTy(), Where), Offset);
}

Value *Lowering::shapeField(uint64_t Offset) {
  return loadAt(B, B.CreateIntToPtr(B.getInt64(reinterpret_cast<uint64_t>(&TheMachine.Shape)), B.getPtrTy()), Offset);
}

Value *Lowering::specialRegister(StringRef Name) {
  const int Dimension = StringSwitch<int>(Name.take_back(2)).Case(".x", 0).Case(".y", 4).Case(".z", 8).Default(-1);
  if (Dimension >= 0) {
    const StringRef Which = Name.drop_back(2);
    if (Which == "tid")
      return threadField(offsetof(Thread, Tid) + Dimension);
    if (Which == "ntid")
      return shapeField(offsetof(LaunchShape, Block) + Dimension);
    if (Which == "ctaid")
      return shapeField(offsetof(LaunchShape, Cta) + Dimension);
    if (Which == "nctaid")
      return shapeField(offsetof(LaunchShape, Grid) + Dimension);
    // Without a cluster launch every block is a cluster of its own.
    if (Which == "clusterid")
      return shapeField(offsetof(LaunchShape, Cta) + Dimension);
    if (Which == "nclusterid")
      return shapeField(offsetof(LaunchShape, Grid) + Dimension);
    if (Which == "cluster_ctaid")
      return i32(0);
    if (Which == "cluster_nctaid")
      return i32(1);
    return nullptr;
  }
  Value *Lane = threadField(offsetof(Thread, Lane));
  Value *Bit = B.CreateShl(i32(1), Lane);
  if (Name == "laneid")
    return Lane;
  if (Name == "warpid")
    return threadField(offsetof(Thread, WarpId));
  if (Name == "lanemask_eq" || Name == "lanemask.eq")
    return Bit;
  if (Name == "lanemask_lt" || Name == "lanemask.lt")
    return B.CreateSub(Bit, i32(1));
  if (Name == "lanemask_le" || Name == "lanemask.le")
    return B.CreateOr(B.CreateSub(Bit, i32(1)), Bit);
  if (Name == "lanemask_gt" || Name == "lanemask.gt")
    return B.CreateNot(B.CreateOr(B.CreateSub(Bit, i32(1)), Bit));
  if (Name == "lanemask_ge" || Name == "lanemask.ge")
    return B.CreateNot(B.CreateSub(Bit, i32(1)));
  if (Name == "warpsize" || Name == "WARP_SZ")
    return i32(32);
  if (Name == "nwarpid")
    return i32(64);
  if (Name == "smid" || Name == "cluster_ctarank" || Name == "cluster.ctarank")
    return i32(0);
  if (Name == "nsmid" || Name == "cluster_nctarank" || Name == "cluster.nctarank")
    return i32(1);
  if (Name == "gridid")
    return shapeField(offsetof(LaunchShape, GridId));
  if (Name == "dynamic_smem_size")
    return shapeField(offsetof(LaunchShape, DynamicShared));
  if (Name == "total_smem_size")
    return shapeField(offsetof(LaunchShape, SharedBytes));
  if (Name == "reserved_smem_offset_1")
    return i32(shared::base() + shared::ReservedOffset);
  if (Name == "clock" || Name == "clock_lo" || Name == "globaltimer_lo")
    return B.CreateTrunc(call("phsim_clock", B.getInt64Ty(), {}), B.getInt32Ty());
  if (Name == "clock64" || Name == "globaltimer")
    return call("phsim_clock", B.getInt64Ty(), {});
  return nullptr;
}

Value *Lowering::as(Value *V, Type *T) {
  Type *From = V->getType();
  if (From == T)
    return V;
  const DataLayout &DL = M.getDataLayout();
  if (From->isPointerTy())
    return as(B.CreatePtrToInt(V, B.getInt64Ty()), T);
  if (T->isPointerTy())
    return B.CreateIntToPtr(asInt(V, 64), T);
  const unsigned FromBits = DL.getTypeSizeInBits(From), ToBits = DL.getTypeSizeInBits(T);
  if (FromBits == ToBits)
    return B.CreateBitCast(V, T);
  Value *Bits = From->isIntegerTy() ? V : B.CreateBitCast(V, B.getIntNTy(FromBits));
  Bits = B.CreateZExtOrTrunc(Bits, B.getIntNTy(ToBits));
  return T->isIntegerTy() ? Bits : B.CreateBitCast(Bits, T);
}

std::optional<uint64_t> phobos::sim::constantOf(Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C->getZExtValue();
  return std::nullopt;
}
