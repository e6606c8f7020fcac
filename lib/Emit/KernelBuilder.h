//===- KernelBuilder.h - IRBuilder with a kernel's vocabulary ---*- C++ -*-===//
//
// Loops and branches that return values, shared memory, barriers, calls of pieces: what every part of emission shares.
// Collectives are marked convergent here, and only here.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_KERNELBUILDER_H
#define PHOBOS_EMIT_KERNELBUILDER_H

#include "Emit/Outlined.h"
#include "Plan/Plan.h"
#include "Target/BitLinear.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace phobos {

using Values = llvm::SmallVector<llvm::Value *, 16>;

class KernelBuilder : public llvm::IRBuilder<> {
  llvm::Function &Kernel;
  llvm::GlobalVariable *SharedMemory;
  /// The original's parameters and launch shape: what every piece takes first.
  Values PieceArguments;

public:
  const Outlined &Pieces;
  /// Of this thread in the CTA, i32.
  llvm::Value *Thread = nullptr;

  /// Kernel has Threads threads a CTA and an empty entry block, in which building starts. It was made by createKernel.
  KernelBuilder(llvm::Function &Kernel, unsigned Threads, const Outlined &Pieces);

  /// Of the parameters that the kernel has beyond a piece's, the I-th.
  llvm::Argument *extra(unsigned I) { return Kernel.getArg(PieceArguments.size() + I); }

  llvm::ConstantInt *i32(int64_t X) { return getInt32(X); }
  llvm::ConstantInt *i64(int64_t X) { return getInt64(X); }
  llvm::Value *widen(llvm::Value *I32) { return CreateZExt(I32, getInt64Ty()); }

  /// Map applied to the i32 X; X must be below 2 to the number of the map's bits.
  llvm::Value *apply(const BitLinear &Map, llvm::Value *X);
  /// ceil(X / Divisor) of a non-negative X, without overflow.
  llvm::Value *ceilDiv(llvm::Value *X, uint64_t Divisor);

  /// Calls a piece with the original's parameters and launch shape, then Rest.
  llvm::Value *callPiece(llvm::Function *Piece, llvm::ArrayRef<llvm::Value *> Rest);
  /// Calls an intrinsic; convergent where it is a collective.
  llvm::CallInst *call(llvm::Intrinsic::ID Id, llvm::ArrayRef<llvm::Value *> Args,
                       llvm::ArrayRef<llvm::Type *> Types = {});
  llvm::CallInst *collective(llvm::Intrinsic::ID Id, llvm::ArrayRef<llvm::Value *> Args,
                             llvm::ArrayRef<llvm::Type *> Types = {});

  /// Shared memory at a byte offset (i32) from the start of the CTA's, plus a constant.
  llvm::Value *shared(llvm::Value *Offset, unsigned Constant = 0);
  /// Global memory at the address (i64).
  llvm::Value *global(llvm::Value *Address);

  void barrier();
  enum class Vote { And, Or };
  /// A barrier that returns the vote of all threads.
  llvm::Value *vote(Vote Kind, llvm::Value *I1);

  /// Runs Then where Cond holds. Then returns as many values as Else has; the result joins them.
  Values ifThen(llvm::Value *Cond, llvm::ArrayRef<llvm::Value *> Else, llvm::function_ref<Values()> Then);
  /// Runs one of two; both return as many values.
  Values ifElse(llvm::Value *Cond, llvm::function_ref<Values()> Then, llvm::function_ref<Values()> Else);
  /// The first index (i32) from Begin (below End) at which Test holds; End where it never does.
  llvm::Value *findFirst(llvm::Value *Begin, llvm::Value *End, llvm::function_ref<llvm::Value *(llvm::Value *)> Test);
  /// for (Index = Begin; Index < End (signed); Index += Step), with values carried from one iteration to the next.
  Values loop(llvm::Value *Begin, llvm::Value *End, llvm::Value *Step, llvm::ArrayRef<llvm::Value *> Initial,
              llvm::function_ref<Values(llvm::Value *Index, llvm::ArrayRef<llvm::Value *> Carried)> Body,
              unsigned UnrollCount = 1);

private:
  void keepLoop(llvm::Instruction *Latch, unsigned UnrollCount);
};

/// The builder of a companion: with the variant that it follows.
class TileBuilder : public KernelBuilder {
public:
  const Variant &V;

  TileBuilder(llvm::Function &Kernel, const Variant &V, const Outlined &Pieces)
      : KernelBuilder(Kernel, V.threads(), Pieces), V(V) {}
};

/// A kernel of the original's parameters, six i32 of its launch shape, and Extra; nothing else is taken over from the
/// original. Threads a CTA at most, MinCtas CTAs an SM at least.
llvm::Function *createKernel(const Outlined &Pieces, llvm::StringRef Name, unsigned Threads, unsigned MinCtas,
                             llvm::ArrayRef<llvm::Type *> Extra);

/// The dynamic shared memory that all companions of a module name.
llvm::GlobalVariable *sharedMemory(llvm::Module &M);

} // namespace phobos

#endif
