//===- AllowList.cpp - Known instructions, intrinsics and asm -------------===//
#include "Raise/AllowList.h"
#include "IR/Directives.h"
#include "Raise/Arithmetic.h"
#include "Raise/ThreadSpace.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace phobos;

static constexpr unsigned SharedAddressSpace = 3;

// Opcodes whose result depends on their operands alone.
static bool isPureOpcode(StringRef Opcode) {
  static const StringRef Pure[] = {"abs",  "add",      "addc", "madc",  "subc", "and",  "bfe", "bfi",  "brev",
                                   "clz",  "copysign", "cos",  "cvt",   "div",  "ex2",  "fma", "lg2",  "lop3",
                                   "mad",  "max",      "min",  "mov",   "mul",  "neg",  "not", "or",   "popc",
                                   "prmt", "rcp",      "rem",  "rsqrt", "sad",  "selp", "set", "setp", "shl",
                                   "shr",  "sin",      "slct", "sqrt",  "sub",  "tanh", "xor", "testp"};
  return is_contained(Pure, Opcode);
}

// Every statement is a pure opcode or a register declaration, and no special register ('%smid') is read.
static bool isPureAsm(const CallBase &Call) {
  auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  StringRef Text = Asm->getAsmString();
  if (Text.contains('%') || StringRef(Asm->getConstraintString()).contains("memory"))
    return false;
  SmallVector<StringRef, 8> Statements;
  Text.split(Statements, ';');
  for (StringRef Statement : Statements) {
    Statement = Statement.trim(" \t\r\n{}");
    if (Statement.empty() || Statement.starts_with(".reg"))
      continue;
    if (Statement.starts_with("@"))
      return false;
    if (!isPureOpcode(Statement.take_while([](char C) { return isAlnum(C); })))
      return false;
  }
  return true;
}

static std::optional<Reject> checkIntrinsic(const CallBase &Call) {
  Intrinsic::ID Id = Call.getIntrinsicID();
  switch (Id) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::memcpy:
  case Intrinsic::memset:
    return std::nullopt;
  default:
    break;
  }
  StringRef Name = Call.getCalledFunction()->getName();
  DebugLoc Loc = Call.getDebugLoc();
  if (Name.starts_with("llvm.nvvm.read.ptx.sreg") || Name.contains("activemask"))
    return Reject(Reason::ObservesPlace, {Name.substr(sizeof("llvm.nvvm.") - 1).str()}, Loc);
  if (Call.isConvergent())
    return Reject(Reason::Communicates,
                  {Name.contains("barrier") || Name.contains("bar.") ? "a barrier" : Name.substr(5).str()}, Loc);
  if (Call.doesNotAccessMemory())
    return std::nullopt;
  if (Name.contains("membar") || Name.contains("fence"))
    return Reject(Reason::Communicates, {"a fence"}, Loc);
  return Reject(Reason::UnknownInstruction, {"'" + Name.str() + "'"}, Loc);
}

static std::optional<Reject> checkCall(const CallBase &Call) {
  DebugLoc Loc = Call.getDebugLoc();
  if (isa<InlineAsm>(Call.getCalledOperand())) {
    if (isKnownAsm(Call) || isPureAsm(Call))
      return std::nullopt;
    std::string Text(StringRef(cast<InlineAsm>(Call.getCalledOperand())->getAsmString()).trim());
    return Reject(Reason::UnknownAsm, {Text}, Loc);
  }
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return Reject(Reason::UnknownCall, {"a function pointer"}, Loc);
  if (Callee->isIntrinsic())
    return checkIntrinsic(Call);
  StringRef Name = Callee->getName();
  if (Name == DirectiveFunctionName || Name == "__nvvm_reflect" || isLeaf(&Call))
    return std::nullopt;
  return Reject(Reason::UnknownCall, {Name.str()}, Loc);
}

static bool isShared(const Type *T) { return T->isPointerTy() && T->getPointerAddressSpace() == SharedAddressSpace; }

// Whether the value is made of an address of shared memory; behind selections, integers and copies it cannot be told
// any more where such an address goes.
static bool namesShared(const Value *V) {
  if (isShared(V->getType()))
    return true;
  auto *C = dyn_cast<Constant>(V);
  return C && !isa<GlobalValue>(C) && any_of(C->operands(), [](const Use &U) { return namesShared(U); });
}

static std::optional<Reject> checkMemory(const Instruction &I, const Value *Pointer, bool IsSimple) {
  if (!IsSimple)
    return Reject(Reason::Volatile, {getUnderlyingObject(Pointer)->getName().str()}, I.getDebugLoc());
  return std::nullopt;
}

// A thread that waits for what another adds would wait for itself where one thread replays both.
static bool waitsForOthers(const AtomicRMWInst &Atomic, const LoopInfo &LI) {
  return !Atomic.use_empty() && LI.getLoopFor(Atomic.getParent());
}

std::optional<Reject> phobos::checkAllowed(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  for (Instruction &I : instructions(F)) {
    std::optional<Reject> Fault;
    if (namesShared(&I) || any_of(I.operands(), [](const Use &U) { return namesShared(U); })) {
      Fault = Reject(Reason::Communicates, {"shared memory"}, I.getDebugLoc());
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      Fault = checkCall(*Call);
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      Fault = checkMemory(I, Load->getPointerOperand(), Load->isSimple());
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Fault = checkMemory(I, Store->getPointerOperand(), Store->isSimple());
    } else if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I)) {
      Fault = checkMemory(I, Atomic->getPointerOperand(), !Atomic->isVolatile());
      if (!Fault && waitsForOthers(*Atomic, LI))
        Fault = Reject(Reason::Communicates, {"an atomic operation whose result a loop uses"}, I.getDebugLoc());
    } else if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
      if (!Alloca->isStaticAlloca())
        Fault = Reject(Reason::UnknownInstruction, {"an array of variable length"}, I.getDebugLoc());
    } else if (isa<AtomicCmpXchgInst, FenceInst, IndirectBrInst, CallBrInst>(I)) {
      Fault = Reject(Reason::Communicates, {std::string("'") + I.getOpcodeName() + "'"}, I.getDebugLoc());
    }
    if (Fault)
      return Fault;
  }
  return std::nullopt;
}
