//===- LaunchExpressionTest.cpp - Launch expressions: compiled, evaluated ---===//
//
// Values of device IR are compiled and evaluated with given arguments; what comes out must be what a GPU computes in
// the exact widths of the IR.
//
//===----------------------------------------------------------------------===//
#include "Launch/LaunchExpression.h"
#include "Launch/RecordBuilder.h"
#include "Launch/Runtime/Expression.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace phobos;

namespace {

using Program = std::optional<std::vector<uint64_t>>;

/// A kernel (i32 %n, i64 %l, ptr byval({i32, i64, [2 x i16]}) %s, i8 %c, ptr %p) around the given instructions.
class Kernel {
  LLVMContext Context;
  std::unique_ptr<Module> M;

public:
  Function *F = nullptr;

  explicit Kernel(StringRef Body) {
    std::string Text = R"(
      target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
      target triple = "nvptx64-nvidia-cuda"
      define ptx_kernel void @k(i32 %n, i64 %l, ptr byval({i32, i64, [2 x i16]}) align 8 %s, i8 %c, ptr align 16 %p) {
    )" + Body.str() + "\n ret void\n}\n";
    SMDiagnostic Error;
    M = parseAssemblyString(Text, Error, Context);
    if (!M) {
      Error.print("LaunchExpressionTest", errs());
      abort();
    }
    F = M->getFunction("k");
  }
  Program compile(StringRef Name = "x") { return compileLaunchExpression(F->getValueSymbolTable()->lookup(Name), *F); }
};

struct Struct {
  int32_t First = 0;
  int64_t Second = 0;
  int16_t Third[2] = {};
};

struct Arguments {
  int32_t N = 0;
  int64_t L = 0;
  Struct S = {};
  int8_t C = 0;
  const void *P = nullptr;
};

const std::array<uint32_t, 6> Shape = {11, 12, 13, 16, 8, 4};

/// The value of Words for a launch with A. Nothing where it is unknown.
std::optional<uint64_t> evaluate(const Function &F, const std::vector<uint64_t> &Words, Arguments A = {}) {
  PhobosPlanRecord Record = makePlanRecord();
  EXPECT_TRUE(describeParameters(F, Record));
  setExtent(Record, 0, Words);
  void *Pointers[] = {&A.N, &A.L, &A.S, &A.C, &A.P};
  phobos_v1::LaunchShape Launch = {{}, Pointers};
  copy(Shape, Launch.Dim);
  uint64_t Result;
  if (!phobos_v1::evaluate(Record.Extent[0], Record, Launch, Result))
    return std::nullopt;
  return Result;
}

/// Compiles %x of Body and evaluates it.
std::optional<uint64_t> run(StringRef Body, Arguments A = {}) {
  Kernel K(Body);
  Program P = K.compile();
  EXPECT_TRUE(P.has_value()) << Body.str();
  return P ? evaluate(*K.F, *P, A) : std::nullopt;
}

bool compiles(StringRef Body) { return Kernel(Body).compile().has_value(); }

uint64_t low32(int64_t Value) { return uint32_t(Value); }

TEST(LaunchExpression, ParametersByOffset) {
  Kernel K("");
  ParameterLayout Layout(*K.F, K.F->arg_size());
  EXPECT_EQ(ArrayRef<uint32_t>(Layout.Offset), (ArrayRef<uint32_t>{0, 8, 16, 40, 48}));
  EXPECT_EQ(ArrayRef<uint32_t>(Layout.Size), (ArrayRef<uint32_t>{4, 8, 24, 1, 8}));
}

TEST(LaunchExpression, ParametersAreReadInTheirWidth) {
  EXPECT_EQ(run("%x = add i32 %n, 0", {.N = -1}), 0xffffffffu);
  EXPECT_EQ(run("%x = add i64 %l, 1", {.L = -3}), uint64_t(-2));
  EXPECT_EQ(run("%x = sext i8 %c to i32", {.C = -5}), low32(-5));
  EXPECT_EQ(run("%x = ptrtoint ptr %p to i64", {.P = &Shape}), uint64_t(&Shape));
  Kernel K("");
  Program P = K.compile("n");
  ASSERT_TRUE(P.has_value());
  EXPECT_EQ(evaluate(*K.F, *P, {.N = 77}), 77u);
}

