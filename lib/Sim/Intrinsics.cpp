//===- Intrinsics.cpp - NVVM intrinsics as PTX operations -------*- C++ -*-===//
//
// Spells an intrinsic as the PTX that it stands for, with operands in PTX's order; PtxOps.cpp does the rest.
//
//===----------------------------------------------------------------------===//
#include "Sim/Lowering.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

/// An opcode and its operands.
struct Spelling {
  std::string Opcode;
  ValueList In;
};

using Words = ArrayRef<StringRef>;

std::string join(Words Parts) { return llvm::join(Parts, "."); }

/// "f" -> "f32", "d" -> "f64", "f16" and so on as they are.
StringRef floatName(StringRef Suffix) {
  return StringSwitch<StringRef>(Suffix)
      .Cases({"f", "f32"}, "f32")
      .Cases({"d", "f64"}, "f64")
      .Cases({"f16", "f16x2", "bf16", "bf16x2"}, Suffix)
      .Case("v2f16", "f16x2")
      .Case("v2bf16", "bf16x2")
      .Default("");
}

/// "i" -> "s32", "ull" -> "u64" of mulhi.i, f2ull, ...
StringRef intName(StringRef Suffix) {
  return StringSwitch<StringRef>(Suffix)
      .Case("s", "s16")
      .Case("us", "u16")
      .Case("i", "s32")
      .Case("ui", "u32")
      .Case("ll", "s64")
      .Case("ull", "u64")
      .Default("");
}

ValueList operands(CallInst &Call) { return ValueList(Call.arg_begin(), Call.arg_end()); }

/// mma.SHAPE.row.col[.satfinite].TYPES, where TYPES leaves out what follows from the rest.
std::optional<Spelling> spellMma(Words Parts, CallInst &Call) {
  if (Parts.size() < 5)
    return std::nullopt;
  std::string Opcode = "mma.sync.aligned." + join(Parts.slice(1, 3));
  Words Types = Parts.drop_front(4);
  if (Types[0] == "satfinite") {
    Opcode += ".satfinite";
    Types = Types.drop_front();
  }
  if (Types.empty())
    return std::nullopt;
  StringRef D, A, B, C;
  const StringRef First = Types[0];
  if (Types.size() == 2 && (First == "f16" || First == "f32")) {
    D = First, C = Types[1], A = B = "f16";
  } else if (Types.size() == 4) {
    D = Types[0], A = Types[1], B = Types[2], C = Types[3];
  } else {
    A = First, B = Types.size() == 2 ? Types[1] : First;
    const bool Integer = A.starts_with("s") || A.starts_with("u");
    D = C = A == "f64" ? "f64" : Integer ? "s32" : "f32";
  }
  Opcode += ("." + D + "." + A + "." + B + "." + C).str();
  return Spelling{Opcode, operands(Call)};
}

/// wmma.SHAPE.load.a.row[.stride].TYPE.SPACE, wmma.SHAPE.mma[.OP.popc].row.col[.rn].TYPES[.satfinite].
std::optional<Spelling> spellWmma(Words Parts, CallInst &Call) {
  if (Parts.size() < 6)
    return std::nullopt;
  const StringRef Shape = Parts[1];
  const StringRef Op = Parts[2];
  if (Op == "load" || Op == "store") {
    Words Rest = Parts.back().starts_with("p") ? Parts.drop_back() : Parts;
    return Spelling{
        ("wmma." + Op + "." + Parts[3] + ".sync.aligned." + Parts[4] + "." + Shape + "." + Rest.back()).str(),
        operands(Call)};
  }
  Words Rest = Parts.drop_front(3);
  std::string Opcode = "wmma.mma.";
  if (Rest[1] == "popc") {
    Opcode += (Rest[0] + ".popc.").str();
    Rest = Rest.drop_front(2);
  }
  Opcode += ("sync.aligned." + Rest[0] + "." + Rest[1] + "." + Shape).str();
  Rest = Rest.drop_front(2);
  const bool Saturates = Rest.back() == "satfinite";
  if (Saturates)
    Rest = Rest.drop_back();
  if (!Rest.empty() && Rest[0].starts_with("r"))
    Rest = Rest.drop_front();
  if (Rest.size() == 2) {
    Opcode += ("." + Rest[0] + ".f16.f16." + Rest[1]).str();
  } else if (Rest.size() == 1) {
    const StringRef T = Rest[0];
    const StringRef D = T == "f64" ? "f64" : T == "bf16" || T == "tf32" ? "f32" : "s32";
    Opcode += ("." + D + "." + T + "." + T + "." + D).str();
  } else {
    return std::nullopt;
  }
  return Spelling{Opcode + (Saturates ? ".satfinite" : ""), operands(Call)};
}

