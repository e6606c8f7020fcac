//===- Recognize.cpp - The ladder of guards -------------------------------===//
//
// Each step either establishes a field of the Contraction or says why it cannot. Order matters for the user only: the
// first reason found is the one reported.
//
//===----------------------------------------------------------------------===//
#include "Raise/Recognize.h"
#include "Raise/Affine.h"
#include "Raise/AllowList.h"
#include "Raise/Conditions.h"
#include "Raise/Dependence.h"
#include "Raise/Product.h"
#include "Raise/ThreadSpace.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace phobos;

SmallVector<AnnotatedLoop, 2> phobos::findAnnotations(Function &F) {
  SmallVector<AnnotatedLoop, 2> Loops;
  for (CallInst *Marker : findMarkers(F)) {
    LoopDirectives D;
    readMarker(*Marker, D);
    auto *Known = find_if(Loops, [&](const AnnotatedLoop &L) { return L.Directives.Site == D.Site; });
    if (Known == Loops.end()) {
      Loops.push_back({{}, Marker->getDebugLoc()});
      Known = &Loops.back();
      readKernelDirectives(F, Known->Directives);
      // The kernel's request concerns the loops that carry it; one without is annotated for something else.
      Known->Directives.TensorCore = false;
    }
    readMarker(*Marker, Known->Directives);
  }
  return Loops;
}

static std::optional<Reject> checkShape(Loop &L, const Dependence &Paths) {
  if (!L.isInnermost())
    return Reject(Reason::NestedLoop, {}, L.getStartLoc());
  if (!L.getExitingBlock() || !L.getExitBlock() || L.getExitingBlock() != L.getLoopLatch())
    return Reject(Reason::EarlyExit, {}, L.getStartLoc());
  if (L.getParentLoop() || Paths.reaches(L.getExitBlock(), L.getHeader()))
    return Reject(Reason::LoopNested, {}, L.getStartLoc());
  return std::nullopt;
}

// Trips as i64 in the preheader, for the rotated loop: backedges taken + 1.
static Result<Value *> computeTrips(Loop &L, ScalarEvolution &SE, int64_t &Constant) {
  const SCEV *Taken = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Taken))
    return Reject(Reason::TripCountUnknown, {}, L.getStartLoc());
  Type *I64 = Type::getInt64Ty(SE.getContext());
  if (SE.getTypeSizeInBits(Taken->getType()) > 64)
    return Reject(Reason::TripCountUnknown, {}, L.getStartLoc());
  const SCEV *Trips = SE.getAddExpr(SE.getNoopOrZeroExtend(Taken, I64), SE.getOne(I64));
  if (auto *C = dyn_cast<SCEVConstant>(Trips))
    Constant = C->getValue()->getSExtValue();
  Instruction *At = L.getLoopPreheader()->getTerminator();
  SCEVExpander Expander(SE, "phobos.trips");
  if (!Expander.isSafeToExpandAt(Trips, At))
    return Reject(Reason::TripCountUnknown, {}, L.getStartLoc());
  return Expander.expandCodeFor(Trips, I64, At);
}

// An object that lies in global memory: a pointer parameter, a pointer inside a parameter, a __device__ variable.
static bool isGlobalMemory(Value *Pointer, LoopInfo &LI) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, &LI, /*MaxLookup=*/0);
  return all_of(Objects, [](const Value *Object) {
    if (auto *Parameter = dyn_cast<Argument>(Object))
      return !Parameter->hasByValAttr();
    if (auto *Load = dyn_cast<LoadInst>(Object))
      return readsParameter(*Load);
    if (auto *Variable = dyn_cast<GlobalVariable>(Object))
      return Variable->getAddressSpace() == 1;
    return isa<ConstantPointerNull>(Object) || isa<UndefValue>(Object);
  });
}

static std::string arrayName(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer, 0);
  if (auto *Load = dyn_cast<LoadInst>(Object)) // a pointer inside a structure
    Object = getUnderlyingObject(Load->getPointerOperand(), 0);
  if (Object->hasName())
    return Object->getName().str();
  if (auto *Parameter = dyn_cast<Argument>(Object))
    return "argument " + std::to_string(Parameter->getArgNo() + 1);
  return "an array";
}