TEST(LaunchExpression, FieldsOfStructs) {
  EXPECT_EQ(run("%x = load i32, ptr %s", {.S = {.First = 40}}), 40u);
  EXPECT_EQ(run("%g = getelementptr i8, ptr %s, i64 8\n %x = load i64, ptr %g", {.S = {.Second = -9}}), uint64_t(-9));
  EXPECT_EQ(run("%q = addrspacecast ptr %s to ptr addrspace(101)\n"
                "%g = getelementptr i8, ptr addrspace(101) %q, i64 18\n"
                "%y = load i16, ptr addrspace(101) %g\n %x = zext i16 %y to i32",
                {.S = {.Third = {1, 513}}}),
            513u);
  EXPECT_EQ(run("%v = load {i32, i64, [2 x i16]}, ptr %s\n %y = extractvalue {i32, i64, [2 x i16]} %v, 2, 1\n"
                "%x = sext i16 %y to i64",
                {.S = {.Third = {1, -2}}}),
            uint64_t(-2));
}

TEST(LaunchExpression, StructsThatTheKernelWrites) {
  EXPECT_TRUE(compiles("%x = load i32, ptr %s"));
  EXPECT_FALSE(compiles("store i32 1, ptr %s\n %x = load i32, ptr %s"));
  EXPECT_FALSE(compiles("%g = getelementptr i8, ptr %s, i64 %l\n store i8 1, ptr %g\n %x = load i32, ptr %s"));
  EXPECT_FALSE(compiles("store ptr %s, ptr %p\n %x = load i32, ptr %s"));
}

TEST(LaunchExpression, LoadsOutsideTheStruct) {
  EXPECT_FALSE(compiles("%g = getelementptr i8, ptr %s, i64 20\n %x = load i64, ptr %g"));
  EXPECT_FALSE(compiles("%g = getelementptr i8, ptr %s, i64 -8\n %x = load i64, ptr %g"));
  EXPECT_FALSE(compiles("%g = getelementptr i8, ptr %s, i64 %l\n %x = load i32, ptr %g"));
}

TEST(LaunchExpression, LaunchShape) {
  const char *Names[] = {"nctaid.x", "nctaid.y", "nctaid.z", "ntid.x", "ntid.y", "ntid.z"};
  for (unsigned I = 0; I != 6; ++I)
    EXPECT_EQ(run(std::string("%x = call i32 @llvm.nvvm.read.ptx.sreg.") + Names[I] + "()"), Shape[I]);
}

TEST(LaunchExpression, ShapeAsParameters) {
  LLVMContext Context;
  Module M("m", Context);
  Type *I32 = Type::getInt32Ty(Context);
  SmallVector<Type *> Types(8, I32);
  auto *F = Function::Create(FunctionType::get(I32, Types, false), GlobalValue::ExternalLinkage, "f", M);
  // Two parameters, six of the shape.
  for (unsigned I = 2; I != 8; ++I) {
    Program P = compileLaunchExpression(F->getArg(I), *F, 2);
    ASSERT_TRUE(P.has_value());
    EXPECT_EQ((*P)[0], PHOBOS_OP_SHAPE | uint64_t(I - 2) << 8);
  }
  EXPECT_TRUE(compileLaunchExpression(F->getArg(1), *F, 2).has_value());
  EXPECT_FALSE(compileLaunchExpression(F->getArg(7), *F, 1).has_value());
}

TEST(LaunchExpression, ArithmeticWrapsInItsWidth) {
  EXPECT_EQ(run("%x = mul i32 %n, %n", {.N = 0x10001}), low32(0x10001ll * 0x10001));
  EXPECT_EQ(run("%x = sub i32 0, %n", {.N = 1}), 0xffffffffu);
  EXPECT_EQ(run("%y = add i32 %n, 1\n %x = zext i32 %y to i64", {.N = -1}), 0u);
  EXPECT_EQ(run("%y = mul i32 %n, 4\n %x = sext i32 %y to i64", {.N = 0x20000000}), uint64_t(int64_t(INT32_MIN)));
  EXPECT_EQ(run("%x = shl i32 %n, 4", {.N = 0x12345678}), 0x23456780u);
  EXPECT_EQ(run("%y = trunc i64 %l to i32\n %x = zext i32 %y to i64", {.L = 0x1234567890ll}), 0x34567890u);
}