/// barrier.cta.sync.aligned.all, barrier.cta.red.popc.count, ...
std::optional<Spelling> spellBarrier(Words Parts, CallInst &Call) {
  if (Parts.size() < 3 || Parts[1] != "cta")
    return std::nullopt;
  return Spelling{join(Parts.drop_back()), operands(Call)};
}

std::optional<Spelling> spellWarp(Words Parts, CallInst &Call) {
  const StringRef Op = Parts[0];
  ValueList In = operands(Call);
  if (Op == "mma")
    return spellMma(Parts, Call);
  if (Op == "wmma")
    return spellWmma(Parts, Call);
  if (Op == "movmatrix")
    return Spelling{join(Parts), In};
  if (Op == "ldmatrix" || Op == "stmatrix") {
    // An address space ends the name.
    Words Rest = Parts.back().starts_with("p") ? Parts.drop_back() : Parts;
    return Spelling{join(Rest), In};
  }
  if (Op == "barrier")
    return spellBarrier(Parts, Call);
  if (join(Parts) == "bar.warp.sync")
    return Spelling{"bar.warp.sync", In};
  if (Op == "shfl" && Parts.size() == 4 && In.size() == 4)
    return Spelling{("shfl.sync." + Parts[2] + ".b32").str(), {In[1], In[2], In[3], In[0]}};
  if (Op == "vote" && Parts.size() == 3 && In.size() == 2)
    return Spelling{("vote.sync." + Parts[1] + ".pred").str(), {In[1], In[0]}};
  if (Op == "match" && Parts.size() == 4)
    return Spelling{("match." + Parts[1] + ".sync." + (Parts[3].starts_with("i64") ? "b64" : "b32")).str(),
                    {In[1], In[0]}};
  if (Op == "redux" && Parts.size() == 3) {
    StringRef How = Parts[2];
    const bool Unsigned = How == "umin" || How == "umax";
    return Spelling{("redux.sync." + (Unsigned ? How.drop_front() : How) + (Unsigned ? ".u32" : ".s32")).str(), In};
  }
  if (Op == "elect" || Op == "activemask")
    return Spelling{join(Parts), In};
  return std::nullopt;
}

/// mbarrier.OP[.shared or .scope.SCOPE.space.SPACE], where '.' stands for PTX's '_' too.
std::optional<Spelling> spellMBarrier(Words Parts, CallInst &Call) {
  if (!is_contained(Parts, "mbarrier"))
    return std::nullopt;
  std::string Opcode;
  for (size_t I = 0; I < Parts.size() && Parts[I] != "scope" && Parts[I] != "shared"; ++I) {
    const StringRef Before = I ? Parts[I - 1] : "";
    const bool Joined =
        Parts[I] == "tx" || Parts[I] == "wait" || Parts[I] == "drop" || (Parts[I] == "count" && Before == "pending");
    Opcode += (Opcode.empty() ? "" : Joined ? "_" : ".") + Parts[I].str();
  }
  return Spelling{Opcode + ".b64", operands(Call)};
}

