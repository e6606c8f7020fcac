//===- Mutation.cpp - One barrier or wait less, for tests -------*- C++ -*-===//
#include "Sim/Places.h"
#include "Sim/Mutation.h"
#include "Sim/Report.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdio>
#include <cstdlib>

using namespace llvm;
using namespace phobos::sim;

Mutation::Mutation(StringRef Kernel) {
  const char *Text = getenv("PHOBOS_SIM_MUTATE");
  if (!Text)
    return;
  auto [Name, Rest] = StringRef(Text).split(':');
  auto [Number, Part] = Rest.split(':');
  if (!Kernel.contains(Part))
    return;
  Kind = StringSwitch<MutationKind>(Name)
             .Case("barrier", MutationKind::Barrier)
             .Case("vote", MutationKind::Vote)
             .Case("wait", MutationKind::Wait)
             .Case("shift", MutationKind::Shift)
             .Default(MutationKind::None);
  if (Kind == MutationKind::None || Number.getAsInteger(10, Index))
    fprintf(stderr, "phobos-sim: error: PHOBOS_SIM_MUTATE is barrier:N, vote:N, wait:N or shift:N, and perhaps :NAME, not '%s'\n", Text);
}

void Mutation::report(StringRef Kernel) const {
  if (Kind == MutationKind::None)
    return;
  fprintf(stderr, "phobos-sim: mutation: %s %u of %u in '%s'\n", Seen > Index ? "changed" : "there is no", Index, Seen,
          kernelText(Kernel).c_str());
}