static Contiguity contiguityOf(Step S, unsigned Bytes) {
  switch (S.Kind) {
  case Step::Constant:
    return S.Value == Bytes ? Contiguity::Proven : Contiguity::Never;
  case Step::Symbolic:
    return Contiguity::Unknown;
  case Step::Unknown:
    break;
  }
  return Contiguity::Unknown;
}

static std::optional<Reject> readAddress(Operand &O, OperandFacts &Facts, Loop &L, LoopInfo &LI) {
  Facts.Name = arrayName(O.Pointer);
  Step InK = stepInLoop(O.Pointer, L);
  if (InK.Kind == Step::Unknown)
    return Reject(Reason::NotAffine, {Facts.Name}, O.Load->getDebugLoc());
  if (InK.Kind == Step::Constant)
    O.ConstantStride = InK.Value;
  Facts.AlongK = contiguityOf(InK, bytes(Facts.Type));
  if (!isGlobalMemory(O.Pointer, LI))
    return Reject(Reason::AddressSpace, {Facts.Name}, O.Load->getDebugLoc());
  return std::nullopt;
}

// The sources of an address at the first iteration and of its stride: everything outside the loop that it reads.
static SourceSet addressSources(Value *Pointer, Loop &L, const Dependence &Deps) {
  SourceSet Set = 0;
  SmallPtrSet<Value *, 16> Seen;
  SmallVector<Value *, 16> Work{Pointer};
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I)) {
      Set |= Deps.of(V);
      continue;
    }
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      if (std::optional<Induction> Ind = readInduction(*Phi, L))
        Work.append({Ind->Start, Ind->Increment});
      continue;
    }
    if (I->mayReadFromMemory())
      Set |= MemoryBit;
    Work.append(I->op_begin(), I->op_end());
  }
  return Set;
}

static std::optional<Reject> findAxes(Contraction &C, Loop &L, const Dependence &Deps) {
  SourceSet OfA = addressSources(C.A.Pointer, L, Deps), OfB = addressSources(C.B.Pointer, L, Deps);
  if (OfA & MemoryBit)
    return Reject(Reason::AddressFromMemory, {C.Facts.A.Name}, C.A.Load->getDebugLoc());
  if (OfB & MemoryBit)
    return Reject(Reason::AddressFromMemory, {C.Facts.B.Name}, C.B.Load->getDebugLoc());
  assignAxes(C.Space, OfA, OfB);
  if (C.Space.M.empty() && C.Space.N.empty())
    return Reject(Reason::SameAxis, {"both addresses depend on the same thread indices"}, C.Loc);
  if (C.Space.M.empty() || C.Space.N.empty())
    return Reject(Reason::MatrixVector, {}, C.Loc);
  unsigned TripAxes = axesOf(C.Space, Deps.of(C.Trips));
  if ((TripAxes & ~unsigned(Axis::Batch)) || (Deps.of(C.Trips) & MemoryBit))
    return Reject(Reason::TripCountVaries, {}, C.Loc);
  auto Along = [&](const Operand &O, const OperandFacts &Facts, ArrayRef<unsigned> Order) {
    const Source &Innermost = C.Space.Sources[Order.back()];
    return contiguityOf(stepInLeaf(O.Pointer, Innermost.Leaf, L), bytes(Facts.Type));
  };
  C.Facts.A.AlongMN = Along(C.A, C.Facts.A, C.Space.M);
  C.Facts.B.AlongMN = Along(C.B, C.Facts.B, C.Space.N);
  return std::nullopt;
}

// Whether Pointer may have been made from Array, whose name is the source's.
static bool mayReach(const Value *Pointer, const Value *Array, LoopInfo &LI) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, &LI, /*MaxLookup=*/0);
  return any_of(Objects, [&](const Value *Object) {
    auto *Load = dyn_cast<LoadInst>(Object); // a pointer inside a structure
    return Object == Array || !(isa<Argument, GlobalVariable>(Object) || (Load && readsParameter(*Load)));
  });
}