std::optional<Spelling> spellMemory(Words Parts, CallInst &Call) {
  const StringRef Op = Parts[0];
  ValueList In = operands(Call);
  const std::string All = join(Parts);
  if (All == "cp.async.commit.group")
    return Spelling{"cp.async.commit_group", {}};
  if (All == "cp.async.wait.group")
    return Spelling{"cp.async.wait_group", In};
  if (All == "cp.async.wait.all")
    return Spelling{"cp.async.wait_all", {}};
  if (StringRef(All).starts_with("cp.async.c") && Parts.size() >= 6) {
    // cp.async.cg.shared.global.16[.s]: the size is in the name.
    uint64_t Bytes = 0;
    if (Parts[5].getAsInteger(10, Bytes))
      return std::nullopt;
    In.insert(In.begin() + 2, ConstantInt::get(Type::getInt32Ty(Call.getContext()), Bytes));
    return Spelling{join(Parts.take_front(5)), In};
  }
  if (Op == "membar" || Op == "fence")
    return Spelling{"membar.gl", {}};
  if (Op == "isspacep")
    return Spelling{"isspacep." + Parts[1].str(), In};
  if (Op == "nanosleep" || Op == "exit" || Op == "prefetch" || Op == "prefetchu" || Op == "applypriority" ||
      Op == "griddepcontrol")
    return Spelling{All, In};
  if (Op == "ldu") {
    const unsigned Bits = Call.getModule()->getDataLayout().getTypeSizeInBits(Call.getType());
    return Spelling{"ldu.global.b" + std::to_string(Bits), {In[0]}};
  }
  return std::nullopt;
}

/// d2f.rn, f2i.rz.ftz, i2d.rp, ff2f16x2.rn.relu, f2tf32.rna, ff.to.e4m3x2.rn, e4m3x2.to.f16x2.rn, ...
std::optional<Spelling> spellConvert(Words Parts, CallInst &Call) {
  ValueList In = operands(Call);
  StringRef From, To;
  Words Modifiers = Parts.drop_front();
  const StringRef Op = Parts[0];
  bool Satfinite = false;
  if (Parts.size() >= 4 && Parts[1] == "to") {
    From = Op == "ff" ? "f32" : Op;
    To = Parts[2];
    Modifiers = Parts.drop_front(3);
    Satfinite = To == "e4m3x2" || To == "e5m2x2";
  } else {
    auto [Left, Right] = Op.split('2');
    const bool Half = Left == "f" && Right == "h", BFloat = Left == "bf" && Right == "h";
    From = Left == "ff" ? "f32" : !floatName(Left).empty() ? floatName(Left) : intName(Left);
    To = Half ? "f16" : !floatName(Right).empty() ? floatName(Right) : Right == "tf32" ? "tf32" : intName(Right);
    if (BFloat)
      From = "bf16", To = "f16";
  }
  if (From.empty() || To.empty() || Modifiers.empty())
    return std::nullopt;
  const bool ToInt = To.starts_with("s") || To.starts_with("u");
  std::string Opcode = "cvt";
  for (StringRef M : Modifiers) {
    const bool Rounding = M == "rn" || M == "rz" || M == "rm" || M == "rp";
    Opcode += ("." + M + (ToInt && Rounding ? "i" : "")).str();
  }
  if (Satfinite && !is_contained(Modifiers, "satfinite"))
    Opcode += ".satfinite";
  return Spelling{(Opcode + "." + To + "." + From).str(), In};
}

/// op[.modifiers].type with PTX's own names.
std::optional<Spelling> spellFloat(Words Parts, CallInst &Call) {
  ValueList In = operands(Call);
  const StringRef Type = floatName(Parts.back());
  StringRef Op = Parts[0];
  if (Type.empty() && Op == "div" && Parts.size() >= 2 && Parts[1] == "full")
    return Spelling{join(Parts) + ".f32", In};
  if (Type.empty())
    return std::nullopt;
  std::string Middle;
  for (StringRef M : Parts.drop_front().drop_back())
    Middle += ("." + (M == "nan" ? StringRef("NaN") : M)).str();
  if (Op == "floor" || Op == "ceil" || Op == "trunc" || Op == "round") {
    const StringRef R = Op == "floor" ? ".rmi" : Op == "ceil" ? ".rpi" : Op == "trunc" ? ".rzi" : ".rni";
    return Spelling{("cvt" + R + Middle + "." + Type + "." + Type).str(), In};
  }
  if (Op == "saturate")
    return Spelling{("cvt.sat" + Middle + "." + Type + "." + Type).str(), In};
  if (Op == "fabs")
    Op = "abs";
  if (Op == "fmin" || Op == "fmax")
    Op = Op.drop_front();
  static const StringRef Known[] = {"add", "sub", "mul", "div",  "fma", "rcp", "sqrt", "rsqrt", "ex2",
                                    "lg2", "sin", "cos", "tanh", "min", "max", "abs",  "neg"};
  if (!is_contained(Known, Op))
    return std::nullopt;
  return Spelling{(Op + Middle + "." + Type).str(), In};
}

