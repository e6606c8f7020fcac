//===- Mutation.cpp - One barrier or wait less, for tests -------*- C++ -*-===//
#include "Sim/Mutation.h"
#include "Sim/Report.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdio>
#include <cstdlib>

using namespace llvm;
using namespace phobos::sim;

Mutation::Mutation() {
  const char *Text = getenv("PHOBOS_SIM_MUTATE");
  if (!Text)
    return;
  auto [Name, Number] = StringRef(Text).split(':');
  Kind = StringSwitch<MutationKind>(Name)
             .Case("barrier", MutationKind::Barrier)
             .Case("wait", MutationKind::Wait)
             .Case("shift", MutationKind::Shift)
             .Default(MutationKind::None);
  if (Kind == MutationKind::None || Number.getAsInteger(10, Index))
    fprintf(stderr, "phobos-sim: error: PHOBOS_SIM_MUTATE is barrier:N, wait:N or shift:N, not '%s'\n", Text);
}

void Mutation::report(StringRef Kernel) const {
  if (Kind == MutationKind::None)
    return;
  fprintf(stderr, "phobos-sim: mutation: %s %u of %u in '%s'\n", Seen > Index ? "changed" : "there is no", Index, Seen,
          demangle(Kernel).c_str());
}
