//===- Registry.h - The registered kernels, by stub -------------------------===//
//
// One registry a program or shared library: every object that has the runtime merges into it. Readers take no lock.
// Everything here is zero until it is used, so that no constructor has to run first.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIME_REGISTRY_H
#define PHOBOS_LAUNCH_RUNTIME_REGISTRY_H

#include "Launch/Runtime/Kernel.h"
#include <pthread.h>

namespace phobos_v1 {

/// cuCtxGetId of the driver.
using ContextIdFunction = int(void *, unsigned long long *);

struct Registry {
  static constexpr unsigned NumBuckets = 1024;

  std::atomic<Kernel *> Buckets[NumBuckets];
  /// Held while a kernel is added, and while one is prepared for a device.
  pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
  /// What the environment says, see Log.h; 0 until it was read.
  std::atomic<uint32_t> Settings;
  /// Null until the first kernel is prepared.
  std::atomic<ContextIdFunction *> ContextId;
  /// The memory pool of each device (Workspace.h); null until a workspace is wanted there.
  std::atomic<void *> Pools[MaxDevices];
};

} // namespace phobos_v1

extern "C" phobos_v1::Registry __phobos_v1_registry;

namespace phobos_v1 {

class LockGuard {
public:
  LockGuard() { pthread_mutex_lock(&__phobos_v1_registry.Lock); }
  ~LockGuard() { pthread_mutex_unlock(&__phobos_v1_registry.Lock); }
  LockGuard(const LockGuard &) = delete;
};

inline std::atomic<Kernel *> &bucketOf(const void *Stub) {
  uint64_t Hash = (reinterpret_cast<uintptr_t>(Stub) >> 4) * 0x9e3779b97f4a7c15ull;
  return __phobos_v1_registry.Buckets[Hash >> 54];
}

/// The first kernel from K on that was registered for Stub, or null.
inline Kernel *findFrom(Kernel *K, const void *Stub) {
  while (K && K->Stub != Stub)
    K = K->Next.load(std::memory_order_acquire);
  return K;
}

/// The first kernel that was registered for Stub, or null.
inline Kernel *find(const void *Stub) { return findFrom(bucketOf(Stub).load(std::memory_order_acquire), Stub); }

/// Appends K. A template kernel in several objects has one stub and several kernels; the first is the one that runs.
inline void append(Kernel &K) {
  LockGuard Guard;
  std::atomic<Kernel *> *Link = &bucketOf(K.Stub);
  while (Kernel *Other = Link->load(std::memory_order_relaxed))
    Link = &Other->Next;
  Link->store(&K, std::memory_order_release);
}

} // namespace phobos_v1

#endif
