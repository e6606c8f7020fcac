//===- Supervise.h - Runs the work list in a process of its own -*- C++ -*-===//
//
// A kernel that faults takes its process's CUDA context with it, and one that hangs takes the process. So trials run in a
// child; the parent never touches the device, notes the trial that killed the child, and goes on behind it with another.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_E2E_SUPERVISE_H
#define PHOBOS_TEST_E2E_SUPERVISE_H

#include "Report.h"

namespace e2e {

/// Count records in memory that a forked child shares; zeroed.
Record *sharedRecords(size_t Count);

/// Runs one trial. False if the device is lost.
using RunRecord = std::function<bool(Record &)>;

/// Runs every record in this process, up to the loss of the device.
void runHere(Record *Records, size_t Count, const RunRecord &Run);
/// Runs every record in children. A trial that takes longer than Seconds is a fault; 0 waits forever. Lost is told of
/// each trial that ended its child.
void supervise(Record *Records, size_t Count, const RunRecord &Run, int Seconds,
               const std::function<void(const Record &)> &Lost);

} // namespace e2e

#endif
