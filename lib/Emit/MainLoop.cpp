//===- MainLoop.cpp - The loop over k slices --------------------*- C++ -*-===//
//
// Slice s, with the fragments of its first k step in registers already:
//
//     stage a later slice, into a stage that the last barrier freed
//     step 0:  load fragments of step 1,              multiply step 0
//     ...
//     last:    wait for slice s + 1, barrier,
//              load fragments of step 0 of s + 1,     multiply the last step
//
// The barrier says two things: slice s + 1 is there, and nobody needs the stage of slice s any more, because its last
// fragments were loaded before. With one set of fragments, the barrier stands before all of this and speaks of slice s
// itself. Slice s lies in stage s % Stages.
//
//===----------------------------------------------------------------------===//
#include "Emit/MainLoop.h"

using namespace phobos;
using namespace llvm;

namespace {

/// What the loop carries, as one list for the loop and as parts for its body.
struct Carried {
  /// State: of A's stager, of B's. Stages: byte offsets of the previous slice's stage, and of this one's.
  Values Sums, FragmentsA, FragmentsB, State[2], Stages;

  Values pack() const {
    Values All;
    for (const Values *Part : {&Sums, &FragmentsA, &FragmentsB, &State[0], &State[1], &Stages})
      All.append(Part->begin(), Part->end());
    return All;
  }
  void unpack(ArrayRef<Value *> All) {
    for (Values *Part : {&Sums, &FragmentsA, &FragmentsB, &State[0], &State[1], &Stages}) {
      std::copy_n(All.begin(), Part->size(), Part->begin());
      All = All.drop_front(Part->size());
    }
  }
};

class MainLoop {
  TileBuilder &B;
  FragmentLoaders &Fragments;
  Stager *const Stagers[2];
  const SliceRange &Slices;
  const bool Async;

public:
  MainLoop(TileBuilder &B, FragmentLoaders &Fragments, Stager &A, Stager &OfB, const SliceRange &Slices)
      : B(B), Fragments(Fragments), Stagers{&A, &OfB}, Slices(Slices), Async(A.isAsync() || OfB.isAsync()) {}

  Values emit(const Values &Sums) {
    Carried Initial = prologue(Sums);
    Carried Final = Initial;
    Final.unpack(B.loop(B.i64(0), Slices.All, B.i64(1), Initial.pack(),
                        [&](Value *Slice, ArrayRef<Value *> In) { return slice(Slice, In, Initial); }));
    B.barrier();
    return Final.Sums;
  }

private:
  void commit() {
    if (Async)
      B.call(Intrinsic::nvvm_cp_async_commit_group, {});
  }
  /// Until the next slice is in shared memory, for all threads.
  void waitForNext() {
    if (Async)
      B.call(Intrinsic::nvvm_cp_async_wait_group, {B.i32(B.V.Stages - 2)});
    B.barrier();
  }

  Carried prologue(const Values &Sums) {
    Carried C;
    C.Sums = Sums;
    for (unsigned I : {0, 1})
      C.State[I] = Stagers[I]->start();
    load(B.i64(0), C);
    settle(C);
    C.Stages = {B.i32((B.V.Stages - 1) * B.V.stageBytes()), B.i32(0)};
    prefill(C);
    load(B.i64(1), C);
    settle(C);
    if (prefetches()) {
      waitForNext();
      C.FragmentsA = Fragments.A.load(0, B.i32(0));
      C.FragmentsB = Fragments.B.load(0, B.i32(0));
    }
    return C;
  }

  /// Slices that are staged before the loop: as many as each stager works ahead. A rolled loop, to keep the code small.
  void prefill(Carried &C) {
    for (unsigned Group : groups()) {
      Carried Shape = C;
      Value *Ahead = B.i64(Stagers[Group]->ahead());
      C.unpack(B.loop(B.i64(0), Ahead, B.i64(1), C.pack(), [&](Value *Slice, ArrayRef<Value *> In) -> Values {
        Shape.unpack(In);
        Value *Stage = B.CreateMul(B.CreateTrunc(Slice, B.getInt32Ty()), B.i32(B.V.stageBytes()));
        stage(Group, Slice, Stage, Shape);
        if (any_of(members(Group), [&](unsigned I) { return Stagers[I]->isAsync(); }))
          commit();
        return Shape.pack();
      }));
    }
  }

  /// Stagers that work equally far ahead share their branches. The first of each group stands for it.
  bool together() const { return Stagers[0]->ahead() == Stagers[1]->ahead(); }
  SmallVector<unsigned, 2> groups() const {
    return together() ? SmallVector<unsigned, 2>{0} : SmallVector<unsigned, 2>{0, 1};
  }
  SmallVector<unsigned, 2> members(unsigned Group) const {
    return together() ? SmallVector<unsigned, 2>{0, 1} : SmallVector<unsigned, 2>{Group};
  }

