//===- RecordBuilder.cpp - Plan records in the device module --------------===//
#include "Launch/RecordBuilder.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstring>

using namespace llvm;

namespace phobos {

PhobosPlanRecord makePlanRecord() {
  PhobosPlanRecord Record = {};
  Record.Magic = PHOBOS_RECORD_MAGIC;
  Record.Version = PHOBOS_RECORD_VERSION;
  return Record;
}

bool describeParameters(const Function &Kernel, PhobosPlanRecord &Record) {
  if (Kernel.arg_size() > PHOBOS_MAX_PARAMETERS)
    return false;
  ParameterLayout Layout(Kernel, Kernel.arg_size());
  Record.NumParameters = Kernel.arg_size();
  copy(Layout.Offset, Record.ParameterOffset);
  copy(Layout.Size, Record.ParameterSize);
  return true;
}

void setExtent(PhobosPlanRecord &Record, unsigned Axis, const std::optional<std::vector<uint64_t>> &Program) {
  setProgram(Record.Extent[Axis], Program);
}

void setProgram(uint64_t (&Words)[PHOBOS_MAX_PROGRAM_WORDS], const std::optional<std::vector<uint64_t>> &Program) {
  std::fill(std::begin(Words), std::end(Words), uint64_t(PHOBOS_OP_END));
  if (Program && Program->size() <= std::size(Words))
    copy(*Program, Words);
}

void setText(PhobosPlanRecord &Record, StringRef Text) {
  std::memset(Record.Text, 0, sizeof(Record.Text));
  Text = Text.take_front(sizeof(Record.Text) - 1);
  copy(Text, Record.Text);
}

GlobalVariable *buildPlanRecord(Module &M, StringRef KernelName, const PhobosPlanRecord &Record) {
  auto *Bytes = reinterpret_cast<const uint8_t *>(&Record);
  Constant *Initializer = ConstantDataArray::get(M.getContext(), ArrayRef(Bytes, sizeof(Record)));

  std::string Name = (KernelName + "__phobos_plan").str();
  if (GlobalVariable *Earlier = M.getNamedGlobal(Name)) {
    removeFromUsedLists(M, [Earlier](Constant *C) { return C->stripPointerCasts() == Earlier; });
    Earlier->eraseFromParent();
  }
  // Global memory, not constant memory, of which a program may have used all 64 KiB. In llvm.used, since no device code
  // refers to it. weak_odr: a template kernel may come with several objects.
  constexpr unsigned GlobalMemory = 1;
  auto *Variable = new GlobalVariable(M, Initializer->getType(), /*isConstant=*/true, GlobalValue::WeakODRLinkage,
                                      Initializer, Name, nullptr, GlobalValue::NotThreadLocal, GlobalMemory);
  Variable->setAlignment(Align(alignof(PhobosPlanRecord)));
  appendToUsed(M, {Variable});
  return Variable;
}

} // namespace phobos
