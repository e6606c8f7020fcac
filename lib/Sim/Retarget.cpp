//===- Retarget.cpp - NVPTX bitcode for the host ----------------*- C++ -*-===//
#include "Sim/Retarget.h"
#include "Sim/Lowering.h"
#include "Sim/Machine.h"
#include "Sim/Report.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace phobos::sim;

std::string phobos::sim::entryName(StringRef Kernel) { return ("phsim.entry." + Kernel).str(); }

namespace {

constexpr unsigned SharedSpace = 3;

/// The functions that the roots reach, and the variables that they name.
class Reachable {
public:
  SetVector<Function *> Functions;
  SetVector<GlobalVariable *> Variables;

  Reachable(Module &M, ArrayRef<std::string> Roots) {
    for (const std::string &Root : Roots)
      if (Function *F = M.getFunction(Root))
        Functions.insert(F);
    for (size_t I = 0; I < Functions.size(); ++I) {
      Function &F = *Functions[I];
      cantFail(F.materialize());
      for (BasicBlock &Block : F)
        for (Instruction &Inst : Block)
          for (Value *V : Inst.operands())
            if (auto *C = dyn_cast<Constant>(V))
              visit(C);
    }
  }

private:
  SmallPtrSet<Constant *, 32> Seen;

  void visit(Constant *C) {
    if (!Seen.insert(C).second)
      return;
    if (auto *F = dyn_cast<Function>(C)) {
      Functions.insert(F);
      return;
    }
    if (auto *G = dyn_cast<GlobalVariable>(C)) {
      Variables.insert(G);
      return;
    }
    for (Value *Operand : C->operands())
      if (auto *Inner = dyn_cast<Constant>(Operand))
        visit(Inner);
  }
};

/// Lays out the shared variables; returns their bytes. Those of no size are the launch's, and start after all others.
uint32_t layOutShared(ArrayRef<GlobalVariable *> Variables, const DataLayout &DL,
                      function_ref<void(GlobalVariable *, uint32_t)> Place) {
  uint64_t Offset = 0;
  uint64_t DynamicAlign = 16;
  for (GlobalVariable *G : Variables) {
    const uint64_t Bytes = DL.getTypeAllocSize(G->getValueType());
    const uint64_t Alignment = std::max<uint64_t>(G->getAlign().valueOrOne().value(), 1);
    if (!Bytes || G->isDeclaration()) {
      DynamicAlign = std::max(DynamicAlign, Alignment);
      continue;
    }
    Offset = alignTo(Offset, Alignment);
    Place(G, Offset);
    Offset += Bytes;
  }
  const bool HasDynamic = any_of(
      Variables, [&](GlobalVariable *G) { return G->isDeclaration() || !DL.getTypeAllocSize(G->getValueType()); });
  if (HasDynamic)
    Offset = alignTo(Offset, DynamicAlign);
  for (GlobalVariable *G : Variables)
    if (G->isDeclaration() || !DL.getTypeAllocSize(G->getValueType()))
      Place(G, Offset);
  return Offset;
}

/// "Tile" of a variable "kernel(int*)::Tile".
std::string plainName(StringRef Mangled) {
  const std::string Text = demangle(Mangled);
  const size_t At = Text.rfind("::");
  return At == std::string::npos ? Text : Text.substr(At + 2);
}

SmallVector<GlobalVariable *, 8> sharedOf(const Reachable &R) {
  SmallVector<GlobalVariable *, 8> Shared;
  for (GlobalVariable *G : R.Variables)
    if (G->getAddressSpace() == SharedSpace)
      Shared.push_back(G);
  return Shared;
}

class Retargeter {
  Module &M;
  const RetargetRequest &Request;
  const TargetMachine &Host;
  Retargeted Out;
  Mutation Mutate;

public:
  Retargeter(Module &M, const RetargetRequest &Request, const TargetMachine &Host)
      : M(M), Request(Request), Host(Host), Mutate(Request.Roots[0]) {}

