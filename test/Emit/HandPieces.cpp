//===- HandPieces.cpp - Pieces of a plain product, by hand ------*- C++ -*-===//
#include "HandPieces.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace phobos;
using namespace phobos::test;
using namespace llvm;

static constexpr StringRef Template = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel($PARAMETERS) #1 { ret void }

define internal {i32, i32, i32} @extents($PARAMETERS, $SHAPE) #0 {
  %a = insertvalue {i32, i32, i32} poison, i32 %M, 0
  %b = insertvalue {i32, i32, i32} %a, i32 %N, 1
  %c = insertvalue {i32, i32, i32} %b, i32 1, 2
  ret {i32, i32, i32} %c
}

define internal {i1, i64} @uniform($PARAMETERS, $SHAPE, i32 %batch) #0 {
  %positive = icmp sgt i32 %K, 0
  %trips32 = select i1 %positive, i32 %K, i32 0
  %trips = zext i32 %trips32 to i64
  %a = insertvalue {i1, i64} {i1 true, i64 poison}, i64 %trips, 1
  ret {i1, i64} %a
}

define internal {i1, ptr, i64} @probe_a($PARAMETERS, $SHAPE, i32 %batch, i32 %x) #0 {
  %live = icmp slt i32 %x, %M
  %row = sext i32 %x to i64
  %ld = sext i32 %lda to i64
  %scaled = mul i64 %row, $A_ROW
  %offset = mul i64 %scaled, $A_BYTES
  %address = getelementptr i8, ptr %A, i64 %offset
  %checked = select i1 %live, ptr %address, ptr null
  %stride = mul i64 $A_STEP, $A_BYTES
  %a = insertvalue {i1, ptr, i64} poison, i1 %live, 0
  %b = insertvalue {i1, ptr, i64} %a, ptr %checked, 1
  %c = insertvalue {i1, ptr, i64} %b, i64 %stride, 2
  ret {i1, ptr, i64} %c
}

define internal {i1, ptr, i64} @probe_b($PARAMETERS, $SHAPE, i32 %batch, i32 %x) #0 {
  %live = icmp slt i32 %x, %N
  %row = sext i32 %x to i64
  %ld = sext i32 %ldb to i64
  %scaled = mul i64 %row, $B_ROW
  %offset = mul i64 %scaled, $B_BYTES
  %address = getelementptr i8, ptr %B, i64 %offset
  %checked = select i1 %live, ptr %address, ptr null
  %stride = mul i64 $B_STEP, $B_BYTES
  %a = insertvalue {i1, ptr, i64} poison, i1 %live, 0
  %b = insertvalue {i1, ptr, i64} %a, ptr %checked, 1
  %c = insertvalue {i1, ptr, i64} %b, i64 %stride, 2
  ret {i1, ptr, i64} %c
}

define internal i1 @pair($PARAMETERS, $SHAPE, i32 %batch, i32 %m, i32 %n) #0 {
  %reaches = icmp sle i32 %n, %m
  ret i1 %reaches
}

define internal void @replay($PARAMETERS, $SHAPE, i32 %batch, i32 %m, i32 %n, float %sum) #0 {
  %inM = icmp ult i32 %m, %M
  %inN = icmp ult i32 %n, %N
  %exists = and i1 %inM, %inN
  br i1 %exists, label %store, label %done
store:
  %bypasses = icmp sgt i32 %n, %m
  %masked = select i1 %bypasses, float -1.0, float %sum
  %value = select i1 $CAUSAL, float %masked, float %sum
  %row = sext i32 $C_ROW to i64
  %column = sext i32 $C_COLUMN to i64
  %ld = sext i32 %ldc to i64
  %scaled = mul i64 %row, %ld
  %index = add i64 %scaled, %column
  %place = getelementptr $C_TYPE, ptr %C, i64 %index
  $CONVERT
  store $C_TYPE %converted, ptr %place
  br label %done
done:
  ret void
}

attributes #0 = { alwaysinline nounwind "target-cpu"="$CPU" "target-features"="+ptx83" }
attributes #1 = { nounwind "target-cpu"="$CPU" "target-features"="+ptx83" }
)";

static std::string typeName(ElementType T) {
  return T == ElementType::F32 ? "float" : T == ElementType::F16 ? "half" : "bfloat";
}

std::unique_ptr<Module> phobos::test::buildPieces(LLVMContext &Context, const Problem &P, StringRef Cpu,
                                                  Outlined &Pieces) {
  std::string Text = Template.str();
  auto fill = [&](StringRef Name, std::string Value) {
    for (size_t At; (At = Text.find(Name)) != std::string::npos;)
      Text.replace(At, Name.size(), Value);
  };
  fill("$PARAMETERS", "ptr %A, ptr %B, ptr %C, i32 %M, i32 %N, i32 %K, i32 %lda, i32 %ldb, i32 %ldc");
  fill("$SHAPE", "i32 %gx, i32 %gy, i32 %gz, i32 %bx, i32 %by, i32 %bz");
  fill("$A_ROW", P.AKMajor ? "%ld" : "1");
  fill("$A_STEP", P.AKMajor ? "1" : "%ld");
  fill("$A_BYTES", std::to_string(bytes(P.A)));
  fill("$B_ROW", P.BKMajor ? "%ld" : "1");
  fill("$B_STEP", P.BKMajor ? "1" : "%ld");
  fill("$B_BYTES", std::to_string(bytes(P.B)));
  fill("$CAUSAL", P.Causal ? "true" : "false");
  fill("$C_ROW", P.CRowMajor ? "%m" : "%n");
  fill("$C_COLUMN", P.CRowMajor ? "%n" : "%m");
  fill("$CONVERT", P.C == ElementType::F32 ? "%converted = fadd float %value, -0.0"
                                           : "%converted = fptrunc float %value to " + typeName(P.C));
  fill("$C_TYPE", typeName(P.C));
  fill("$CPU", Cpu.str());

  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Error, Context);
  if (!M) {
    Error.print("pieces", errs());
    std::abort();
  }
  Pieces.Original = M->getFunction("kernel");
  Pieces.Extents = M->getFunction("extents");
  Pieces.Uniform = M->getFunction("uniform");
  Pieces.ProbeA = M->getFunction("probe_a");
  Pieces.ProbeB = M->getFunction("probe_b");
  Pieces.ProbePair = P.Causal ? M->getFunction("pair") : nullptr;
  Pieces.Replay = M->getFunction("replay");
  return M;
}

ProblemFacts phobos::test::factsOf(const Problem &P) {
  ProblemFacts Facts;
  auto operand = [&](ElementType T, bool KMajor, const char *Name) {
    OperandFacts O;
    O.Type = T;
    Contiguity Row = P.ProvenContiguous ? Contiguity::Proven : Contiguity::Unknown;
    O.AlongK = KMajor ? Row : Contiguity::Unknown;
    O.AlongMN = KMajor ? Contiguity::Unknown : Row;
    O.Name = Name;
    return O;
  };
  Facts.A = operand(P.A, P.AKMajor, "A");
  Facts.B = operand(P.B, P.BKMajor, "B");
  Facts.Mask = P.Causal ? LiveMask::Pairwise : LiveMask::Separable;
  Facts.ParameterBytes = 48;
  return Facts;
}
