//===- Scalar.cpp - A grid-stride loop over tiles of threads --------------===//
#include "Emit/Scalar.h"
#include "Emit/Piece.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace phobos;

Function *phobos::emitScalarCompanion(const Contraction &C, const Outlined &Pieces, StringRef Name) {
  LLVMContext &Context = C.Work->getContext();
  Function *Scalar = outlineScalar(C, Pieces);
  FunctionType *T = Pieces.Extents->getFunctionType();
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(Context), T->params(), false),
                                 GlobalValue::WeakODRLinkage, Name, C.Work->getParent());
  F->setCallingConv(CallingConv::PTX_Kernel);
  copyByValue(*C.Work, *F);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr("nvvm.maxntid", std::to_string(ScalarTile * ScalarTile));

  BasicBlock *Entry = BasicBlock::Create(Context, "entry", F), *Loop = BasicBlock::Create(Context, "tile", F),
             *Body = BasicBlock::Create(Context, "body", F), *Done = BasicBlock::Create(Context, "done", F);
  IRBuilder<> B(Entry);
  SmallVector<Value *, 24> Arguments;
  for (Argument &A : F->args())
    Arguments.push_back(&A);
  Value *Extents = B.CreateCall(Pieces.Extents, Arguments);
  auto Register = [&](Intrinsic::ID Id) -> Value * { return B.CreateIntrinsic(Id, {}); };
  auto Tiles = [&](unsigned Field) {
    Value *Extent = B.CreateZExt(B.CreateExtractValue(Extents, Field), B.getInt64Ty());
    return B.CreateUDiv(B.CreateAdd(Extent, B.getInt64(ScalarTile - 1)), B.getInt64(ScalarTile));
  };
  Value *TilesM = Tiles(0), *TilesN = Tiles(1);
  Value *PerBatch = B.CreateMul(TilesM, TilesN);
  Value *Count = B.CreateMul(PerBatch, B.CreateZExt(B.CreateExtractValue(Extents, 2), B.getInt64Ty()));
  Value *Thread = Register(Intrinsic::nvvm_read_ptx_sreg_tid_x);
  Value *First = B.CreateZExt(Register(Intrinsic::nvvm_read_ptx_sreg_ctaid_x), B.getInt64Ty());
  Value *Step = B.CreateZExt(Register(Intrinsic::nvvm_read_ptx_sreg_nctaid_x), B.getInt64Ty());
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  PHINode *Tile = B.CreatePHI(B.getInt64Ty(), 2);
  Tile->addIncoming(First, Entry);
  B.CreateCondBr(B.CreateICmpULT(Tile, Count), Body, Done);

  B.SetInsertPoint(Body);
  Value *Batch = B.CreateUDiv(Tile, PerBatch), *InBatch = B.CreateURem(Tile, PerBatch);
  auto Coordinate = [&](Value *TileIndex, Value *InTile) {
    return B.CreateAdd(B.CreateMul(B.CreateTrunc(TileIndex, B.getInt32Ty()), B.getInt32(ScalarTile)), InTile);
  };
  Value *M = Coordinate(B.CreateUDiv(InBatch, TilesN), B.CreateUDiv(Thread, B.getInt32(ScalarTile)));
  Value *N = Coordinate(B.CreateURem(InBatch, TilesN), B.CreateURem(Thread, B.getInt32(ScalarTile)));
  Arguments.append({B.CreateTrunc(Batch, B.getInt32Ty()), M, N});
  B.CreateCall(Scalar, Arguments);
  Tile->addIncoming(B.CreateAdd(Tile, Step), Body);
  B.CreateBr(Loop);
  IRBuilder<>(Done).CreateRetVoid();
  return F;
}