  Retargeted run() {
    Reachable R(M, Request.Roots);
    dropTheRest(R);
    answerReflection(R);
    if (Settings::get().counts() || Settings::get().Check)
      vectorizeAccesses(M);
    replaceVariables(R);
    M.setTargetTriple(Host.getTargetTriple());
    M.setDataLayout(Host.createDataLayout());
    M.setModuleInlineAsm("");
    for (Function *F : R.Functions)
      if (!F->isDeclaration())
        lowerFunction(*F);
    Mutate.report(Request.Roots[0]);
    // The entries are made afterwards: they read the launch's arguments, which are no device memory.
    instrument(M);
    for (const std::string &Root : Request.Roots)
      if (Function *F = M.getFunction(Root); F && F->getCallingConv() == CallingConv::PTX_Kernel)
        makeEntry(*F);
    for (Function &F : M)
      clean(F);
    StripDebugInfo(M);
    return Out;
  }

private:
  /// Bodies that were never materialized must not be code-generated.
  void dropTheRest(const Reachable &R) {
    cantFail(M.materializeMetadata());
    for (Function &F : M)
      if (!R.Functions.contains(&F) && !F.isDeclaration())
        F.deleteBody();
    for (const char *List :
         {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"})
      if (GlobalVariable *G = M.getGlobalVariable(List, true))
        G->eraseFromParent();
    while (!M.alias_empty())
      dropAlias(*M.alias_begin());
    if (NamedMDNode *Annotations = M.getNamedMetadata("nvvm.annotations"))
      Annotations->eraseFromParent();
  }

  static void dropAlias(GlobalAlias &A) {
    A.replaceAllUsesWith(A.getAliasee());
    A.eraseFromParent();
  }

  Constant *fixedAddress(uint64_t Address, Type *Pointer) {
    return ConstantExpr::getIntToPtr(ConstantInt::get(Type::getInt64Ty(M.getContext()), Address), Pointer);
  }

  /// What libdevice asks about the compilation; its questions are strings, so before they become addresses.
  void answerReflection(const Reachable &R) {
    Function *Ask = M.getFunction("__nvvm_reflect");
    if (!Ask)
      return;
    for (User *U : make_early_inc_range(Ask->users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call)
        continue;
      StringRef Text;
      if (auto *G = dyn_cast<GlobalVariable>(Call->getArgOperand(0)->stripPointerCasts()); G && G->hasInitializer())
        if (auto *Data = dyn_cast<ConstantDataSequential>(G->getInitializer()); Data && Data->isCString())
          Text = Data->getAsCString();
      const uint32_t Answer = Text == "__CUDA_ARCH" ? Request.Capability * 10 : 0;
      Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), Answer));
      Call->eraseFromParent();
    }
  }

  /// Says of the accesses of a shared array which one they are of, as long as that can be seen.
  void markArray(Value &V, MDNode *Which, unsigned Depth = 0) {
    for (User *U : V.users())
      if (isa<GEPOperator, AddrSpaceCastOperator>(U) && Depth < 8)
        markArray(*U, Which, Depth + 1);
      else if (auto *I = dyn_cast<Instruction>(U);
               I && (getLoadStorePointerOperand(I) == &V || match(I, m_Intrinsic<Intrinsic::masked_load>())))
        I->setMetadata(ArrayAccess, Which);
  }

