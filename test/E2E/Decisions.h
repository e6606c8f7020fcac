//===- Decisions.h - Which kernel the runtime launched ----------*- C++ -*-===//
//
// The runtime tells each kernel's decision once, on stderr, under PHOBOS_LOG=debug. Those lines are taken out of stderr here;
// everything else that is printed there goes on.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_E2E_DECISIONS_H
#define PHOBOS_TEST_E2E_DECISIONS_H

#include <string>

namespace e2e {

class Decisions {
  /// The file that stands in for stderr, and the real one; -1 before start().
  int Captured = -1, Real = -1;

public:
  /// Sets PHOBOS_LOG and redirects stderr, in the process that will launch.
  void start();
  /// What was decided since the last call: whether a kernel of the annotated copies ran as its companion.
  bool companionRan();
};

} // namespace e2e

#endif
