//===- HostPass.cpp - Host code that launches companions ------------------===//
//
// Clang registers a kernel once a module, in __cuda_register_globals(ptr %handle):
//
//     __cudaRegisterFunction(%handle, stub, name, name, -1, null, null, null, null, null)
//
// After it, for each marked kernel, come with the same %handle (so: the same device image)
//
//     __cudaRegisterFunction(%handle, handles + v, "NAME__phobos[_v]", ..)      for each companion v
//     __cudaRegisterFunction(%handle, handles + .., "NAME__phobos_pack_a", ..)  and _pack_b
//     __cudaRegisterVar(%handle, record, "NAME__phobos_plan", ..)
//     __phobos_v1_register(kernel)
//
// where kernel is the phobos_v1::Kernel that ties them together. Nothing is known here about which companions the
// device image has: what CUDA does not find there does no harm until it is asked for.
//
//===----------------------------------------------------------------------===//
#include "Launch/HostPass.h"
#include "Launch/PlanRecord.h"
#include "Launch/Runtime/Kernel.h"
#include "Launch/RuntimeLinker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace phobos {

static constexpr const char *RegisterGlobals = "__cuda_register_globals";
static constexpr const char *RegisterFunction = "__cudaRegisterFunction";

/// One call of __cudaRegisterFunction for a marked kernel.
struct Registration {
  CallInst *Call;
  Function *Stub;
  GlobalVariable *NameVariable;
  /// Symbol of the kernel in the device image.
  StringRef Name;
};

static std::optional<Registration> readRegistration(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  if (!Call || !Call->getCalledFunction() || Call->getCalledFunction()->getName() != RegisterFunction)
    return std::nullopt;
  auto *Stub = dyn_cast<Function>(Call->getArgOperand(1)->stripPointerCasts());
  auto *Name = dyn_cast<GlobalVariable>(Call->getArgOperand(3)->stripPointerCasts());
  if (!Stub || !Name || !Name->hasInitializer())
    return std::nullopt;
  auto *Text = dyn_cast<ConstantDataSequential>(Name->getInitializer());
  if (!Text || !Text->isCString())
    return std::nullopt;
  return Registration{Call, Stub, Name, Text->getAsCString()};
}

static SmallVector<Registration> findRegistrations(Module &M, const StringSet<> &MarkedStubs) {
  SmallVector<Registration> Found;
  Function *Globals = M.getFunction(RegisterGlobals);
  if (!Globals)
    return Found;
  for (BasicBlock &Block : *Globals)
    for (Instruction &I : Block)
      if (std::optional<Registration> R = readRegistration(I); R && MarkedStubs.contains(R->Stub->getName()))
        Found.push_back(*R);
  return Found;
}

/// What follows NAME__phobos in the name of a kernel that is launched by handle number I.
static std::string handleSuffix(unsigned I) {
  if (I >= phobos_v1::FirstPackHandle)
    return I == phobos_v1::FirstPackHandle ? "_pack_a" : "_pack_b";
  return I ? "_" + std::to_string(I) : "";
}

/// Adds the registration of the companions and of the record of each marked kernel.
class CompanionRegistrar {
  Module &M;
  LLVMContext &Context = M.getContext();
  PointerType *Ptr = PointerType::getUnqual(Context);
  Type *Byte = Type::getInt8Ty(Context);

  /// A zeroed variable that no other module sees.
  GlobalVariable *makeBytes(uint64_t Count, const Twine &Name) {
    auto *T = ArrayType::get(Byte, Count);
    return new GlobalVariable(M, T, false, GlobalValue::InternalLinkage, ConstantAggregateZero::get(T), Name);
  }

  GlobalVariable *makeKernel(const Registration &R, Constant *Handles, Constant *Record) {
    uint64_t Tail = sizeof(phobos_v1::Kernel) - offsetof(phobos_v1::Kernel, Next);
    Constant *Fields[] = {R.Stub, R.NameVariable, Handles, Record,
                          ConstantAggregateZero::get(ArrayType::get(Byte, Tail))};
    Constant *Initializer = ConstantStruct::getAnon(Fields);
    auto *Kernel = new GlobalVariable(M, Initializer->getType(), false, GlobalValue::InternalLinkage, Initializer,
                                      "__phobos.kernel." + R.Name);
    Kernel->setAlignment(Align(alignof(phobos_v1::Kernel)));
    return Kernel;
  }

public:
  explicit CompanionRegistrar(Module &M) : M(M) {}

  void add(const Registration &R) {
    IRBuilder<> B(R.Call->getNextNode());
    Value *FatBinary = R.Call->getArgOperand(0);
    Value *Null = ConstantPointerNull::get(Ptr);
    GlobalVariable *Handles = makeBytes(phobos_v1::NumHandles, "__phobos.companions." + R.Name);
    GlobalVariable *Record = makeBytes(sizeof(PhobosPlanRecord), "__phobos.record." + R.Name);

    for (unsigned I = 0; I != phobos_v1::NumHandles; ++I) {
      Value *Name = B.CreateGlobalString((R.Name + "__phobos" + handleSuffix(I)).str());
      Value *Handle = I ? B.CreateConstInBoundsGEP1_64(Byte, Handles, I) : Handles;
      B.CreateCall(R.Call->getCalledFunction(),
                   {FatBinary, Handle, Name, Name, B.getInt32(-1), Null, Null, Null, Null, Null});
    }
    FunctionCallee RegisterVariable =
        M.getOrInsertFunction("__cudaRegisterVar", B.getVoidTy(), Ptr, Ptr, Ptr, Ptr, B.getInt32Ty(), B.getInt64Ty(),
                              B.getInt32Ty(), B.getInt32Ty());
    Value *Name = B.CreateGlobalString((R.Name + "__phobos_plan").str());
    B.CreateCall(RegisterVariable, {FatBinary, Record, Name, Name, /*extern*/ B.getInt32(0),
                                    B.getInt64(sizeof(PhobosPlanRecord)), /*constant*/ B.getInt32(0), B.getInt32(0)});
    FunctionCallee Register = M.getOrInsertFunction((Twine(RuntimePrefix) + "register").str(), B.getVoidTy(), Ptr);
    B.CreateCall(Register, {makeKernel(R, Handles, Record)});
  }
};

/// Makes every call of From a call of the runtime's entry To, which has the same signature.
static void redirectCalls(Module &M, StringRef From, const Twine &To) {
  Function *Launch = M.getFunction(From);
  if (!Launch || !Launch->isDeclaration())
    return;
  FunctionCallee Entry = M.getOrInsertFunction(To.str(), Launch->getFunctionType());
  for (User *U : make_early_inc_range(Launch->users()))
    if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == Launch)
      Call->setCalledOperand(Entry.getCallee());
}

PreservedAnalyses HostPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Registration> Registrations = findRegistrations(M, MarkedStubs);
  if (Registrations.empty())
    return PreservedAnalyses::all();
  std::unique_ptr<Module> Runtime = loadRuntime(M);
  if (!Runtime)
    return PreservedAnalyses::all();
  CompanionRegistrar Registrar(M);
  for (const Registration &R : Registrations)
    Registrar.add(R);
  redirectCalls(M, "cudaLaunchKernel", Twine(RuntimePrefix) + "launch");
  redirectCalls(M, "cudaLaunchKernel_ptsz", Twine(RuntimePrefix) + "launch_ptsz");
  linkRuntime(M, std::move(Runtime));
  return PreservedAnalyses::none();
}

} // namespace phobos
