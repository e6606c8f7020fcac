//===- Report.h - What a run found, as text and as JSON ---------*- C++ -*-===//
#ifndef PHOBOS_TEST_E2E_REPORT_H
#define PHOBOS_TEST_E2E_REPORT_H

#include "Forms.h"

namespace e2e {

/// One entry of the work list, and what came of it. Plain data: it lies in memory that two processes share.
struct Record {
  Form *Of;
  /// Its number among the trials of its form.
  int Number;
  Sizes Size;
  bool Done;
  /// Some output bit tells the copies apart.
  bool Differs;
  /// The runtime said that it launched a companion; it says so once a kernel.
  bool Moved;
  /// By Copy.
  double Error[2], Bound[2];
  /// Empty where all is right.
  char Fault[360];

  void fail(const std::string &Text);
};

/// Prints a failed trial, with what is needed to run it alone.
void printFault(const Record &R, uint64_t Seed);

struct Summary {
  uint64_t Seed;
  const Record *Records;
  size_t Count;
  /// Failures that belong to no single trial.
  std::vector<std::string> Faults;

  /// Prints the totals, and writes JSON to File unless that is empty. True if nothing failed.
  bool finish(const std::string &File) const;
};

} // namespace e2e

#endif