// A '__restrict__' parameter overlaps no array that is reached otherwise.
static bool isApart(const Value *Written, const Value *Pointer, LoopInfo &LI) {
  auto *Target = dyn_cast_or_null<Argument>(Written);
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, &LI, /*MaxLookup=*/0);
  return Target && all_of(Objects, [&](const Value *Object) {
           if (auto *Parameter = dyn_cast<Argument>(Object))
             return Parameter != Target && (Parameter->hasNoAliasAttr() || Target->hasNoAliasAttr());
           auto *Load = dyn_cast<LoadInst>(Object); // a pointer inside a structure
           return Target->hasNoAliasAttr() && (isa<GlobalVariable>(Object) || (Load && readsParameter(*Load)));
         });
}

// Stores that run before the loop may change what the operands read. The accumulator's own array does not overlap them:
// the annotation says so for loops that add into memory.
static std::optional<Reject> checkWritesBefore(Contraction &C, const Value *AccumulatorCell, const Dependence &Paths,
                                               LoopInfo &LI) {
  for (BasicBlock &B : *C.Work) {
    if (&B != C.Preheader && !Paths.reaches(&B, C.Preheader))
      continue;
    for (Instruction &I : B) {
      if (!I.mayWriteToMemory() || (isa<CallBase>(I) && cast<CallBase>(I).onlyAccessesInaccessibleMemory()))
        continue;
      const Value *Target = nullptr;
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Target = getUnderlyingObject(Store->getPointerOperand());
      else if (auto *Set = dyn_cast<MemIntrinsic>(&I))
        Target = getUnderlyingObject(Set->getRawDest());
      if (Target && isa<AllocaInst>(Target))
        continue;
      // One array may hold sum and operands, in parts that do not overlap; then only the sum's own cell is apart from
      // them.
      bool IsCell = AccumulatorCell && isa<StoreInst>(I) && cast<StoreInst>(I).getPointerOperand() == AccumulatorCell;
      bool IsItsArray = isa_and_nonnull<Argument, GlobalVariable>(Target) && AccumulatorCell &&
                        Target == getUnderlyingObject(AccumulatorCell);
      if (IsCell || (IsItsArray && !mayReach(C.A.Pointer, Target, LI) && !mayReach(C.B.Pointer, Target, LI)))
        continue;
      if (isApart(Target, C.A.Pointer, LI) && isApart(Target, C.B.Pointer, LI))
        continue;
      return Reject(Reason::WriteBeforeLoop, {}, I.getDebugLoc());
    }
  }
  return std::nullopt;
}

static std::optional<Reject> checkLiveOuts(Contraction &C, Loop &L) {
  for (PHINode &Phi : C.Exit->phis())
    for (Value *V : Phi.incoming_values())
      if (V != C.Update && !L.isLoopInvariant(V))
        return Reject(Reason::LoopValueUsed, {}, C.Loc);
  return std::nullopt;
}

static unsigned parameterBytes(const Function &F) {
  const DataLayout &Layout = F.getParent()->getDataLayout();
  uint64_t Offset = 0;
  for (const Argument &A : F.args()) {
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    Align Alignment = A.hasByValAttr() ? A.getParamAlign().valueOrOne() : Layout.getABITypeAlign(T);
    Offset = alignTo(Offset, Alignment) + Layout.getTypeAllocSize(T);
  }
  return Offset;
}

// A kernel that stores along m is the transposed product: with the operands swapped, n is the axis of neighbouring
// stores.
static bool storesAlongM(Contraction &C, Loop &L, const Dependence &Paths) {
  for (BasicBlock &B : *C.Work) {
    if (&B != C.Exit && !Paths.reaches(C.Exit, &B))
      continue;
    for (Instruction &I : B) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store)
        continue;
      int64_t Bytes = I.getDataLayout().getTypeStoreSize(Store->getValueOperand()->getType());
      auto IsAlong = [&](ArrayRef<unsigned> Order) {
        Step S = stepInLeaf(Store->getPointerOperand(), C.Space.Sources[Order.back()].Leaf, L);
        return S.Kind == Step::Constant && S.Value == Bytes;
      };
      if (IsAlong(C.Space.N))
        return false;
      if (IsAlong(C.Space.M))
        return true;
    }
  }
  return false;
}

