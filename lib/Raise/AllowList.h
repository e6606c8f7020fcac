//===- AllowList.h - What a kernel may do and still be replayed -*- C++ -*-===//
//
// The companion runs each original thread's work on another thread, in another order. So threads must not communicate,
// nor observe where they run. Everything not known to be harmless is refused.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_RAISE_ALLOWLIST_H
#define PHOBOS_RAISE_ALLOWLIST_H

#include "Support/Reject.h"
#include "llvm/IR/Function.h"

namespace phobos {

/// Nothing where every instruction of the prepared kernel is allowed; else why the first one is not.
std::optional<Reject> checkAllowed(llvm::Function &F);

} // namespace phobos

#endif
