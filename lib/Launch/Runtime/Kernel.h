//===- Kernel.h - One registered kernel, as host pass and runtime share it ===//
//
// The host pass emits one of these for every marked kernel of a module (HostPass.cpp names the fields in the same
// order) and hands it to __phobos_v1_register. Any change of the layout, or of what an entry point means, needs a new
// version number in the namespace and in the entry points' names: objects built by different versions may meet in one
// program.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIME_KERNEL_H
#define PHOBOS_LAUNCH_RUNTIME_KERNEL_H

#include "Launch/PlanRecord.h"
#include <atomic>
#include <stdint.h>

namespace phobos_v1 {

struct DeviceState;

/// Handles of one kernel: PHOBOS_MAX_VARIANTS companions, then the two pack kernels.
inline constexpr unsigned FirstPackHandle = PHOBOS_MAX_VARIANTS, NumHandles = PHOBOS_MAX_VARIANTS + 2;

/// Devices with a higher number always run the original.
inline constexpr int MaxDevices = 64;

struct Kernel {
  /// What the program launches: the key of the registry.
  const void *Stub;
  /// Device symbol of the original, for logs.
  const char *Name;
  /// The address of byte v is the host handle of companion v; two more are those of the pack kernels of A and B.
  const char *Companions;
  /// The host handle of the plan record.
  const void *Record;

  // From here on zero until registration.

  /// The next kernel of the same bucket, in order of registration.
  std::atomic<Kernel *> Next;
  /// Bit o: outcome o was printed.
  std::atomic<uint32_t> Logged;
  /// Launches that failed for a reason of the companion's.
  std::atomic<uint32_t> Failures;
  /// What is known on each device; null until the first launch there.
  std::atomic<DeviceState *> States[MaxDevices];
};

} // namespace phobos_v1

#endif
