//===- Stacks.h - Fiber stacks, and faults on them --------------*- C++ -*-===//
//
// A device thread's local memory is its fiber's stack. Guard pages and a signal handler turn an overflow, or a stray
// access that no check caught, into a failed launch.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_STACKS_H
#define PHOBOS_SIM_STACKS_H

#include <cstdint>

namespace phobos::sim {

struct FiberStack {
  /// One past the highest byte.
  uint64_t Top = 0;
  uint64_t Bytes = 0;
};

/// Makes Count stacks of at least Bytes each; keeps those of earlier launches.
void prepareFiberStacks(uint32_t Count, uint64_t Bytes);
FiberStack fiberStack(uint32_t Index);
/// Whether the address lies in the fiber's stack.
inline bool inFiberStack(uint32_t Index, uint64_t Address) {
  const FiberStack S = fiberStack(Index);
  return S.Top - 1 - Address < S.Bytes;
}
/// Whether the address lies in any fiber's stack.
bool inFiberStacks(uint64_t Address);

/// While alive, SIGSEGV and the like on a fiber end the launch instead of the process.
class FaultScope {
public:
  FaultScope();
  ~FaultScope();
  FaultScope(const FaultScope &) = delete;
};

} // namespace phobos::sim

#endif
