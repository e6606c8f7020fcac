//===- Extent.cpp - How many virtual threads there are --------------------===//
#include "Emit/Piece.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace phobos;

// The number of a launch-shape register: 0 to 2 grid, 3 to 5 block.
static std::optional<unsigned> shapeRegister(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return 0;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return 1;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return 2;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return 3;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return 4;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return 5;
  default:
    return std::nullopt;
  }
}

Value *ExtentEmitter::uniform(const Value *V) {
  if (isa<Constant>(V))
    return const_cast<Value *>(V);
  if (auto *A = dyn_cast<Argument>(V))
    return F.getArg(A->getArgNo());
  auto It = Uniforms.find(V);
  if (It != Uniforms.end())
    return It->second;
  auto *I = cast<Instruction>(V);
  Value *Result = nullptr;
  auto *Call = dyn_cast<CallInst>(I);
  std::optional<unsigned> Register = Call ? shapeRegister(Call->getIntrinsicID()) : std::nullopt;
  if (Register) {
    Result = shape(*Register);
  } else {
    Instruction *Copy = I->clone();
    for (Use &U : Copy->operands())
      if (!isa<Function>(U))
        U = uniform(U);
    Copy->dropPoisonGeneratingFlags();
    Copy->setDebugLoc({});
    B.Insert(Copy);
    Result = Copy;
  }
  Uniforms[V] = Result;
  return Result;
}

Value *ExtentEmitter::extent(unsigned Index) {
  const Source &S = C.Space.Sources[Index];
  Type *I64 = B.getInt64Ty();
  switch (S.Kind) {
  case Source::Block:
    return B.CreateZExt(shape(S.Dim), I64);
  case Source::Thread:
    return B.CreateZExt(shape(3 + S.Dim), I64);
  case Source::Global:
    return B.CreateMul(B.CreateZExt(shape(S.Dim), I64), B.CreateZExt(shape(3 + S.Dim), I64));
  case Source::Quotient: {
    // A partial last group counts: its threads exist where they recombine to one below the parent's extent.
    Value *Divisor = B.CreateZExtOrTrunc(uniform(S.Divisor), I64);
    Value *Parent = extent(S.Parent);
    return B.CreateUDiv(B.CreateAdd(Parent, B.CreateSub(Divisor, B.getInt64(1))), Divisor);
  }
  case Source::Remainder:
    return B.CreateZExtOrTrunc(uniform(S.Divisor), I64);
  }
  llvm_unreachable("covered");
}

Value *ExtentEmitter::extent(ArrayRef<unsigned> Order) {
  Value *Product = B.getInt64(1);
  for (unsigned Index : Order)
    Product = B.CreateMul(Product, extent(Index));
  return Product;
}
