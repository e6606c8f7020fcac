//===- Device.h - What is known of a kernel on one device -------------------===//
//
// The slow path of a kernel's first launch on a device: reads the plan record, asks for the attributes of the original
// and its companions, and allows the companions their shared memory. Afterwards a state does not change, except for the
// context in which that allowance was given: cudaDeviceReset drops it.
//
// Legal inside stream capture: every query runs in relaxed capture mode, the copy on a stream of its own. To be called
// only while no CUDA error is pending; an error made here is cleared here.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIME_DEVICE_H
#define PHOBOS_LAUNCH_RUNTIME_DEVICE_H

#include "Launch/Runtime/Choice.h"
#include "Launch/Runtime/Cudart.h"
#include "Launch/Runtime/Registry.h"
#include <stdlib.h>

extern "C" {
// Weak: older C libraries keep them in a library of their own, which the program may not link.
[[gnu::weak]] void *dlsym(void *, const char *);
[[gnu::weak]] void *dlopen(const char *, int);
}

namespace phobos_v1 {

enum class Outcome : uint8_t {
  Companion0, // the variants in order; keep them first
  Companion1,
  Companion2,
  Companion3,
#define OUTCOME(Id, Text) Id,
#include "Launch/Runtime/Outcomes.def"
};

inline constexpr uint64_t UnknownContext = UINT64_MAX;
/// Dynamic shared memory that every kernel may use without asking.
inline constexpr uint32_t DefaultSharedBytes = 48 * 1024;

struct DeviceState {
  PhobosPlanRecord Record;
  /// Whose companions these are, of all kernels with the same stub.
  const Kernel *Source;
  /// Bit v: variant v can run here. 0: none, and Why says why.
  uint32_t Usable;
  /// Those of Usable that need a workspace.
  uint32_t Packed;
  Outcome Why;
  uint32_t SMs;
  /// Limits of the original: of its own attributes, and of the device.
  uint32_t MaxThreads, MaxBlock[3], MaxGrid[3];
  /// Bit v: variant v needs more than DefaultSharedBytes, which it was allowed in Context.
  uint32_t NeedsAllowance;
  std::atomic<uint64_t> Context;
  /// Workspaces that could not be had, or not be filled.
  std::atomic<uint32_t> WorkspaceFailures;
};

/// Whether a call succeeded; clears the error that it left otherwise.
inline bool succeeded(int E) {
  if (E == Success)
    return true;
  cudaGetLastError();
  return false;
}

class RelaxedCapture {
  int Mode = StreamCaptureModeRelaxed;
  bool Exchanged;

public:
  RelaxedCapture() : Exchanged(succeeded(cudaThreadExchangeStreamCaptureMode(&Mode))) {}
  ~RelaxedCapture() {
    if (Exchanged)
      succeeded(cudaThreadExchangeStreamCaptureMode(&Mode));
  }
  RelaxedCapture(const RelaxedCapture &) = delete;
};

inline int noContextIds(void *, unsigned long long *Id) {
  *Id = 0;
  return 0;
}

/// The driver's cuCtxGetId, which libcudart has loaded but the program need not link. Without it no context is told
/// from another, and a companion that lost its allowance is noticed when it cannot be launched.
inline ContextIdFunction *findContextIds() {
  void *Found = nullptr;
  if (dlsym)
    Found = dlsym(nullptr /* RTLD_DEFAULT */, "cuCtxGetId");
  if (!Found && dlsym && dlopen)
    if (void *Driver = dlopen("libcuda.so.1", 1 | 4 /* RTLD_LAZY | RTLD_NOLOAD */))
      Found = dlsym(Driver, "cuCtxGetId");
  return Found ? reinterpret_cast<ContextIdFunction *>(Found) : noContextIds;
}

/// Tells contexts apart for the life of the process. UnknownContext where none is current.
inline uint64_t currentContext() {
  unsigned long long Id;
  ContextIdFunction *Function = __phobos_v1_registry.ContextId.load(std::memory_order_acquire);
  return Function && Function(nullptr, &Id) == 0 ? Id : UnknownContext;
}

/// Whether State's companions may use their shared memory in the thread's context.
inline bool isAllowed(const DeviceState &State) {
  if (!State.NeedsAllowance)
    return true;
  uint64_t Context = currentContext();
  return Context != UnknownContext && Context == State.Context.load(std::memory_order_acquire);
}

/// Asks for the shared memory of the companions in NeedsAllowance. Returns those that were granted it.
inline uint32_t allowSharedMemory(const DeviceState &State) {
  uint32_t Granted = 0;
  for (unsigned V = 0; V != State.Record.NumVariants; ++V)
    if (State.NeedsAllowance >> V & 1 &&
        succeeded(cudaFuncSetAttribute(State.Source->Companions + V, MaxDynamicSharedMemorySize,
                                       int(State.Record.Variants[V].SharedBytes))))
      Granted |= 1u << V;
  return Granted;
}

inline bool isWellFormed(const PhobosPlanRecord &R) {
  if (R.Magic != PHOBOS_RECORD_MAGIC || R.Version != PHOBOS_RECORD_VERSION || R.NumVariants < 1 ||
      R.NumVariants > PHOBOS_MAX_VARIANTS || R.NumParameters > PHOBOS_MAX_PARAMETERS)
    return false;
  for (unsigned V = 0; V != R.NumVariants; ++V)
    if (!R.Variants[V].Threads || !R.Variants[V].TileM || !R.Variants[V].TileN || !R.Variants[V].CtasPerSM)
      return false;
  return true;
}

/// Copies from the device, without touching any stream of the program.
inline bool readDevice(void *To, const void *From, size_t Bytes) {
  Stream Private;
  if (!succeeded(cudaStreamCreateWithFlags(&Private, StreamNonBlocking)))
    return false;
  bool Read = succeeded(cudaMemcpyAsync(To, From, Bytes, MemcpyDeviceToHost, Private)) &&
              succeeded(cudaStreamSynchronize(Private));
  succeeded(cudaStreamDestroy(Private));
  return Read;
}

/// Whether E says that the device image lacks a symbol, so that asking again is useless.
inline bool isMissing(int E) {
  return E == SymbolNotFound || E == InvalidSymbol || E == InvalidDeviceFunction || E == NoKernelImage;
}

enum class Found { Yes, No, Later };

/// Reads K's record into State.
inline Found readRecord(const Kernel &K, DeviceState &State) {
  void *Address = nullptr;
  int E = cudaGetSymbolAddress(&Address, K.Record);
  if (!succeeded(E))
    return isMissing(E) ? Found::No : Found::Later;
  if (!readDevice(&State.Record, Address, sizeof(State.Record)))
    return Found::Later;
  State.Record.Text[sizeof(State.Record.Text) - 1] = 0;
  State.Source = &K;
  return Found::Yes;
}

/// Finds the record of the first of K and the kernels after it with the same stub that has one.
inline Found findRecord(const Kernel *K, DeviceState &State) {
  for (; K; K = findFrom(K->Next.load(std::memory_order_acquire), K->Stub)) {
    Found Record = readRecord(*K, State);
    if (Record != Found::No)
      return Record;
  }
  return Found::No;
}

inline bool readLimits(DeviceState &State, int Device) {
  bool Read = true;
  auto Ask = [&](uint32_t &Value, int Attribute) {
    int Answer = 0;
    Read = Read && succeeded(cudaDeviceGetAttribute(&Answer, Attribute, Device));
    Value = uint32_t(Answer);
  };
  Ask(State.SMs, MultiProcessorCount);
  for (int D = 0; D != 3; ++D) {
    Ask(State.MaxBlock[D], MaxBlockDimX + D);
    Ask(State.MaxGrid[D], MaxGridDimX + D);
  }
  return Read;
}

/// Sets Usable to the variants that can run on the device, or Why. Returns false where that is not known yet.
inline bool findUsable(DeviceState &State) {
  for (unsigned V = 0; V != State.Record.NumVariants; ++V) {
    FunctionAttributes Attributes = {};
    int E = cudaFuncGetAttributes(&Attributes, State.Source->Companions + V);
    if (!succeeded(E) && !isMissing(E))
      return false;
    const PhobosVariant &Variant = State.Record.Variants[V];
    if (E != Success || uint32_t(Attributes.MaxThreads) < Variant.Threads)
      continue;
    State.Usable |= 1u << V;
    if (Variant.SharedBytes + Attributes.SharedBytes > DefaultSharedBytes)
      State.NeedsAllowance |= 1u << V;
  }
  uint32_t Granted = allowSharedMemory(State);
  State.Usable &= Granted | ~State.NeedsAllowance;
  State.NeedsAllowance = Granted;
  State.Packed = State.Usable & packedVariants(State.Record);
  for (unsigned I = 0; I != 2 && State.Packed; ++I) {
    FunctionAttributes Attributes = {};
    int E = cudaFuncGetAttributes(&Attributes, State.Source->Companions + FirstPackHandle + I);
    if (!succeeded(E) && !isMissing(E))
      return false;
    if (E != Success || uint32_t(Attributes.MaxThreads) < State.Record.PackThreads)
      State.Usable &= ~State.Packed, State.Packed = 0;
  }
  State.Why = Outcome::NothingFits;
  return true;
}

/// Fills State. Returns false where a call failed that may work another time.
inline bool loadState(const Kernel &K, int Device, DeviceState &State) {
  State.Why = Outcome::NoCompanion;
  FunctionAttributes Original = {};
  int E = cudaFuncGetAttributes(&Original, K.Stub);
  if (!succeeded(E))
    return isMissing(E);
  State.MaxThreads = uint32_t(Original.MaxThreads);
  Found Record = findRecord(&K, State);
  if (Record != Found::Yes)
    return Record == Found::No;
  if (Original.ClusterDimMustBeSet || Original.ClusterWidth > 0) {
    // Its grid must be a multiple of the cluster; the original's launch checks that.
    State.Why = Outcome::Clustered;
    return true;
  }
  if (!isWellFormed(State.Record)) {
    State.Why = Outcome::BadRecord;
    return true;
  }
  return readLimits(State, Device) && findUsable(State);
}

/// K's state on Device, made or renewed for the thread's context. Null where that fails now.
[[gnu::noinline]] inline DeviceState *prepare(Kernel &K, int Device) {
  LockGuard Guard;
  RelaxedCapture Relaxed;
  if (!__phobos_v1_registry.ContextId.load(std::memory_order_relaxed))
    __phobos_v1_registry.ContextId.store(findContextIds(), std::memory_order_release);
  DeviceState *State = K.States[Device].load(std::memory_order_relaxed);
  if (State) {
    if (allowSharedMemory(*State) != State->NeedsAllowance)
      return nullptr;
    State->Context.store(currentContext(), std::memory_order_release);
    return State;
  }
  State = static_cast<DeviceState *>(calloc(1, sizeof(DeviceState)));
  if (!State)
    return nullptr;
  if (!loadState(K, Device, *State)) {
    free(State);
    return nullptr;
  }
  State->Context.store(currentContext(), std::memory_order_relaxed);
  K.States[Device].store(State, std::memory_order_release);
  return State;
}

} // namespace phobos_v1

#endif