  /// Brings slice Slice into the stage at that offset: whole, by elements, or not at all beyond the end.
  void stage(unsigned Group, Value *Slice, Value *Stage, Carried &C) {
    Carried Before = C;
    auto states = [&](const Carried &From) {
      Values All;
      for (unsigned I : members(Group))
        All.append(From.State[I].begin(), From.State[I].end());
      return All;
    };
    Values After = B.ifElse(
        B.CreateICmpSLT(Slice, Slices.Whole),
        [&] {
          for (unsigned I : members(Group))
            Stagers[I]->put(Stage, C.State[I]);
          return states(C);
        },
        [&] {
          if (Slices.Whole == Slices.All)
            return states(Before);
          B.ifThen(B.CreateICmpSLT(Slice, Slices.All), {}, [&]() -> Values {
            for (unsigned I : members(Group))
              stageElements(B, Stagers[I]->side(), Slice, Slices.Trips, Stage);
            return {};
          });
          return states(Before);
        });
    ArrayRef<Value *> Rest = After;
    for (unsigned I : members(Group)) {
      std::copy_n(Rest.begin(), C.State[I].size(), C.State[I].begin());
      Rest = Rest.drop_front(C.State[I].size());
    }
  }

  /// Fetches slice Slice into registers, if it is whole.
  void load(Value *Slice, Carried &C) {
    for (unsigned I : {0, 1})
      if (Stagers[I]->usesRegisters())
        C.State[I] = B.ifThen(B.CreateICmpSLT(Slice, Slices.Whole), Values(C.State[I]), [&] {
          Values Loaded = C.State[I];
          Stagers[I]->load(Loaded);
          return Loaded;
        });
  }

  void settle(Carried &C) {
    for (unsigned I : {0, 1})
      Stagers[I]->settle(C.State[I]);
  }

  bool prefetches() const { return B.V.FragmentBuffers == 2; }

  Values slice(Value *Slice, ArrayRef<Value *> In, Carried C) {
    C.unpack(In);
    Value *Previous = C.Stages[0], *Current = C.Stages[1];
    Value *Following = B.CreateAdd(Current, B.i32(B.V.stageBytes()));
    Value *Wraps = B.CreateICmpEQ(Following, B.i32(B.V.Stages * B.V.stageBytes()));
    Value *Next = B.CreateSelect(Wraps, B.i32(0), Following);

    if (!prefetches())
      waitForNext();
    for (unsigned Group : groups()) {
      unsigned Ahead = Stagers[Group]->ahead();
      stage(Group, B.CreateAdd(Slice, B.i64(Ahead)), Ahead == 1 ? Next : Previous, C);
    }
    commit();
    load(B.CreateAdd(Slice, B.i64(2)), C);
    prefetches() ? multiplyPrefetched(Slice, Current, Next, C) : multiply(Current, C);
    settle(C);
    C.Stages = {Current, Next};
    return C.pack();
  }

  unsigned steps() const { return B.V.TileK / B.V.Instr->K; }

  void multiply(Value *Current, Carried &C) {
    for (unsigned Step = 0; Step < steps(); ++Step) {
      Values A = Fragments.A.load(Step, Current), OfB = Fragments.B.load(Step, Current);
      C.Sums = multiplyAdd(B, A, OfB, std::move(C.Sums));
    }
  }

  void multiplyPrefetched(Value *Slice, Value *Current, Value *Next, Carried &C) {
    for (unsigned Step = 0; Step < steps(); ++Step) {
      Value *From = Current;
      if (Step + 1 == steps()) {
        waitForNext();
        // After the last slice there is none: the same one is read again, to no use.
        From = B.CreateSelect(B.CreateICmpSLT(B.CreateAdd(Slice, B.i64(1)), Slices.All), Next, Current);
      }
      Values NextA = Fragments.A.load((Step + 1) % steps(), From), NextB = Fragments.B.load((Step + 1) % steps(), From);
      C.Sums = multiplyAdd(B, C.FragmentsA, C.FragmentsB, std::move(C.Sums));
      C.FragmentsA = std::move(NextA);
      C.FragmentsB = std::move(NextB);
    }
  }
};

} // namespace

Values phobos::emitMainLoop(TileBuilder &B, FragmentLoaders &Fragments, Stager &A, Stager &OfB,
                            const SliceRange &Slices, const Values &Sums) {
  return MainLoop(B, Fragments, A, OfB, Slices).emit(Sums);
}