  void noteArray(GlobalVariable &G, uint32_t Offset) {
    const uint32_t Bytes = G.isDeclaration() ? 0 : M.getDataLayout().getTypeAllocSize(G.getValueType());
    Out.Shared.push_back({Offset, Bytes, plainName(G.getName())});
    if (!Bytes)
      return;
    auto Number = [&](uint32_t N) {
      return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(M.getContext()), N));
    };
    markArray(G, MDNode::get(M.getContext(), {Number(Offset), Number(Bytes)}));
  }

  void replaceVariables(const Reachable &R) {
    Out.StaticShared = layOutShared(sharedOf(R), M.getDataLayout(), [&](GlobalVariable *G, uint32_t Offset) {
      noteArray(*G, Offset);
      G->replaceAllUsesWith(fixedAddress(shared::base() + Offset, G->getType()));
    });
    for (GlobalVariable &G : M.globals()) {
      // threadIdx and its like are weak declarations: what names them reads registers, and at -O0 passes their
      // addresses on.
      if (G.hasExternalWeakLinkage())
        G.replaceAllUsesWith(Constant::getNullValue(G.getType()));
      if (G.getAddressSpace() != SharedSpace)
        if (auto It = Request.Variables->find(G.getName()); It != Request.Variables->end())
          G.replaceAllUsesWith(fixedAddress(It->second, G.getType()));
      G.setInitializer(nullptr);
      G.setLinkage(GlobalValue::ExternalLinkage);
      G.setComdat(nullptr);
    }
    for (GlobalVariable &G : make_early_inc_range(M.globals()))
      if (G.use_empty())
        G.eraseFromParent();
  }

  void lowerFunction(Function &F) {
    Lowering L(M);
    L.Mutate = &Mutate;
    L.Counts = Request.Counts;
    SmallVector<Instruction *, 64> Work;
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        Work.push_back(&I);
    for (Instruction *I : Work) {
      L.start(*I);
      if (L.Counts)
        L.Counts->instruction(*I);
      if (auto *Call = dyn_cast<CallInst>(I))
        lowerCall(L, *Call);
      else if (auto *Op = dyn_cast<BinaryOperator>(I))
        guardDivision(L, *Op);
      else if (isa<FPToSIInst, FPToUIInst>(I))
        saturate(L, cast<CastInst>(*I));
      else if (auto *Alloca = dyn_cast<AllocaInst>(I))
        Out.StackBytes +=
            Alloca->getAllocationSize(M.getDataLayout()).value_or(TypeSize::getFixed(4096)).getFixedValue();
    }
  }

  void lowerCall(Lowering &L, CallInst &Call) {
    if (Call.isInlineAsm()) {
      const std::string Text = cast<InlineAsm>(Call.getCalledOperand())->getAsmString().str();
      // An empty statement only keeps the compiler from moving things.
      if (StringRef(Text).trim().empty() && Call.getType()->isVoidTy()) {
        Call.eraseFromParent();
        return;
      }
      if (std::optional<std::string> Unknown = lowerAsm(L, Call))
        unsupported(L, Call, "inline assembly '" + *Unknown + "'");
      return;
    }
    Function *Callee = Call.getCalledFunction();
    if (!Callee)
      return;
    if (Callee->isIntrinsic()) {
      if (!lowerIntrinsic(L, Call) && Callee->getName().starts_with("llvm.nvvm."))
        unsupported(L, Call, "intrinsic '" + Callee->getName().str() + "'");
      return;
    }
    if (Callee->isDeclaration())
      lowerLibraryCall(L, Call, Callee->getName());
  }

  void lowerLibraryCall(Lowering &L, CallInst &Call, StringRef Name) {
    IRBuilder<> &B = L.B;
    Value *Result = nullptr;
    auto Arg = [&](unsigned I) { return Call.getArgOperand(I); };
    if (Name.starts_with("phsim_"))
      return;
    if (Name == "vprintf") {
      Result = L.call("phsim_vprintf", B.getInt32Ty(), {Arg(0), Arg(1)});
    } else if (Name == "malloc") {
      Result = B.CreateIntToPtr(L.call("phsim_malloc", B.getInt64Ty(), {Arg(0)}), B.getPtrTy());
    } else if (Name == "free") {
      L.call("phsim_free", B.getVoidTy(), {L.site("free"), L.address(Arg(0))});
    } else if (Name == "__assertfail" || Name == "__assert_fail") {
      L.call("phsim_assert_fail", B.getVoidTy(), {Arg(0), Arg(1), Arg(2), Arg(3)});
    } else {
      unsupported(L, Call,
                  "call of '" + demangle(Name) +
                      "', which this translation unit does not define; device code across files is not supported");
      return;
    }
    if (Result)
      Call.replaceAllUsesWith(Result);
    Call.eraseFromParent();
  }

  /// Fails where it is executed, not where it is compiled: most kernels never reach what a header holds.
  void unsupported(Lowering &L, CallInst &Call, const std::string &What) {
    L.start(Call);
    if (L.Counts)
      L.Counts->NotSimulated.push_back({What, L.location()});
    auto *Text = new std::string(What);
    L.call("phsim_unsupported", L.B.getVoidTy(),
           {L.site(""), L.B.CreateIntToPtr(L.B.getInt64(reinterpret_cast<uint64_t>(Text->c_str())), L.B.getPtrTy())});
    if (!Call.getType()->isVoidTy())
      Call.replaceAllUsesWith(Constant::getNullValue(Call.getType()));
    Call.eraseFromParent();
  }

  /// A GPU does not trap where a host would: x / 0 is all ones, x % 0 is x, and the least integer / -1 is itself.
  void guardDivision(Lowering &L, BinaryOperator &Op) {
    const unsigned Opcode = Op.getOpcode();
    const bool Signed = Opcode == Instruction::SDiv || Opcode == Instruction::SRem;
    if ((!Signed && Opcode != Instruction::UDiv && Opcode != Instruction::URem) || Op.getType()->isVectorTy())
      return;
    Value *Divisor = Op.getOperand(1);
    if (auto *C = dyn_cast<ConstantInt>(Divisor); C && !C->isZero() && !C->isMinusOne())
      return;
    Type *T = Op.getType();
    Value *Zero = L.B.CreateICmpEQ(Divisor, ConstantInt::get(T, 0));
    Value *Bad = Zero;
    if (Signed) {
      const unsigned Bits = T->getIntegerBitWidth();
      Bad = L.B.CreateOr(
          Bad, L.B.CreateAnd(L.B.CreateICmpEQ(Divisor, Constant::getAllOnesValue(T)),
                             L.B.CreateICmpEQ(Op.getOperand(0), ConstantInt::get(T, APInt::getSignedMinValue(Bits)))));
    }
    Value *Safe = L.B.CreateSelect(Bad, ConstantInt::get(T, 1), Divisor);
    Op.setOperand(1, Safe);
    L.B.SetInsertPoint(Op.getNextNode());
    const bool Remainder = Opcode == Instruction::SRem || Opcode == Instruction::URem;
    Value *AtZero = Remainder ? Op.getOperand(0) : Constant::getAllOnesValue(T);
    auto *Fixed = cast<Instruction>(SelectInst::Create(Zero, AtZero, &Op, "", Op.getNextNode()->getIterator()));
    Op.replaceUsesWithIf(Fixed, [&](Use &U) { return U.getUser() != Fixed; });
    Op.dropPoisonGeneratingFlags();
  }

  /// cvt saturates, and has its own integer for NaN.
  void saturate(Lowering &L, CastInst &Cast) {
    const Intrinsic::ID Id = isa<FPToSIInst>(Cast) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
    Value *V = L.B.CreateIntrinsic(Id, {Cast.getType(), Cast.getOperand(0)->getType()}, {Cast.getOperand(0)});
    V = L.integerOfNaN(Cast.getOperand(0), V);
    Cast.replaceAllUsesWith(V);
    Cast.eraseFromParent();
  }

  /// void phsim.entry.K(void **Arguments): loads each argument and calls the kernel.
  void makeEntry(Function &Kernel) {
    LLVMContext &C = M.getContext();
    auto *Type = FunctionType::get(Type::getVoidTy(C), {PointerType::get(C, 0)}, false);
    Function *Entry = Function::Create(Type, GlobalValue::ExternalLinkage, entryName(Kernel.getName()), M);
    IRBuilder<> B(BasicBlock::Create(C, "", Entry));
    SmallVector<Value *, 16> Arguments;
    for (Argument &A : Kernel.args()) {
      Value *Slot = B.CreateLoad(B.getPtrTy(), B.CreateConstGEP1_32(B.getPtrTy(), Entry->getArg(0), A.getArgNo()));
      if (llvm::Type *ByValue = A.getParamByValType()) {
        // Each thread has its own copy, as parameters that a kernel writes to have.
        AllocaInst *Copy = B.CreateAlloca(ByValue);
        Copy->setAlignment(std::max(A.getParamAlign().valueOrOne(), Align(8)));
        B.CreateMemCpy(Copy, Copy->getAlign(), Slot, Align(1), M.getDataLayout().getTypeAllocSize(ByValue));
        Arguments.push_back(B.CreatePointerBitCastOrAddrSpaceCast(Copy, A.getType()));
      } else {
        Arguments.push_back(B.CreateAlignedLoad(A.getType(), Slot, Align(1)));
      }
    }
    B.CreateCall(&Kernel, Arguments);
    B.CreateRetVoid();
  }

  /// Attributes and metadata that were true of the device code and are not of what it became.
  void clean(Function &F) {
    if (F.isIntrinsic())
      return;
    const bool Kernel = F.getCallingConv() == CallingConv::PTX_Kernel;
    F.setCallingConv(CallingConv::C);
    F.setAttributes(keptAttributes(F.getAttributes(), F.arg_size(), Kernel));
    F.setComdat(nullptr);
    F.setSection("");
    if (F.isDeclaration())
      return;
    if (!F.getName().starts_with("phsim."))
      F.setLinkage(is_contained(Request.Roots, F.getName().str()) ? GlobalValue::ExternalLinkage
                                                                  : GlobalValue::InternalLinkage);
    F.addFnAttr(Attribute::NoUnwind);
    F.addFnAttr("probe-stack", "inline-asm");
    F.addFnAttr("target-cpu", Host.getTargetCPU());
    F.addFnAttr("target-features", Host.getTargetFeatureString());
    for (BasicBlock &Block : F)
      for (Instruction &I : Block) {
        if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(Call)) {
          Call->setCallingConv(CallingConv::C);
          Call->setAttributes(keptAttributes(Call->getAttributes(), Call->arg_size(), false));
        }
        I.dropUnknownNonDebugMetadata();
      }
  }

  /// Only what belongs to the calling convention.
  AttributeList keptAttributes(AttributeList Old, unsigned Arguments, bool Kernel) {
    LLVMContext &C = M.getContext();
    AttributeList New;
    for (unsigned I = 0; I < Arguments; ++I)
      for (Attribute A : Old.getParamAttrs(I)) {
        const bool Convention = A.hasAttribute(Attribute::ZExt) || A.hasAttribute(Attribute::SExt) ||
                                A.hasAttribute(Attribute::StructRet) || A.hasAttribute(Attribute::ByVal) ||
                                A.hasAttribute(Attribute::Alignment);
        if (Convention && !(Kernel && A.hasAttribute(Attribute::ByVal)))
          New = New.addParamAttribute(C, I, A);
      }
    for (Attribute A : Old.getRetAttrs())
      if (A.hasAttribute(Attribute::ZExt) || A.hasAttribute(Attribute::SExt))
        New = New.addRetAttribute(C, A);
    return New;
  }
};

} // namespace

Retargeted phobos::sim::retarget(Module &M, const RetargetRequest &Request, const TargetMachine &Host) {
  return Retargeter(M, Request, Host).run();
}

uint32_t phobos::sim::staticSharedOf(Module &M, StringRef Root) {
  Reachable R(M, {Root.str()});
  return layOutShared(sharedOf(R), M.getDataLayout(), [](GlobalVariable *, uint32_t) {});
}