TEST(LaunchExpression, DivisionsAndShiftsKnowTheSign) {
  EXPECT_EQ(run("%x = sdiv i32 %n, 4", {.N = -9}), low32(-2));
  EXPECT_EQ(run("%x = srem i32 %n, 4", {.N = -9}), low32(-1));
  EXPECT_EQ(run("%x = udiv i32 %n, 4", {.N = -9}), 0xfffffff7u / 4);
  EXPECT_EQ(run("%x = urem i32 %n, 10", {.N = -9}), 0xfffffff7u % 10);
  EXPECT_EQ(run("%x = ashr i32 %n, 1", {.N = -9}), low32(-5));
  EXPECT_EQ(run("%x = lshr i32 %n, 1", {.N = -9}), 0x7ffffffbu);
  EXPECT_EQ(run("%x = sdiv i64 %l, -2", {.L = 10}), uint64_t(-5));
}

TEST(LaunchExpression, Extrema) {
  EXPECT_EQ(run("%x = call i32 @llvm.smax.i32(i32 %n, i32 0)", {.N = -7}), 0u);
  EXPECT_EQ(run("%x = call i32 @llvm.smax.i32(i32 %n, i32 -9)", {.N = -7}), low32(-7));
  EXPECT_EQ(run("%x = call i32 @llvm.smin.i32(i32 %n, i32 3)", {.N = -7}), low32(-7));
  EXPECT_EQ(run("%x = call i64 @llvm.smax.i64(i64 %l, i64 1)", {.L = -7}), 1u);
  EXPECT_EQ(run("%x = call i32 @llvm.umax.i32(i32 %n, i32 5)", {.N = -7}), low32(-7));
  EXPECT_EQ(run("%x = call i32 @llvm.umin.i32(i32 %n, i32 5)", {.N = -7}), 5u);
}

TEST(LaunchExpression, Masks) {
  EXPECT_EQ(run("%x = and i32 %n, 15", {.N = 0x77}), 7u);
  EXPECT_EQ(run("%x = and i32 %n, -16", {.N = -1}), 0xfffffff0u);
  EXPECT_EQ(run("%x = xor i32 %n, -1", {.N = 5}), low32(~5));
  EXPECT_EQ(run("%y = shl i32 %n, 2\n %x = or disjoint i32 %y, 3", {.N = 5}), 23u);
  EXPECT_EQ(run("%x = and i32 %n, 10", {.N = 0xff}), 10u);
  EXPECT_EQ(run("%x = or i32 %n, 3", {.N = 9}), 11u);
  EXPECT_EQ(run("%m = trunc i64 %l to i32\n %x = xor i32 %n, %m", {.N = 6, .L = 0x100000003}), 5u);
}

TEST(LaunchExpression, Elements) {
  auto Address = [](const char *Element, Arguments A) {
    return run(std::string(Element) + "\n %x = ptrtoint ptr %e to i64", A);
  };
  void *P = reinterpret_cast<void *>(0x1000);
  EXPECT_EQ(Address("%e = getelementptr float, ptr %p, i64 %l", {.L = 3, .P = P}), 0x100cu);
  EXPECT_EQ(Address("%e = getelementptr float, ptr %p, i32 %n", {.N = -1, .P = P}), 0xffcu);
  EXPECT_EQ(Address("%e = getelementptr {i32, [4 x i16]}, ptr %p, i64 %l, i32 1, i32 %n", {.N = 2, .L = 1, .P = P}),
            0x1000u + 12 + 4 + 4);
  EXPECT_EQ(Address("%e = getelementptr i8, ptr %p, i64 -16", {.P = P}), 0xff0u);
}

TEST(LaunchExpression, CeilingDivision) {
  const char *Body = "%a = add nsw i32 %n, 127\n %x = sdiv i32 %a, 128";
  EXPECT_EQ(run(Body, {.N = 1000}), 8u);
  EXPECT_EQ(run(Body, {.N = 1024}), 8u);
}

TEST(LaunchExpression, UnknownWhereTheProgramTraps) {
  EXPECT_EQ(run("%x = udiv i32 7, %n", {.N = 0}), std::nullopt);
  EXPECT_EQ(run("%x = srem i64 7, %l", {.L = 0}), std::nullopt);
  EXPECT_EQ(run("%x = sdiv i64 %l, -1", {.L = INT64_MIN}), std::nullopt);
  EXPECT_EQ(run("%x = shl i64 1, %l", {.L = 64}), std::nullopt);
}

