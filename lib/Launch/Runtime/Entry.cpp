//===- Entry.cpp - What launches call instead of cudaLaunchKernel -----------===//
//
// Compiled to bitcode when the plugin is built, and linked by the host pass into every module that has marked kernels.
// So: no libstdc++, no exceptions, no constructors; what must be one a program has a __phobos_v1_ name, the rest is
// internal.
//
// A launch runs a companion where everything is known to allow it, and the original otherwise. Whatever the program
// does wrong is left to the original's launch to report.
//
//===----------------------------------------------------------------------===//
#include "Launch/Runtime/Log.h"

phobos_v1::Registry __phobos_v1_registry;

namespace phobos_v1 {
namespace {

constexpr uint32_t MaxFailures = 8;
constexpr unsigned NumShapeArguments = 6, MaxExtraArguments = 3;

/// A launch as the program asked for it.
struct Request {
  LaunchFunction &Launch;
  const void *Stub;
  Dim3 Grid, Block;
  void **Arguments;
  size_t SharedBytes;
  phobos_v1::Stream Stream;
  /// The same stream for functions that know no per-thread default stream.
  phobos_v1::Stream Order;

  int launchOriginal() const { return Launch(Stub, Grid, Block, Arguments, SharedBytes, Stream); }
};

[[gnu::noinline]] bool sharedMemoryFits(const Request &R) {
  RelaxedCapture Relaxed;
  // Asked each time: the program may change the limit between two launches.
  FunctionAttributes Original = {};
  return succeeded(cudaFuncGetAttributes(&Original, R.Stub)) && R.SharedBytes <= size_t(Original.MaxDynamicSharedBytes);
}

/// Whether the original could be launched as R asks.
bool isLaunchable(const Request &R, const DeviceState &State) {
  const uint32_t Grid[3] = {R.Grid.X, R.Grid.Y, R.Grid.Z}, Block[3] = {R.Block.X, R.Block.Y, R.Block.Z};
  uint64_t Threads = 1;
  for (int D = 0; D != 3; ++D) {
    if (!Grid[D] || Grid[D] > State.MaxGrid[D] || !Block[D] || Block[D] > State.MaxBlock[D])
      return false;
    Threads *= Block[D];
  }
  if (Threads > State.MaxThreads || (!R.Arguments && State.Record.NumParameters))
    return false;
  return R.SharedBytes == 0 || sharedMemoryFits(R);
}

bool isFlatOverflow(const PhobosPlanRecord &Record, const LaunchShape &Launch) {
  for (int D = 0; D != 3; ++D)
    if (Record.FlatDims >> D & 1 && uint64_t(Launch.Dim[D]) * Launch.Dim[3 + D] > MaxInt)
      return true;
  return false;
}

/// Narrows Usable to the variant that PHOBOS_VARIANT names, if it can run.
bool isForced(uint32_t &Usable) {
  unsigned Variant = settings() >> VariantShift & 0xFF;
  if (!Variant || !(Usable >> (Variant - 1) & 1))
    return false;
  Usable = 1u << (Variant - 1);
  return true;
}

/// At most as many CTAs as PHOBOS_MAX_CTAS says.
void limitCtas(uint32_t &Grid) {
  uint32_t MaxCtas = settings() >> MaxCtasShift;
  if (MaxCtas && Grid > MaxCtas)
    Grid = MaxCtas;
}

/// Chooses variant and grid among Usable. Returns a companion's outcome, or why there is none.
Outcome choose(const Request &R, const DeviceState &State, const LaunchShape &Launch, uint32_t Usable, Choice &Chosen) {
  if (isFlatOverflow(State.Record, Launch))
    return Outcome::FlatOverflow;
  uint64_t Extent[3];
  bool Known = true;
  for (int Axis = 0; Axis != 3; ++Axis) {
    if (!evaluate(State.Record.Extent[Axis], State.Record, Launch, Extent[Axis])) {
      // There is an expression, and these arguments leave it without a value: a division by zero.
      if (State.Record.Extent[Axis][0] != PHOBOS_OP_END)
        return Outcome::UndefinedExtent;
      Known = false;
      continue;
    }
    if (Extent[Axis] == 0)
      return Outcome::EmptyProblem;
    if (Extent[Axis] > MaxInt)
      return Outcome::LargeProblem;
  }
  uint32_t Unpacked = Usable & ~State.Packed;
  if (!Known) {
    if (!Unpacked)
      return Outcome::NothingFits;
    isForced(Unpacked);
    Chosen = chooseForThreads(State.Record, Unpacked, State.SMs, Launch);
    limitCtas(Chosen.Grid);
    return Outcome(Chosen.Variant);
  }
  bool Forced = isForced(Usable);
  Chosen = chooseForExtents(State.Record, Usable, State.SMs, Extent);
  if (State.Packed >> Chosen.Variant & 1) {
    const PhobosVariant &V = State.Record.Variants[Chosen.Variant];
    uint64_t Trips;
    if (wantsWorkspace(State.Record, V, Launch, Extent, Forced, Trips) && !isCapturing(R.Order))
      Chosen.Workspace = shapeWorkspace(V, Extent, Trips);
    if (!Chosen.Workspace.Pitch) {
      if (!Unpacked)
        return Outcome::NothingFits;
      Chosen = chooseForExtents(State.Record, Unpacked, State.SMs, Extent);
    }
  }
  for (uint32_t *Grid : {&Chosen.Grid, &Chosen.Workspace.Grid[0], &Chosen.Workspace.Grid[1]})
    limitCtas(*Grid);
  return Outcome(Chosen.Variant);
}

/// Launches a kernel that takes the original's arguments, its shape, and Extra.
bool launchKernel(const Request &R, const DeviceState &State, LaunchShape &Launch, unsigned Handle, uint32_t Grid,
                  uint32_t Threads, uint32_t SharedBytes, uint64_t *Extra, unsigned NumExtra) {
  void *Arguments[PHOBOS_MAX_PARAMETERS + NumShapeArguments + MaxExtraArguments];
  unsigned N = 0;
  for (; N != State.Record.NumParameters; ++N)
    Arguments[N] = R.Arguments[N];
  for (unsigned I = 0; I != NumShapeArguments; ++I)
    Arguments[N++] = &Launch.Dim[I];
  for (unsigned I = 0; I != NumExtra; ++I)
    Arguments[N++] = Extra + I;
  return succeeded(
      R.Launch(State.Source->Companions + Handle, {Grid, 1, 1}, {Threads, 1, 1}, Arguments, SharedBytes, R.Stream));
}

bool launchCompanion(const Request &R, const DeviceState &State, LaunchShape &Launch, const Choice &Chosen,
                     uint64_t *Extra = nullptr, unsigned NumExtra = 0) {
  const PhobosVariant &V = State.Record.Variants[Chosen.Variant];
  return launchKernel(R, State, Launch, Chosen.Variant, Chosen.Grid, V.Threads, V.SharedBytes, Extra, NumExtra);
}

/// Packs the operands, then launches the companion. A failure on the way has changed nothing that the program sees.
[[gnu::noinline]] bool launchPacked(const Request &R, const DeviceState &State, LaunchShape &Launch,
                                    const Choice &Chosen, int Device) {
  const WorkspaceShape &W = Chosen.Workspace;
  Pool From = findPool(Device);
  void *Memory;
  if (!From || !succeeded(cudaMallocFromPoolAsync(&Memory, W.Bytes[0] + W.Bytes[1], From, R.Order)))
    return false;
  uint64_t Base = reinterpret_cast<uint64_t>(Memory), Extra[3] = {Base, Base + W.Bytes[0], W.Pitch};
  bool Launched = true;
  for (unsigned I = 0; I != 2; ++I) {
    uint64_t Part[2] = {Extra[I], W.Pitch};
    Launched = Launched && launchKernel(R, State, Launch, FirstPackHandle + I, W.Grid[I], State.Record.PackThreads,
                                        State.Record.PackSharedBytes, Part, 2);
  }
  Launched = Launched && launchCompanion(R, State, Launch, Chosen, Extra, 3);
  succeeded(cudaFreeAsync(Memory, R.Order));
  return Launched;
}

/// Launches a companion of K if that is possible. Returns it, or why not; then no error of ours is left.
Outcome tryCompanion(Kernel &K, const Request &R) {
  if (settings() & SettingDisabled)
    return Outcome::Disabled;
  if (K.Failures.load(std::memory_order_relaxed) >= MaxFailures)
    return Outcome::GaveUp;
  // What a failing call of ours would overwrite.
  if (cudaPeekAtLastError() != Success)
    return Outcome::ErrorPending;
  int Device;
  if (!succeeded(cudaGetDevice(&Device)) || unsigned(Device) >= unsigned(MaxDevices))
    return Outcome::NoDevice;

  DeviceState *State = K.States[Device].load(std::memory_order_acquire);
  if (!State || !isAllowed(*State)) {
    State = prepare(K, Device);
    if (!State)
      return Outcome::NotReady;
  }
  if (!State->Usable)
    return State->Why;
  if (!isLaunchable(R, *State))
    return Outcome::Unlaunchable;
  LaunchShape Launch = {{R.Grid.X, R.Grid.Y, R.Grid.Z, R.Block.X, R.Block.Y, R.Block.Z}, R.Arguments};
  uint32_t Usable = State->Usable;
  if (State->WorkspaceFailures.load(std::memory_order_relaxed) >= MaxFailures)
    Usable &= ~State->Packed;
  Choice Chosen;
  Outcome What = Usable ? choose(R, *State, Launch, Usable, Chosen) : Outcome::NothingFits;
  bool Launched = false;
  if (What <= Outcome::Companion3 && Chosen.Workspace.Pitch) {
    Launched = launchPacked(R, *State, Launch, Chosen, Device);
    if (!Launched) {
      State->WorkspaceFailures.fetch_add(1, std::memory_order_relaxed);
      Usable &= ~State->Packed;
      What = Usable ? choose(R, *State, Launch, Usable, Chosen) : Outcome::NothingFits;
    }
  }
  if (What > Outcome::Companion3)
    return What;

  Launched = Launched || launchCompanion(R, *State, Launch, Chosen);
  // The context may be a new one without being known as such: the allowance is gone with the old one.
  if (!Launched && State->NeedsAllowance && prepare(K, Device))
    Launched = launchCompanion(R, *State, Launch, Chosen);
  if (!Launched)
    return Outcome::CompanionFailed;
  if (shouldLog(K, What))
    logCompanion(K, *State, Chosen, Device);
  return What;
}

int launch(const Request &R) {
  Kernel *K = find(R.Stub);
  if (!K)
    return R.launchOriginal();
  Outcome What = tryCompanion(*K, R);
  if (What <= Outcome::Companion3)
    return Success;
  if (shouldLog(*K, What))
    logOriginal(*K, What);
  int E = R.launchOriginal();
  // A launch that fails either way is the program's own mistake.
  if (E == Success && (What == Outcome::CompanionFailed || What == Outcome::NotReady))
    K->Failures.fetch_add(1, std::memory_order_relaxed);
  return E;
}

} // namespace
} // namespace phobos_v1

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): names that no program has.
extern "C" {

/// Called for each marked kernel of a module, after CUDA's registration.
void __phobos_v1_register(phobos_v1::Kernel *K) { phobos_v1::append(*K); }

/// Take the place of cudaLaunchKernel and of its variant for per-thread default streams.
[[gnu::noinline]] int __phobos_v1_launch(const void *Stub, phobos_v1::Dim3 Grid, phobos_v1::Dim3 Block,
                                         void **Arguments, size_t SharedBytes, phobos_v1::Stream Stream) {
  return phobos_v1::launch({cudaLaunchKernel, Stub, Grid, Block, Arguments, SharedBytes, Stream, Stream});
}

[[gnu::noinline]] int __phobos_v1_launch_ptsz(const void *Stub, phobos_v1::Dim3 Grid, phobos_v1::Dim3 Block,
                                              void **Arguments, size_t SharedBytes, phobos_v1::Stream Stream) {
  return phobos_v1::launch({cudaLaunchKernel_ptsz, Stub, Grid, Block, Arguments, SharedBytes, Stream,
                            Stream ? Stream : phobos_v1::PerThreadStream});
}
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
