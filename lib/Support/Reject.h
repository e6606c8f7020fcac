//===- Reject.h - A value, or the reason why there is none ------*- C++ -*-===//
//
// Every stage returns Result<T>. A Reject carries a row of Reject.def, where in the source, and what to fill in.
// docs/remarks.md explains each reason to users.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SUPPORT_REJECT_H
#define PHOBOS_SUPPORT_REJECT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"
#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace phobos {

enum class Reason {
#define REASON(Id, StableId, What, Remedy) Id,
#include "Support/Reject.def"
};

/// The id that tools and tests may rely on, e.g. "early-exit".
llvm::StringRef stableId(Reason R);

struct Reject {
  Reason Why;
  /// Replaces %0, %1 in the row's texts, in order.
  llvm::SmallVector<std::string, 2> Details;
  /// The instruction at fault; empty where none is or none is known.
  llvm::DebugLoc Loc;

  Reject(Reason Why, llvm::SmallVector<std::string, 2> Details = {}, llvm::DebugLoc Loc = {})
      : Why(Why), Details(std::move(Details)), Loc(std::move(Loc)) {}

  /// What was wrong, details filled in.
  std::string what() const;
  /// The way out, details filled in.
  std::string remedy() const;
};

/// A value or a Reject; like llvm::Expected without the obligation to consume it.
template <typename T> class Result {
  std::variant<T, Reject> Storage;

public:
  Result(T Value) : Storage(std::move(Value)) {}
  Result(Reject R) : Storage(std::move(R)) {}
  explicit operator bool() const { return Storage.index() == 0; }
  T &operator*() { return std::get<0>(Storage); }
  const T &operator*() const { return std::get<0>(Storage); }
  T *operator->() { return &std::get<0>(Storage); }
  const T *operator->() const { return &std::get<0>(Storage); }
  const Reject &reject() const { return std::get<1>(Storage); }
};

} // namespace phobos

#endif
