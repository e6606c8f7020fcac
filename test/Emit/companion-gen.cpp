//===- companion-gen.cpp - Plans and companions of hand-made pieces -------===//
//
//   companion-gen [chip=sm_90] [a=f16:k] [b=f16:mn] [c=f32:n] [causal] [unproven]
//   [sizes=TM,TN,TK,WM,WN,STAGES,CTAS[,FRAGMENTSETS]]
//                 [variant=0] [print=plan|json|ir|raw|ptx|launch] [out=FILE] [name=NAME]
//
// 'sizes' replaces the planner's variants by one of that size. 'print=launch' is one line that companion-bench reads.
//
//===----------------------------------------------------------------------===//
#include "Emit/Companion.h"
#include "HandPieces.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <cstdlib>

using namespace phobos;
using namespace phobos::test;
using namespace llvm;

namespace {

struct Request {
  Problem What;
  std::string Chip = "sm_90", Print = "plan", Out = "-", Name = "companion";
  std::optional<VariantSizes> Sizes;
  unsigned Variant = 0;
  OperandPrecision Precision = OperandPrecision::Default;
  unsigned Stages = 0;
};

[[noreturn]] void fail(const Twine &Text) {
  errs() << "companion-gen: " << Text << "\n";
  std::exit(1);
}

ElementType elementType(StringRef Text) {
  if (Text == "f16")
    return ElementType::F16;
  if (Text == "bf16")
    return ElementType::BF16;
  if (Text == "f32")
    return ElementType::F32;
  fail("unknown element type '" + Text + "'");
}

Request parse(int argc, char **argv) {
  Request R;
  for (int I = 1; I < argc; ++I) {
    auto [Key, Value] = StringRef(argv[I]).split('=');
    auto [Type, Along] = Value.split(':');
    if (Key == "chip")
      R.Chip = Value;
    else if (Key == "a")
      R.What.A = elementType(Type), R.What.AKMajor = Along != "mn";
    else if (Key == "b")
      R.What.B = elementType(Type), R.What.BKMajor = Along == "k";
    else if (Key == "c")
      R.What.C = elementType(Type), R.What.CRowMajor = Along != "m";
    else if (Key == "causal")
      R.What.Causal = true;
    else if (Key == "unproven")
      R.What.ProvenContiguous = false;
    else if (Key == "precision")
      R.Precision = Value == "bf16" ? OperandPrecision::BF16 : OperandPrecision::F16;
    else if (Key == "stages")
      Value.getAsInteger(10, R.Stages);
    else if (Key == "variant")
      Value.getAsInteger(10, R.Variant);
    else if (Key == "print")
      R.Print = Value;
    else if (Key == "out")
      R.Out = Value;
    else if (Key == "name")
      R.Name = Value;
    else if (Key == "sizes") {
      SmallVector<StringRef, 8> Parts;
      Value.split(Parts, ',');
      unsigned N[8] = {0, 0, 0, 0, 0, 0, 0, 2};
      if (Parts.size() < 7 || Parts.size() > 8)
        fail("sizes needs seven or eight numbers");
      for (unsigned J = 0; J < Parts.size(); ++J)
        if (Parts[J].getAsInteger(10, N[J]))
          fail("not a number: " + Parts[J]);
      R.Sizes = VariantSizes{N[0], N[1], N[2], N[3], N[4], N[5], N[6], N[7]};
    } else
      fail("unknown argument '" + Key + "'");
  }
  return R;
}

Plan planFor(const Request &R, const Chip &Target) {
  ProblemFacts Facts = factsOf(R.What);
  Facts.Directives.Precision = R.Precision;
  Facts.Directives.Stages = R.Stages;
  Result<Plan> Planned = plan(Facts, Target, {});
  if (!Planned)
    fail(Planned.reject().what() + "; " + Planned.reject().remedy());
  if (R.Sizes) {
    Planned->Variants = {buildVariant(Facts, Target, *R.Sizes)};
    if (std::optional<std::string> Fault = verify(*Planned))
      fail(*Fault);
  }
  if (R.Variant >= Planned->Variants.size())
    fail("no such variant");
  return *Planned;
}

void emitPtx(Module &M, StringRef Cpu, raw_pwrite_stream &OS) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  std::string Error;
  const Target *T = TargetRegistry::lookupTarget(M.getTargetTriple(), Error);
  if (!T)
    fail(Error);
  std::unique_ptr<TargetMachine> TM(T->createTargetMachine(M.getTargetTriple(), Cpu, "+ptx86", TargetOptions(),
                                                           std::nullopt, std::nullopt, CodeGenOptLevel::Aggressive));
  legacy::PassManager PM;
  if (TM->addPassesToEmitFile(PM, OS, nullptr, CodeGenFileType::AssemblyFile))
    fail("no PTX");
  PM.run(M);
}

} // namespace

int main(int argc, char **argv) {
  Request R = parse(argc, argv);
  const Chip *Target = findChip(R.Chip);
  if (!Target)
    fail("unknown chip '" + R.Chip + "'");
  std::error_code Code;
  raw_fd_ostream OS(R.Out, Code);
  if (Code)
    fail("cannot write '" + R.Out + "'");

  Plan P = planFor(R, *Target);
  const Variant &V = P.Variants[R.Variant];
  if (R.Print == "plan")
    return P.print(OS), 0;
  if (R.Print == "json") {
    OS << formatv("{0:2}", P.toJson()) << "\n";
    return 0;
  }
  if (R.Print == "launch") {
    const Problem &W = R.What;
    OS << R.Name << " " << V.threads() << " " << V.SharedBytes << " " << V.TileM << " " << V.TileN << " " << name(W.A)
       << (W.AKMajor ? ":k " : ":mn ") << name(W.B) << (W.BKMajor ? ":k " : ":mn ") << name(W.C)
       << (W.CRowMajor ? ":n " : ":m ") << (W.Causal ? "causal " : "full ") << name(V.Instr->Operand) << "\n";
    return 0;
  }

  LLVMContext Context;
  Outlined Pieces;
  std::unique_ptr<Module> M = buildPieces(Context, R.What, R.Chip, Pieces);
  Function *Kernel = emitCompanion(P, R.Variant, Pieces, R.Name);
  if (verifyFunction(*Kernel, &errs()))
    fail("the emitted function is broken");
  if (R.Print == "raw")
    return Kernel->print(OS), 0;
  optimizeCompanion(*Kernel);
  if (verifyFunction(*Kernel, &errs()))
    fail("the optimized function is broken");
  if (R.Print == "ir")
    return Kernel->print(OS), 0;
  M->getFunction("kernel")->eraseFromParent();
  emitPtx(*M, R.Chip, OS);
  return 0;
}
