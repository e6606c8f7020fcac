//===- KernelBuilder.cpp - Loops, branches, shared memory -------*- C++ -*-===//
#include "Emit/KernelBuilder.h"
#include "llvm/IR/Module.h"

using namespace phobos;
using namespace llvm;

GlobalVariable *phobos::sharedMemory(Module &M) {
  constexpr StringRef Name = "__phobos_shared";
  if (GlobalVariable *G = M.getGlobalVariable(Name))
    return G;
  auto *G = new GlobalVariable(M, ArrayType::get(Type::getInt8Ty(M.getContext()), 0), /*isConstant=*/false,
                               GlobalValue::ExternalLinkage, nullptr, Name, nullptr, GlobalValue::NotThreadLocal,
                               /*AddressSpace=*/3);
  G->setAlignment(Align(128));
  return G;
}

static constexpr unsigned ShapeParameters = 6;

Function *phobos::createKernel(const Outlined &Pieces, StringRef Name, unsigned Threads, unsigned MinCtas,
                               ArrayRef<Type *> Extra) {
  const Function &Original = *Pieces.Original;
  Module &M = *Pieces.Replay->getParent();
  LLVMContext &C = M.getContext();
  SmallVector<Type *, 16> Types(Original.getFunctionType()->params());
  Types.append(ShapeParameters, Type::getInt32Ty(C));
  Types.append(Extra.begin(), Extra.end());
  auto *Type = FunctionType::get(Type::getVoidTy(C), Types, /*isVarArg=*/false);
  Function *Kernel = Function::Create(Type, GlobalValue::WeakODRLinkage, Name, M);
  Kernel->setCallingConv(CallingConv::PTX_Kernel);
  for (const Argument &A : Original.args()) {
    Argument &Own = *Kernel->getArg(A.getArgNo());
    Own.setName(A.getName());
    if (A.hasByValAttr())
      Own.addAttr(Attribute::getWithByValType(C, A.getParamByValType()));
    if (MaybeAlign Alignment = A.getParamAlign())
      Own.addAttr(Attribute::getWithAlignment(C, *Alignment));
  }
  for (StringRef Attr : {"target-cpu", "target-features"})
    if (Original.hasFnAttribute(Attr))
      Kernel->addFnAttr(Original.getFnAttribute(Attr));
  Kernel->addFnAttr("nvvm.maxntid", std::to_string(Threads));
  Kernel->addFnAttr("nvvm.minctasm", std::to_string(MinCtas));
  Kernel->addFnAttr(Attribute::NoUnwind);
  Kernel->addFnAttr(Attribute::Convergent);
  BasicBlock::Create(C, "entry", Kernel);
  return Kernel;
}

KernelBuilder::KernelBuilder(Function &Kernel, unsigned Threads, const Outlined &Pieces)
    : IRBuilder<>(&Kernel.getEntryBlock()), Kernel(Kernel), SharedMemory(sharedMemory(*Kernel.getParent())),
      Pieces(Pieces) {
  for (unsigned I = 0, End = Pieces.Original->arg_size() + ShapeParameters; I < End; ++I)
    PieceArguments.push_back(Kernel.getArg(I));
  CallInst *Id = call(Intrinsic::nvvm_read_ptx_sreg_tid_x, {});
  Id->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, Threads)));
  Thread = Id;
}

Value *KernelBuilder::apply(const BitLinear &Map, Value *X) {
  // Runs of bits whose images are their neighbours' shifted are moved together: one mask and one shift a run.
  Value *Result = i32(Map.Constant);
  for (unsigned Bit = 0; Bit < Map.Basis.size();) {
    unsigned End = Bit + 1, Image = Map.Basis[Bit];
    bool OneBit = Image && !(Image & (Image - 1));
    while (OneBit && End < Map.Basis.size() && Map.Basis[End] == Image << (End - Bit))
      ++End;
    if (OneBit) {
      Value *Run = CreateAnd(X, i32((1u << End) - (1u << Bit)));
      unsigned To = llvm::countr_zero(Image);
      Run = To >= Bit ? CreateShl(Run, To - Bit) : CreateLShr(Run, Bit - To);
      Result = CreateXor(Result, Run);
    } else if (Image) {
      Value *Set = CreateICmpNE(CreateAnd(X, i32(1u << Bit)), i32(0));
      Result = CreateXor(Result, CreateSelect(Set, i32(Image), i32(0)));
    }
    Bit = End;
  }
  return Result;
}