TEST(LaunchExpression, OtherInputsHaveNoProgram) {
  EXPECT_FALSE(compiles("%x = load i32, ptr %p"));
  EXPECT_FALSE(compiles("%x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"));
  EXPECT_FALSE(compiles("%c0 = icmp eq i32 %n, 0\n %x = select i1 %c0, i32 1, i32 2"));
  EXPECT_FALSE(compiles("%x = add i128 1, 2"));
  EXPECT_FALSE(compiles("%x = fptosi float 1.0 to i32"));
}

TEST(LaunchExpression, LongProgramsAreRefused) {
  auto Chain = [](unsigned Length) {
    std::string Body = "%v0 = add i64 %l, 1\n";
    for (unsigned I = 1; I != Length; ++I)
      Body += "%v" + std::to_string(I) + " = add i64 %v" + std::to_string(I - 1) + ", 1\n";
    return Body + "%x = add i64 %v" + std::to_string(Length - 1) + ", 1\n";
  };
  // PARAM, END, and three words an addition.
  EXPECT_TRUE(compiles(Chain(19)));
  EXPECT_FALSE(compiles(Chain(20)));
  // Depth: the right operand of each addition is an addition.
  std::string Deep = "%v0 = add i64 %l, 1\n";
  for (unsigned I = 1; I != 20; ++I)
    Deep += "%v" + std::to_string(I) + " = add i64 2, %v" + std::to_string(I - 1) + "\n";
  EXPECT_FALSE(compiles(Deep + "%x = add i64 3, %v19\n"));
  // Shared subexpressions double each time.
  std::string Doubling = "%v0 = add i64 %l, 1\n";
  for (unsigned I = 1; I != 60; ++I)
    Doubling +=
        "%v" + std::to_string(I) + " = add i64 %v" + std::to_string(I - 1) + ", %v" + std::to_string(I - 1) + "\n";
  EXPECT_FALSE(compiles(Doubling + "%x = add i64 %v59, 1\n"));
}

TEST(LaunchExpression, BrokenProgramsAreUnknown) {
  Kernel K("");
  auto Operation = [](uint64_t Op, uint64_t Operand = 0) { return Op | Operand << 8; };
  const std::vector<uint64_t> Broken[] = {
      {},                                                                             // nothing on the stack
      {Operation(PHOBOS_OP_ADD)},                                                     // too few operands
      {Operation(PHOBOS_OP_CONST), 1, Operation(PHOBOS_OP_ADD)},                      //
      {Operation(PHOBOS_OP_CONST), 1, Operation(PHOBOS_OP_CONST), 2},                 // two results
      {Operation(PHOBOS_OP_PARAM, 4096 << 8 | 4)},                                    // no such parameter
      {Operation(PHOBOS_OP_PARAM, 0 << 8 | 8)},                                       // longer than the parameter
      {Operation(PHOBOS_OP_PARAM, 8 << 8 | 64)},                                      // longer than a word
      {Operation(PHOBOS_OP_SHAPE, 6)},                                                //
      {Operation(PHOBOS_OP_CONST), 1, Operation(PHOBOS_OP_SEXT, 0)},                  //
      {Operation(PHOBOS_OP_CONST), 1, Operation(PHOBOS_OP_ZEXT, 65)},                 //
      {Operation(PHOBOS_OP_CONST), 1, Operation(PHOBOS_OP_CONST), 1, 0xee},           // no such operation
      std::vector<uint64_t>(PHOBOS_MAX_PROGRAM_WORDS, Operation(PHOBOS_OP_SHAPE, 0)), // too deep, no end
      std::vector<uint64_t>(PHOBOS_MAX_PROGRAM_WORDS, Operation(PHOBOS_OP_CONST)),    // the end is an operand
  };
  for (const std::vector<uint64_t> &Words : Broken)
    EXPECT_EQ(evaluate(*K.F, Words), std::nullopt);
  EXPECT_EQ(evaluate(*K.F, {Operation(PHOBOS_OP_CONST), 6}), 6u);
}

} // namespace
