//===- Forms.h - The registry of forms --------------------------*- C++ -*-===//
//
// One file of forms a concern: NAME.inc holds the kernels, as a user would write them, with LOOP where the attribute
// goes; NAME.cu includes it twice through BothCopies.h, and registers each form with its host code:
//
//     static const RegisterForms Registered{{
//         {"guard/nested-if/f16", nestedIfForm<__half>},
//     }};
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_E2E_FORMS_H
#define PHOBOS_TEST_E2E_FORMS_H

#include "Trial.h"

namespace e2e {

/// Traits of a form, or-ed.
enum Trait : unsigned {
  None = 0,
  /// Right in any case, but no promise that it is moved.
  MayStay = 1,
  /// Also runs at 1,000 x 1,000 x 1,000.
  Large = 2,
  /// Needs what a CPU simulator has not: graphs, streams, several threads.
  NeedsGpu = 4,
  /// The form checks itself; the copies are not compared bit for bit.
  Loose = 8,
};

struct Form {
  const char *Name;
  void (*Run)(Trial &);
  unsigned Traits = None;
};

/// All forms, in no order.
std::vector<Form> &forms();

struct RegisterForms {
  RegisterForms(std::initializer_list<Form> Some) { forms().insert(forms().end(), Some); }
};

} // namespace e2e

#endif