Value *KernelBuilder::ceilDiv(Value *X, uint64_t Divisor) {
  Value *D = ConstantInt::get(X->getType(), Divisor);
  Value *Whole = CreateUDiv(X, D);
  Value *Partial = CreateICmpNE(CreateURem(X, D), ConstantInt::get(X->getType(), 0));
  return CreateAdd(Whole, CreateZExt(Partial, X->getType()));
}

Value *KernelBuilder::callPiece(Function *Piece, ArrayRef<Value *> Rest) {
  Values Args = PieceArguments;
  Args.append(Rest.begin(), Rest.end());
  CallInst *Call = CreateCall(Piece, Args);
  Call->setCallingConv(Piece->getCallingConv());
  // A byval argument of a kernel is memory of its own already; the copy that the call makes is what inlining removes.
  for (const Argument &A : Piece->args())
    if (A.hasByValAttr())
      Call->addParamAttr(A.getArgNo(), Attribute::getWithByValType(getContext(), A.getParamByValType()));
  return Call;
}

CallInst *KernelBuilder::call(Intrinsic::ID Id, ArrayRef<Value *> Args, ArrayRef<Type *> Types) {
  return CreateIntrinsic(Id, Types, Args);
}

CallInst *KernelBuilder::collective(Intrinsic::ID Id, ArrayRef<Value *> Args, ArrayRef<Type *> Types) {
  CallInst *Call = call(Id, Args, Types);
  Call->setConvergent();
  return Call;
}

Value *KernelBuilder::shared(Value *Offset, unsigned Constant) {
  Value *Place = CreateGEP(getInt8Ty(), SharedMemory, widen(Offset));
  return Constant ? CreateConstInBoundsGEP1_32(getInt8Ty(), Place, Constant) : Place;
}

Value *KernelBuilder::global(Value *Address) { return CreateIntToPtr(Address, getPtrTy(/*AddrSpace=*/1)); }

void KernelBuilder::barrier() { collective(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {i32(0)}); }

Value *KernelBuilder::vote(Vote Kind, Value *I1) {
  return collective(Kind == Vote::And ? Intrinsic::nvvm_barrier_cta_red_and_aligned_all
                                      : Intrinsic::nvvm_barrier_cta_red_or_aligned_all,
                    {i32(0), I1});
}

Values KernelBuilder::ifThen(Value *Cond, ArrayRef<Value *> Else, function_ref<Values()> Then) {
  return ifElse(Cond, Then, [&] { return Values(Else); });
}

Values KernelBuilder::ifElse(Value *Cond, function_ref<Values()> Then, function_ref<Values()> Else) {
  auto *Yes = BasicBlock::Create(getContext(), "then", &Kernel);
  auto *No = BasicBlock::Create(getContext(), "else", &Kernel);
  auto *Join = BasicBlock::Create(getContext(), "join", &Kernel);
  CreateCondBr(Cond, Yes, No);
  auto side = [&](BasicBlock *Start, function_ref<Values()> Body) {
    SetInsertPoint(Start);
    Values Results = Body();
    BasicBlock *End = GetInsertBlock();
    CreateBr(Join);
    return std::pair(std::move(Results), End);
  };
  auto [YesValues, YesEnd] = side(Yes, Then);
  auto [NoValues, NoEnd] = side(No, Else);
  assert(YesValues.size() == NoValues.size() && "both ways give the same values");
  SetInsertPoint(Join);
  Values Joined;
  for (auto [OfYes, OfNo] : zip(YesValues, NoValues)) {
    PHINode *Phi = CreatePHI(OfYes->getType(), 2);
    Phi->addIncoming(OfYes, YesEnd);
    Phi->addIncoming(OfNo, NoEnd);
    Joined.push_back(Phi);
  }
  return Joined;
}