std::optional<Spelling> spellInteger(Words Parts, CallInst &Call) {
  ValueList In = operands(Call);
  const StringRef Op = Parts[0];
  const StringRef Type = Parts.size() > 1 ? intName(Parts.back()) : "";
  if (Op == "mulhi" && !Type.empty())
    return Spelling{("mul.hi." + Type).str(), In};
  if (Op == "mul24" && !Type.empty())
    return Spelling{("mul24.lo." + Type).str(), In};
  if (Op == "sad" && !Type.empty())
    return Spelling{("sad." + Type).str(), In};
  if (Op == "flo" && Parts.size() >= 2 && constantOf(In[1]))
    return Spelling{("bfind" + Twine(*constantOf(In[1]) ? ".shiftamt." : ".") + Parts[1] +
                     Twine(In[0]->getType()->getIntegerBitWidth()))
                        .str(),
                    {In[0]}};
  if ((Op == "fshl" || Op == "fshr") && Parts.size() >= 2 && In[0]->getType()->isIntegerTy(32))
    return Spelling{Op == "fshl" ? "shf.l.clamp.b32" : "shf.r.clamp.b32", {In[1], In[0], In[2]}};
  if (Op == "prmt" && Parts.size() == 1)
    return Spelling{"prmt.b32", In};
  if ((Op == "idp4a" || Op == "idp2a") && Parts.size() == 3) {
    std::string Opcode = Op == "idp4a" ? "dp4a" : "dp2a";
    if (Op == "idp2a") {
      Opcode += constantOf(In[2]) == 1 ? ".hi" : ".lo";
      In.erase(In.begin() + 2);
    }
    return Spelling{Opcode + (Parts[1] == "s" ? ".s32" : ".u32") + (Parts[2] == "s" ? ".s32" : ".u32"), In};
  }
  return std::nullopt;
}

/// Atomics with a scope: llvm.nvvm.atomic.add.gen.i.cta.i32.p0.i32.
std::optional<Spelling> spellAtomic(Words Parts, CallInst &Call) {
  if (Parts[0] != "atomic" || Parts.size() < 4)
    return std::nullopt;
  const unsigned Bits = Call.getModule()->getDataLayout().getTypeSizeInBits(Call.getType());
  const char *Kind = Parts[3] == "f"                           ? ".f"
                     : Parts[1] == "min" || Parts[1] == "max"  ? ".s"
                     : Parts[1] == "cas" || Parts[1] == "exch" ? ".b"
                                                               : ".u";
  return Spelling{("atom." + Parts[1] + Kind + Twine(Bits)).str(), operands(Call)};
}

/// What needs no PTX.
Value *lowerDirectly(Lowering &L, StringRef Name, CallInst &Call) {
  if (Name.consume_front("read.ptx.sreg."))
    return L.specialRegister(Name);
  IRBuilder<> &B = L.B;
  auto Arg = [&](unsigned I) { return Call.getArgOperand(I); };
  if (Name == "lohi.i2d") {
    Value *Bits =
        B.CreateOr(B.CreateZExt(Arg(0), B.getInt64Ty()), B.CreateShl(B.CreateZExt(Arg(1), B.getInt64Ty()), 32));
    return B.CreateBitCast(Bits, B.getDoubleTy());
  }
  if (Name == "d2i.lo")
    return B.CreateTrunc(L.asInt(Arg(0), 64), B.getInt32Ty());
  if (Name == "d2i.hi")
    return B.CreateTrunc(B.CreateLShr(L.asInt(Arg(0), 64), 32), B.getInt32Ty());
  if (Name.starts_with("internal.addrspace.wrap") || Name.starts_with("move."))
    return L.as(Arg(0), Call.getType());
  if (Name.starts_with("reflect"))
    return L.i32(0);
  return nullptr;
}

