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
constexpr unsigned NumShapeArguments = 6;

/// A launch as the program asked for it.
struct Request {
  LaunchFunction &Launch;
  const void *Stub;
  Dim3 Grid, Block;
  void **Arguments;
  size_t SharedBytes;
  phobos_v1::Stream Stream;

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

/// Chooses variant and grid. Returns a companion's outcome, or why there is none.
Outcome choose(const DeviceState &State, const LaunchShape &Launch, Choice &Chosen) {
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
  Chosen = Known ? chooseForExtents(State.Record, State.Usable, State.SMs, Extent)
                 : chooseForThreads(State.Record, State.Usable, State.SMs, Launch);
  return Outcome(Chosen.Variant);
}

int launchCompanion(const Request &R, const DeviceState &State, LaunchShape &Launch, const Choice &Chosen) {
  void *Arguments[PHOBOS_MAX_PARAMETERS + NumShapeArguments];
  unsigned N = State.Record.NumParameters;
  for (unsigned I = 0; I != N; ++I)
    Arguments[I] = R.Arguments[I];
  for (unsigned I = 0; I != NumShapeArguments; ++I)
    Arguments[N + I] = &Launch.Dim[I];
  const PhobosVariant &V = State.Record.Variants[Chosen.Variant];
  return R.Launch(State.Source->Companions + Chosen.Variant, {Chosen.Grid, 1, 1}, {V.Threads, 1, 1}, Arguments,
                  V.SharedBytes, R.Stream);
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
  Choice Chosen;
  Outcome What = choose(*State, Launch, Chosen);
  if (What > Outcome::Companion3)
    return What;

  bool Launched = succeeded(launchCompanion(R, *State, Launch, Chosen));
  // The context may be a new one without being known as such: the allowance is gone with the old one.
  if (!Launched && State->NeedsAllowance && prepare(K, Device))
    Launched = succeeded(launchCompanion(R, *State, Launch, Chosen));
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
  return phobos_v1::launch({cudaLaunchKernel, Stub, Grid, Block, Arguments, SharedBytes, Stream});
}

[[gnu::noinline]] int __phobos_v1_launch_ptsz(const void *Stub, phobos_v1::Dim3 Grid, phobos_v1::Dim3 Block,
                                              void **Arguments, size_t SharedBytes, phobos_v1::Stream Stream) {
  return phobos_v1::launch({cudaLaunchKernel_ptsz, Stub, Grid, Block, Arguments, SharedBytes, Stream});
}
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
