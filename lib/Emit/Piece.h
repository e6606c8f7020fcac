//===- Piece.h - One clone of the work function -----------------*- C++ -*-===//
//
// Shared by the pieces: signature, clone, thread indices from coordinates. See Outline.h.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_PIECE_H
#define PHOBOS_EMIT_PIECE_H

#include "Raise/Contraction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace phobos {

/// Which coordinates a piece is given; the rest count as 0.
enum class Coordinates { Batch, BatchM, BatchN, BatchMN };

/// Extents and thread indices as IR values at the top of a piece.
struct VirtualThread {
  llvm::SmallVector<llvm::Value *, 8> Sources; ///< i32, by index of ThreadSpace::Sources
  llvm::Value *Exists = nullptr;               ///< i1: in range, and recombines to a thread of the launch
};

class Piece {
public:
  const Contraction &C;
  llvm::Function *F = nullptr;
  llvm::ValueToValueMapTy Map;

  /// Clones the work function as NAME of the given return type, with P, S and the coordinates as parameters, followed
  /// by Extra. Its entry returns early for threads that do not exist: with a zero of the return type.
  Piece(const Contraction &C, llvm::StringRef Name, llvm::Type *Return, Coordinates Given,
        llvm::ArrayRef<llvm::Type *> Extra = {});

  template <typename T> T *mapped(const T *V) const {
    auto It = Map.find(V);
    return It == Map.end() ? const_cast<T *>(V) : llvm::cast<T>(static_cast<llvm::Value *>(It->second));
  }
  /// Extra parameter number I.
  llvm::Argument *extra(unsigned I) const { return F->getArg(F->arg_size() - NumExtra + I); }
  /// Makes the first coordinates constants.
  void fixCoordinates(llvm::ArrayRef<unsigned> Values);
  /// Wherever the original returned or trapped, returns a zero of the piece's type.
  void returnZero();
  /// Ends Block with 'return V'; what followed is gone.
  void endWith(llvm::BasicBlock *Block, llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> MakeResult);
  /// Conditions that concern other axes than Keep count as met.
  void assumeOthers(unsigned Keep);
  /// Loads give zero, writes vanish, flags that held under a guard are dropped: nothing is touched, nothing traps.
  void makePure();
  /// Removes what is unreachable or unused.
  void clean();

private:
  unsigned NumExtra;
  VirtualThread placeThread(llvm::IRBuilder<> &B, Coordinates Given);
};

/// The parameters P and S, then i32 coordinates, then Extra.
llvm::Function *createPieceFunction(const Contraction &C, llvm::StringRef Name, llvm::Type *Return,
                                    unsigned NumCoordinates, llvm::ArrayRef<llvm::Type *> Extra);

/// Gives To, whose parameters start with From's, the byval attributes of From.
void copyByValue(const llvm::Function &From, llvm::Function &To);

/// Computes sources' extents at B. Parameters are those of F, which starts with P and S.
class ExtentEmitter {
  const Contraction &C;
  llvm::Function &F;
  llvm::IRBuilder<> &B;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Uniforms;

public:
  ExtentEmitter(const Contraction &C, llvm::Function &F, llvm::IRBuilder<> &B) : C(C), F(F), B(B) {}
  /// i64: of source Index.
  llvm::Value *extent(unsigned Index);
  /// i64: of an axis, the product of its sources' extents.
  llvm::Value *extent(llvm::ArrayRef<unsigned> Order);
  /// A value of the work function that is the same for all threads, computed again here, in its own type.
  llvm::Value *uniform(const llvm::Value *V);
  /// i32: grid x, y, z, block x, y, z.
  llvm::Value *shape(unsigned I) const { return F.getArg(C.Work->arg_size() + I); }
};

} // namespace phobos

#endif
