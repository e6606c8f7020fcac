//===- Workspace.h - Memory for packed operands -----------------------------===//
//
// A launch of a packed variant allocates its workspace on the launch's stream and frees it there, so it needs no
// synchronization and no care at exit. The memory comes from a pool of the runtime's own, one a device: what it keeps
// between launches, and how it may be reused, does not concern the pool of the program.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIME_WORKSPACE_H
#define PHOBOS_LAUNCH_RUNTIME_WORKSPACE_H

#include "Launch/Runtime/Device.h"

namespace phobos_v1 {

/// What the pool keeps when it is not in use; more goes back at the next synchronization.
inline constexpr uint64_t KeptBytes = uint64_t(1) << 30;

/// In Registry::Pools: the device has no pools.
inline Pool noPool() { return reinterpret_cast<Pool>(uintptr_t(-1)); }

inline Pool createPool(int Device) {
  int Supported = 0;
  if (!succeeded(cudaDeviceGetAttribute(&Supported, MemoryPoolsSupported, Device)) || !Supported)
    return noPool();
  PoolProperties Properties;
  Properties.LocationId = Device;
  Pool Made;
  if (!succeeded(cudaMemPoolCreate(&Made, &Properties)))
    return noPool();
  // A stream never waits for another because of our memory: a program may have streams that wait for each other.
  int Never = 0;
  uint64_t Kept = KeptBytes;
  if (succeeded(cudaMemPoolSetAttribute(Made, PoolReuseAllowInternalDependencies, &Never)) &&
      succeeded(cudaMemPoolSetAttribute(Made, PoolReleaseThreshold, &Kept)))
    return Made;
  succeeded(cudaMemPoolDestroy(Made));
  return noPool();
}

[[gnu::noinline]] inline Pool preparePool(int Device) {
  LockGuard Guard;
  RelaxedCapture Relaxed;
  std::atomic<void *> &Place = __phobos_v1_registry.Pools[Device];
  Pool Known = Place.load(std::memory_order_relaxed);
  if (!Known)
    Place.store(Known = createPool(Device), std::memory_order_release);
  return Known;
}

/// The device's pool, or null.
inline Pool findPool(int Device) {
  Pool Known = __phobos_v1_registry.Pools[Device].load(std::memory_order_acquire);
  if (!Known)
    Known = preparePool(Device);
  return Known == noPool() ? nullptr : Known;
}

/// Whether work on S is recorded. An allocation would become a node of the graph, with rules of its own.
inline bool isCapturing(Stream S) {
  int Status = 0;
  return !succeeded(cudaStreamIsCapturing(S, &Status)) || Status != 0;
}

} // namespace phobos_v1

#endif