/// Gives the call's users what they expect.
void replaceWith(Lowering &L, CallInst &Call, ArrayRef<Value *> Results) {
  Type *T = Call.getType();
  if (!T->isVoidTy()) {
    if (auto *S = dyn_cast<StructType>(T)) {
      Value *Whole = PoisonValue::get(S);
      for (unsigned I = 0; I < S->getNumElements(); ++I)
        Whole = L.B.CreateInsertValue(Whole, L.as(Results[I], S->getElementType(I)), I);
      Call.replaceAllUsesWith(Whole);
    } else {
      Call.replaceAllUsesWith(L.as(Results[0], T));
    }
  }
  Call.eraseFromParent();
}

unsigned resultCount(Type *T) {
  if (auto *S = dyn_cast<StructType>(T))
    return S->getNumElements();
  return T->isVoidTy() ? 0 : 1;
}

/// LLVM's own intrinsics that mean something else on the host.
bool lowerGeneric(Lowering &L, CallInst &Call) {
  Type *T = Call.getType();
  switch (Call.getIntrinsicID()) {
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
  case Intrinsic::debugtrap:
    L.call("phsim_trap", L.B.getVoidTy(), {L.site("trap")});
    Call.eraseFromParent();
    return true;
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
    Call.eraseFromParent();
    return true;
  case Intrinsic::readcyclecounter:
  case Intrinsic::readsteadycounter:
    replaceWith(L, Call, {L.call("phsim_clock", L.B.getInt64Ty(), {})});
    return true;
  case Intrinsic::fma:
    if (T->getScalarSizeInBits() == 16) {
      const bool Vector = T->isVectorTy();
      if (Vector && T->getPrimitiveSizeInBits() != 32)
        return false;
      const std::string Opcode =
          std::string("fma.rn.") + (T->getScalarType()->isHalfTy() ? "f16" : "bf16") + (Vector ? "x2" : "");
      replaceWith(L, Call, *lowerPtx(L, Opcode, operands(Call)));
      return true;
    }
    return false;
  case Intrinsic::minnum:
  case Intrinsic::maxnum: {
    // The device's order zeros by sign; the host's instructions do not.
    const bool Half = T->getScalarSizeInBits() == 16;
    Type *Wide = Half ? T->getWithNewType(L.B.getFloatTy()) : T;
    auto Operand = [&](unsigned I) { return L.B.CreateFPExt(Call.getArgOperand(I), Wide); };
    const bool Min = Call.getIntrinsicID() == Intrinsic::minnum;
    Value *V = L.B.CreateBinaryIntrinsic(Min ? Intrinsic::minimumnum : Intrinsic::maximumnum, Operand(0), Operand(1));
    replaceWith(L, Call, {L.B.CreateFPTrunc(V, T)});
    return true;
  }
  default:
    return false;
  }
}

} // namespace

bool phobos::sim::lowerIntrinsic(Lowering &L, CallInst &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return lowerGeneric(L, Call);
  if (Value *V = lowerDirectly(L, Name, Call)) {
    replaceWith(L, Call, {V});
    return true;
  }
  SmallVector<StringRef, 12> Parts;
  Name.split(Parts, '.');
  using Speller = std::optional<Spelling>(Words, CallInst &);
  for (Speller *Spell : {spellWarp, spellMBarrier, spellMemory, spellAtomic, spellInteger, spellFloat, spellConvert}) {
    const std::optional<Spelling> S = Spell(Parts, Call);
    if (!S)
      continue;
    const std::optional<ValueList> Results = lowerPtx(L, S->Opcode, S->In);
    if (!Results || Results->size() < resultCount(Call.getType()))
      continue;
    replaceWith(L, Call, *Results);
    return true;
  }
  return false;
}
