//===- RecordBuilderTest.cpp - Plan records in the device module ------------===//
#include "Launch/RecordBuilder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace phobos;

namespace {

/// What the runtime would copy from the device.
PhobosPlanRecord readBack(const GlobalVariable &Variable) {
  PhobosPlanRecord Record;
  StringRef Bytes = cast<ConstantDataSequential>(Variable.getInitializer())->getRawDataValues();
  EXPECT_EQ(Bytes.size(), sizeof(Record));
  memcpy(&Record, Bytes.data(), sizeof(Record));
  return Record;
}

TEST(RecordBuilder, ContentsArriveUnchanged) {
  LLVMContext Context;
  Module M("m", Context);
  PhobosPlanRecord Record = makePlanRecord();
  Record.Hash = 0x123456789abcdef0;
  Record.NumVariants = 2;
  Record.Variants[1] = {1, 2, 3, 4, 5, 6, PHOBOS_PACK_ALWAYS};
  setExtent(Record, 1, std::vector<uint64_t>{PHOBOS_OP_CONST, 7, PHOBOS_OP_END});
  setText(Record, "file.cu:1:2: a plan");
  PhobosPlanRecord Copy = readBack(*buildPlanRecord(M, "k", Record));
  EXPECT_EQ(memcmp(&Copy, &Record, sizeof(Record)), 0);
  EXPECT_EQ(Copy.Magic, PHOBOS_RECORD_MAGIC);
  EXPECT_STREQ(Copy.Text, "file.cu:1:2: a plan");
}

TEST(RecordBuilder, VariableIsVisibleGlobalMemoryAndStays) {
  LLVMContext Context;
  Module M("m", Context);
  GlobalVariable *Variable = buildPlanRecord(M, "_Z1kPf", makePlanRecord());
  EXPECT_EQ(Variable->getName(), "_Z1kPf__phobos_plan");
  EXPECT_EQ(Variable->getAddressSpace(), 1u);
  EXPECT_TRUE(Variable->hasWeakODRLinkage());
  EXPECT_TRUE(Variable->hasDefaultVisibility());
  SmallVector<GlobalValue *, 4> Used;
  collectUsedGlobalVariables(M, Used, /*CompilerUsed=*/false);
  EXPECT_EQ(ArrayRef<GlobalValue *>(Used), ArrayRef<GlobalValue *>{Variable});
}

TEST(RecordBuilder, SecondRecordReplacesTheFirst) {
  LLVMContext Context;
  Module M("m", Context);
  PhobosPlanRecord Record = makePlanRecord();
  buildPlanRecord(M, "other", Record);
  buildPlanRecord(M, "k", Record);
  Record.Hash = 2;
  buildPlanRecord(M, "k", Record);
  EXPECT_EQ(readBack(*M.getNamedGlobal("k__phobos_plan")).Hash, 2u);
  SmallVector<GlobalValue *, 4> Used;
  collectUsedGlobalVariables(M, Used, /*CompilerUsed=*/false);
  EXPECT_EQ(Used.size(), 2u);
}

TEST(RecordBuilder, LongTextsAreCut) {
  PhobosPlanRecord Record = makePlanRecord();
  setText(Record, std::string(1000, 'x'));
  EXPECT_EQ(strlen(Record.Text), sizeof(Record.Text) - 1);
  setText(Record, "y");
  EXPECT_STREQ(Record.Text, "y");
}

TEST(RecordBuilder, TooManyParametersAreRefused) {
  LLVMContext Context;
  Module M("m", Context);
  PhobosPlanRecord Record = makePlanRecord();
  auto Make = [&](unsigned Count) {
    SmallVector<Type *> Types(Count, Type::getInt32Ty(Context));
    return Function::Create(FunctionType::get(Type::getVoidTy(Context), Types, false), GlobalValue::ExternalLinkage,
                            "f", M);
  };
  EXPECT_TRUE(describeParameters(*Make(64), Record));
  EXPECT_EQ(Record.NumParameters, 64u);
  EXPECT_EQ(Record.ParameterOffset[63], 252u);
  EXPECT_FALSE(describeParameters(*Make(65), Record));
}

} // namespace
