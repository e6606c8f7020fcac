//===- Mutation.cpp - One barrier or wait less, for tests -------*- C++ -*-===//
#include "Sim/Mutation.h"
#include "Sim/Places.h"
#include "Sim/Report.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstdio>
#include <cstdlib>

using namespace llvm;
using namespace phobos::sim;

/// PHOBOS_SIM_MUTATE, in parts.
struct Wanted {
  MutationKind Kind = MutationKind::None;
  uint32_t Index = 0;
  StringRef Part;
};

static const Wanted &wanted() {
  static const Wanted Read = [] {
    Wanted W;
    const char *Text = environment("PHOBOS_SIM_MUTATE");
    if (!Text)
      return W;
    auto [Name, Rest] = StringRef(Text).split(':');
    auto [Number, Part] = Rest.split(':');
    W.Part = Part;
    W.Kind = StringSwitch<MutationKind>(Name)
                 .Case("barrier", MutationKind::Barrier)
                 .Case("vote", MutationKind::Vote)
                 .Case("wait", MutationKind::Wait)
                 .Case("shift", MutationKind::Shift)
                 .Default(MutationKind::None);
    if (W.Kind == MutationKind::None || Number.getAsInteger(10, W.Index))
      refuseSetting("PHOBOS_SIM_MUTATE is barrier:N, vote:N, wait:N or shift:N, and perhaps :NAME, not '" +
                    std::string(Text) + "'");
    return W;
  }();
  return Read;
}

void Mutation::checkEnvironment() { wanted(); }

Mutation::Mutation(StringRef Kernel) {
  const Wanted &W = wanted();
  if (!Kernel.contains(W.Part))
    return;
  Kind = W.Kind;
  Index = W.Index;
}

void Mutation::report(StringRef Kernel) const {
  if (Kind == MutationKind::None)
    return;
  fprintf(stderr, "phobos-sim: mutation: %s %u of %u in '%s'\n", Seen > Index ? "changed" : "there is no", Index, Seen,
          kernelText(Kernel).c_str());
}
