//===- DirectivesTest.cpp - The carrier in IR -----------------------------===//
#include "IR/Directives.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace phobos;

namespace {

// Kernel: tensorcore(sync) at site 7 and pipeline(3) on the kernel, precision(bf16) and the kernel's tensorcore on a
// loop.
constexpr const char *Text = R"(
declare void @__phobos_directive(i32, i32, i64, i64, i64)
define void @kernel() {
  call void @__phobos_directive(i32 7, i32 1, i64 1, i64 0, i64 2)
  call void @__phobos_directive(i32 8, i32 2, i64 3, i64 0, i64 2)
  br label %loop
loop:
  call void @__phobos_directive(i32 9, i32 3, i64 2, i64 0, i64 0)
  call void @__phobos_directive(i32 9, i32 1, i64 1, i64 0, i64 1)
  br label %loop
}
define void @other() {
  ret void
}
)";

struct DirectivesTest : testing::Test {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Error, Context);
  Function &kernel() { return *M->getFunction("kernel"); }
  Function &other() { return *M->getFunction("other"); }
};

TEST_F(DirectivesTest, ReadsALoopsMarkers) {
  ASSERT_TRUE(M) << Error.getMessage().str();
  liftKernelDirectives(*M);
  SmallVector<CallInst *, 4> Markers = findMarkers(kernel());
  ASSERT_EQ(Markers.size(), 2u);
  LoopDirectives Read;
  readMarker(*Markers[0], Read);
  EXPECT_FALSE(Read.TensorCore);
  EXPECT_FALSE(Read.FromKernel);
  EXPECT_EQ(Read.Precision, OperandPrecision::BF16);
  readMarker(*Markers[1], Read);
  EXPECT_TRUE(Read.TensorCore);
  EXPECT_TRUE(Read.FromKernel);
  EXPECT_EQ(Read.Path, MmaPath::Sync);
  EXPECT_EQ(Read.Site, 9u);
}

TEST_F(DirectivesTest, LiftsAKernelsMarkersToItsAttributes) {
  EXPECT_TRUE(liftKernelDirectives(*M));
  EXPECT_FALSE(liftKernelDirectives(*M));
  EXPECT_EQ(kernelSite(kernel()), 7u);
  EXPECT_EQ(kernelSite(other()), std::nullopt);
  LoopDirectives Read;
  readKernelDirectives(kernel(), Read);
  EXPECT_TRUE(Read.TensorCore);
  EXPECT_EQ(Read.Path, MmaPath::Sync);
  EXPECT_EQ(Read.Stages, 3u);
  LoopDirectives None;
  readKernelDirectives(other(), None);
  EXPECT_FALSE(None.TensorCore);
}

TEST_F(DirectivesTest, LeavesNothingBehind) {
  liftKernelDirectives(*M);
  EXPECT_TRUE(removeMarkers(*M));
  removeKernelDirectives(*M);
  EXPECT_FALSE(removeMarkers(*M));
  EXPECT_EQ(M->getFunction(DirectiveFunctionName), nullptr);
  EXPECT_FALSE(kernel().getAttributes().hasFnAttrs());
  EXPECT_TRUE(findMarkers(kernel()).empty());
}

} // namespace