static void swapOperands(Contraction &C) {
  std::swap(C.A, C.B);
  std::swap(C.Facts.A, C.Facts.B);
  std::swap(C.Space.M, C.Space.N);
  for (Source &S : C.Space.Sources)
    if (S.On != Axis::Batch)
      S.On = S.On == Axis::M ? Axis::N : Axis::M;
}

Result<Contraction> phobos::recognize(const PreparedKernel &Kernel, uint32_t Site, FunctionAnalysisManager &FAM) {
  Function &F = *Kernel.Work;
  SmallVector<AnnotatedLoop, 2> Annotations = findAnnotations(F);
  auto *Annotation = find_if(Annotations, [&](const AnnotatedLoop &L) { return L.Directives.Site == Site; });
  if (Annotation == Annotations.end())
    return Reject(Reason::LoopGone);
  Contraction C;
  C.Work = &F;
  C.Space = Kernel.Space;
  C.Site = Site;
  C.Loc = Annotation->Loc;
  C.Facts.Directives = Annotation->Directives;
  C.Facts.ParameterBytes = parameterBytes(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  if (std::optional<Reject> R = checkAllowed(F))
    return *R;

  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  DominatorTree &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  Loop *L = nullptr;
  for (CallInst *Marker : findMarkers(F)) {
    LoopDirectives D;
    readMarker(*Marker, D);
    if (D.Site != Site)
      continue;
    Loop *Around = LI.getLoopFor(Marker->getParent());
    if (!Around || (L && L != Around))
      return Reject(Around ? Reason::SecondContraction : Reason::LoopGone, {}, Marker->getDebugLoc());
    L = Around;
  }
  {
    Dependence Paths(F, C.Space, DT);
    if (std::optional<Reject> R = checkShape(*L, Paths))
      return *R;
  }
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  if (isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(L)))
    return Reject(Reason::TripCountUnknown, {}, L->getStartLoc());
  const Value *Cell = nullptr;
  for (BasicBlock *B : L->blocks())
    for (Instruction &I : *B)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Cell = Store->getPointerOperand();
  Result<SumPlace> Promoted = promoteAccumulator(*L);
  if (!Promoted)
    return Promoted.reject();
  C.InMemory = *Promoted != SumPlace::Variable;
  if (L->getNumBlocks() != 1)
    return Reject(Reason::PredicatedProduct, {}, L->getStartLoc());
  Result<Value *> Trips = computeTrips(*L, SE, C.Facts.ConstantTrips);
  if (!Trips)
    return Trips.reject();
  C.Trips = *Trips;
  C.Preheader = L->getLoopPreheader();
  C.Header = L->getHeader();
  C.Latch = L->getLoopLatch();
  C.Exit = L->getExitBlock();
  if (std::optional<Reject> R = readProduct(*L, C))
    return *R;
  if (std::optional<Reject> R = readAddress(C.A, C.Facts.A, *L, LI))
    return *R;
  if (std::optional<Reject> R = readAddress(C.B, C.Facts.B, *L, LI))
    return *R;
  if (*Promoted == SumPlace::Stored) {
    const Value *Array = getUnderlyingObject(Cell);
    if (!isApart(Array, C.A.Pointer, LI) || !isApart(Array, C.B.Pointer, LI))
      return Reject(Reason::StoreInLoop, {}, C.Loc);
    Cell = nullptr;
  }
  resolveLeaves(F, C.Space);
  Dependence Deps(F, C.Space, DT);
  if (std::optional<Reject> R = findAxes(C, *L, Deps))
    return *R;
  if (storesAlongM(C, *L, Deps))
    swapOperands(C);
  if (std::optional<Reject> R = findConditions(C, Deps))
    return *R;
  if (std::optional<Reject> R = checkWritesBefore(C, Cell, Deps, LI))
    return *R;
  if (std::optional<Reject> R = checkLiveOuts(C, *L))
    return *R;
  return C;
}
