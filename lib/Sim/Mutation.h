//===- Mutation.h - One barrier or wait less, for tests ---------*- C++ -*-===//
//
// PHOBOS_SIM_MUTATE=KIND:N[:NAME] leaves out the N-th instruction of a kind in each kernel (whose symbol contains
// NAME), so that a test can tell whether the checks would notice. N counts from 0 in the order of the code.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_MUTATION_H
#define PHOBOS_SIM_MUTATION_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace phobos::sim {

enum class MutationKind {
  None,
  /// bar.sync and bar.arrive: 'barrier'.
  Barrier,
  /// bar.red, of which each thread gets its own value without waiting: 'vote'.
  Vote,
  /// cp.async.wait_group and wait_all, mbarrier.test_wait and try_wait: 'wait'.
  Wait,
  /// ldmatrix and stmatrix, whose addresses are moved by 16 bytes: 'shift'.
  Shift,
};

/// Counts what one kernel has of the chosen kind.
class Mutation {
  MutationKind Kind = MutationKind::None;
  uint32_t Index = 0;
  uint32_t Seen = 0;

public:
  /// Reads the environment. Kernel: its symbol.
  explicit Mutation(llvm::StringRef Kernel);
  /// Ends the process where the variable is malformed.
  static void checkEnvironment();
  /// Called at each instruction; true where it is the chosen one.
  bool hits(MutationKind K) { return K == Kind && Seen++ == Index; }
  /// Says on stderr what was done to the kernel.
  void report(llvm::StringRef Kernel) const;
};

} // namespace phobos::sim

#endif
