//===- Staging.h - From global memory into a stage --------------*- C++ -*-===//
//
// A stager brings one operand's slices into shared memory ahead of the slice that is multiplied. Slices below
// SliceRange::Whole go by 16-byte accesses, asynchronously or through registers; the others, up to All, by element
// loads (stageElements). What a stager keeps from one slice to the next are values that the main loop carries.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_EMIT_STAGING_H
#define PHOBOS_EMIT_STAGING_H

#include "Emit/RowTable.h"
#include <memory>

namespace phobos {

/// i64 each: slices [0, Whole) are full and allow 16-byte accesses, [Whole, All) go by elements; the loop's trip count.
/// Where Whole and All are one value, no slice goes by elements.
struct SliceRange {
  llvm::Value *Whole, *All, *Trips;
};

class Stager {
protected:
  TileBuilder &B;
  const Side S;
  const OperandPlan &O;

  Stager(TileBuilder &B, Side S) : B(B), S(S), O(operandOf(B.V, S)) {}
  unsigned pieces() const { return piecesPerThread(B.V, O); }

public:
  virtual ~Stager() = default;
  Side side() const { return S; }
  /// While slice s is multiplied, slice s + ahead() is put into its stage.
  virtual unsigned ahead() const = 0;
  /// Is it put there by cp.async, so that it must be committed and waited for?
  virtual bool isAsync() const { return false; }
  /// Does put() store registers that load() has filled for the same slice, one slice earlier?
  virtual bool usesRegisters() const { return false; }

  /// Emits what stays the same throughout; returns the initial state.
  virtual Values start() = 0;
  /// A whole slice, in order from 0, into the stage at that byte offset (i32).
  virtual void put(llvm::Value *Stage, Values &State) = 0;
  /// The next whole slice into registers, in order from 0.
  virtual void load(Values &State) {}
  /// After load(), when its registers are wanted: converts them.
  virtual void settle(Values &State) {}
};

/// Where a stager's pieces lie in global memory, as values that the main loop carries.
class PieceAddresses {
  TileBuilder &B;
  VectorPieces Source;
  /// From one slice to the next, i64 bytes.
  llvm::Value *Delta = nullptr;

public:
  PieceAddresses(TileBuilder &B, VectorPieces Pieces) : B(B), Source(std::move(Pieces)) {}

  /// The first values of the state; emits what stays the same throughout.
  Values start(unsigned TileK);
  /// The address (i64) of each of Count pieces; State (the values of start()) advances to the next slice.
  Values next(llvm::MutableArrayRef<llvm::Value *> State, unsigned Count);
  /// Values of the state.
  unsigned size() const { return Source.Addresses.size(); }
};

/// cp.async, Stages - 1 slices ahead.
std::unique_ptr<Stager> createAsyncStager(TileBuilder &B, Side S, VectorPieces Pieces);
/// 16-byte loads two slices ahead, conversion, stores one slice ahead.
std::unique_ptr<Stager> createRegisterStager(TileBuilder &B, Side S, VectorPieces Pieces);
/// Nothing but element loads.
std::unique_ptr<Stager> createElementStager(TileBuilder &B, Side S);

/// One operand's slice number Slice (i64), by loads of single elements, any strides: for what the stagers cannot do.
/// Iterations from Trips on become zeros.
void stageElements(TileBuilder &B, Side S, llvm::Value *Slice, llvm::Value *Trips, llvm::Value *Stage);

/// Offset in shared memory of the operand's slice in stage 0.
unsigned stageBase(const Variant &V, Side S);
/// The elements of one piece as the registers that go to shared memory: two 16-bit elements each. Elements are i16
/// where memory and fragment have one type, float otherwise.
Values packPiece(TileBuilder &B, const OperandPlan &O, llvm::ArrayRef<llvm::Value *> Elements);
/// Stores packed registers at a place of shared memory, in one access.
void storePiece(TileBuilder &B, llvm::ArrayRef<llvm::Value *> Packed, llvm::Value *Place);

} // namespace phobos

#endif