Value *KernelBuilder::findFirst(Value *Begin, Value *End, function_ref<Value *(Value *)> Test) {
  BasicBlock *From = GetInsertBlock();
  auto *Look = BasicBlock::Create(getContext(), "look", &Kernel);
  auto *Advance = BasicBlock::Create(getContext(), "advance", &Kernel);
  auto *Found = BasicBlock::Create(getContext(), "found", &Kernel);
  CreateBr(Look);
  SetInsertPoint(Look);
  PHINode *Index = CreatePHI(getInt32Ty(), 2);
  Index->addIncoming(Begin, From);
  Value *Holds = Test(Index);
  BasicBlock *Tested = GetInsertBlock();
  CreateCondBr(Holds, Found, Advance);
  SetInsertPoint(Advance);
  Value *Next = CreateAdd(Index, i32(1));
  Index->addIncoming(Next, Advance);
  keepLoop(CreateCondBr(CreateICmpSLT(Next, End), Look, Found), 1);
  SetInsertPoint(Found);
  PHINode *Result = CreatePHI(getInt32Ty(), 2);
  Result->addIncoming(Index, Tested);
  Result->addIncoming(End, Advance);
  return Result;
}

Values KernelBuilder::loop(Value *Begin, Value *End, Value *Step, ArrayRef<Value *> Initial,
                           function_ref<Values(Value *, ArrayRef<Value *>)> Body, unsigned UnrollCount) {
  BasicBlock *From = GetInsertBlock();
  auto *Enter = BasicBlock::Create(getContext(), "enter", &Kernel);
  auto *Repeat = BasicBlock::Create(getContext(), "repeat", &Kernel);
  auto *Done = BasicBlock::Create(getContext(), "done", &Kernel);
  CreateCondBr(CreateICmpSLT(Begin, End), Enter, Done);
  SetInsertPoint(Enter);
  CreateBr(Repeat);

  SetInsertPoint(Repeat);
  PHINode *Index = CreatePHI(Begin->getType(), 2);
  Index->addIncoming(Begin, Enter);
  Values Carried;
  for (Value *V : Initial) {
    PHINode *Phi = CreatePHI(V->getType(), 2);
    Phi->addIncoming(V, Enter);
    Carried.push_back(Phi);
  }
  Values Results = Body(Index, Carried);
  assert(Results.size() == Initial.size() && "a loop returns what it carries");
  Value *Next = CreateAdd(Index, Step);
  BasicBlock *Latch = GetInsertBlock();
  keepLoop(CreateCondBr(CreateICmpSLT(Next, End), Repeat, Done), UnrollCount);
  Index->addIncoming(Next, Latch);
  for (auto [Phi, V] : zip(Carried, Results))
    cast<PHINode>(Phi)->addIncoming(V, Latch);

  SetInsertPoint(Done);
  Values Final;
  for (auto [First, Last] : zip(Initial, Results)) {
    PHINode *Phi = CreatePHI(First->getType(), 2);
    Phi->addIncoming(First, From);
    Phi->addIncoming(Last, Latch);
    Final.push_back(Phi);
  }
  return Final;
}

void KernelBuilder::keepLoop(Instruction *Latch, unsigned UnrollCount) {
  LLVMContext &C = getContext();
  auto property = [&](StringRef Name, Metadata *Value = nullptr) -> Metadata * {
    SmallVector<Metadata *, 2> Parts{MDString::get(C, Name)};
    if (Value)
      Parts.push_back(Value);
    return MDNode::get(C, Parts);
  };
  // Tiles are sized by the plan: another unroll would only overflow registers and the instruction cache.
  Metadata *Unroll = UnrollCount > 1 ? property("llvm.loop.unroll.count", ConstantAsMetadata::get(i32(UnrollCount)))
                                     : property("llvm.loop.unroll.disable");
  SmallVector<Metadata *, 4> Parts{nullptr, Unroll, property("llvm.loop.mustprogress"),
                                   property("llvm.loop.vectorize.enable", ConstantAsMetadata::get(getFalse()))};
  MDNode *Id = MDNode::getDistinct(C, Parts);
  Id->replaceOperandWith(0, Id);
  Latch->setMetadata(LLVMContext::MD_loop, Id);
}
