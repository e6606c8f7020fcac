//===- Lowering.h - Device instructions as calls of the simulator ----------===//
//
// Shared by the lowering of NVVM intrinsics (Intrinsics*.cpp) and of inline assembly (PtxAsm.cpp): both end in the same
// builder of PTX operations (PtxOps.cpp), so an instruction means the same however it is written.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_LOWERING_H
#define PHOBOS_SIM_LOWERING_H

#include "Sim/Census.h"
#include "Sim/Mutation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace phobos::sim {

using ValueList = llvm::SmallVector<llvm::Value *, 8>;

/// What every lowering needs: where to insert, and who is called.
class Lowering {
public:
  llvm::Module &M;
  llvm::IRBuilder<> B;
  /// The instruction that is being replaced.
  llvm::Instruction *At = nullptr;
  /// PTX's carry flag inside one piece of inline assembly; an i1, null where nothing has set it.
  llvm::Value *Carry = nullptr;

  /// What a test wants changed; null outside of kernels' lowering.
  Mutation *Mutate = nullptr;
  /// Where what is lowered is counted; null where nobody asks.
  Census *Counts = nullptr;

  explicit Lowering(llvm::Module &M) : M(M), B(M.getContext()) {}
  bool mutates(MutationKind K) { return Mutate && Mutate->hits(K); }
  /// Moves to an instruction; what follows is inserted before it.
  void start(llvm::Instruction &I);

  /// Calls a function of the simulator; the arguments' types are its signature.
  llvm::Value *call(llvm::StringRef Function, llvm::Type *Result, llvm::ArrayRef<llvm::Value *> Arguments);
  /// A new site for the instruction that is being replaced.
  llvm::Value *site(llvm::StringRef What);
  /// "file.cu:12:5" of the instruction that is being replaced; empty without line tables.
  std::string location() const;
  llvm::Value *i32(uint32_t V) { return B.getInt32(V); }
  /// An address as an integer.
  llvm::Value *address(llvm::Value *Pointer);
  /// Bytes and required alignment of an access in one number, as phsim_load takes them.
  llvm::Value *bytesAlign(uint64_t Bytes, uint64_t Align) { return i32(Bytes | Align << 16); }
  /// Memory of the thread for N 32-bit words.
  llvm::AllocaInst *words(unsigned N);
  /// A field of the running thread or of the launch, by offset in Thread or LaunchShape.
  llvm::Value *threadField(uint64_t Offset);
  llvm::Value *shapeField(uint64_t Offset);
  /// %tid.x and the like, by PTX name without '%'; null where it is not simulated.
  llvm::Value *specialRegister(llvm::StringRef Name);

  /// V's bits as another type: integers are truncated or zero-extended, everything else is reinterpreted.
  llvm::Value *as(llvm::Value *V, llvm::Type *T);
  /// Integer, which Float was converted to and which is 0 for NaN, with what PTX has for NaN.
  llvm::Value *integerOfNaN(llvm::Value *Float, llvm::Value *Integer);
  llvm::Value *asInt(llvm::Value *V, unsigned Bits) { return as(V, B.getIntNTy(Bits)); }
};

/// The value of an integer constant operand; a reject string is the caller's business.
std::optional<uint64_t> constantOf(llvm::Value *V);

/// Replaces a call of an NVVM intrinsic. False where it is none that the simulator knows; then it is as before.
bool lowerIntrinsic(Lowering &L, llvm::CallInst &Call);
/// Replaces inline assembly. On failure returns what is not known.
std::optional<std::string> lowerAsm(Lowering &L, llvm::CallInst &Call);

/// One PTX operation: opcode with modifiers ("fma.rn.ftz.f16"), operands without the destinations. Returns the results
/// in order; nothing where the operation is not known. An operand may have any type of the right size.
std::optional<ValueList> lowerPtx(Lowering &L, llvm::StringRef Opcode, llvm::ArrayRef<llvm::Value *> Operands);

/// Arithmetic of lowerPtx: "add", "fma", "cvt", ... with modifiers; split by '.'.
std::optional<llvm::Value *> lowerPtxArith(Lowering &L, llvm::ArrayRef<llvm::StringRef> Parts,
                                           llvm::ArrayRef<llvm::Value *> Operands);
/// Comparisons, selections, bit fields and carries.
std::optional<llvm::Value *> lowerPtxLogic(Lowering &L, llvm::ArrayRef<llvm::StringRef> Parts,
                                           llvm::ArrayRef<llvm::Value *> Operands);
/// Two halfwords or four bytes at once.
std::optional<llvm::Value *> lowerPtxVideo(Lowering &L, llvm::ArrayRef<llvm::StringRef> Parts,
                                           llvm::ArrayRef<llvm::Value *> Operands);
/// cvt with all its modifiers.
std::optional<llvm::Value *> lowerPtxConvert(Lowering &L, llvm::ArrayRef<llvm::StringRef> Parts,
                                             llvm::ArrayRef<llvm::Value *> Operands);
/// Instructions of several threads, and memory.
std::optional<ValueList> lowerPtxWarp(Lowering &L, llvm::ArrayRef<llvm::StringRef> Parts,
                                      llvm::ArrayRef<llvm::Value *> Operands);
std::optional<ValueList> lowerPtxMatrix(Lowering &L, llvm::ArrayRef<llvm::StringRef> Parts,
                                        llvm::ArrayRef<llvm::Value *> Operands);
std::optional<ValueList> lowerPtxMBarrier(Lowering &L, llvm::ArrayRef<llvm::StringRef> Parts,
                                          llvm::ArrayRef<llvm::Value *> Operands);
std::optional<ValueList> lowerPtxMemory(Lowering &L, llvm::ArrayRef<llvm::StringRef> Parts,
                                        llvm::ArrayRef<llvm::Value *> Operands);

} // namespace phobos::sim

#endif
