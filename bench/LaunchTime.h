//===- LaunchTime.h - Host time of a launch ---------------------*- C++ -*-===//
#ifndef PHOBOS_BENCH_LAUNCHTIME_H
#define PHOBOS_BENCH_LAUNCHTIME_H

namespace bench {

/// Microseconds from call to return, median of 1,000 launches with the device idle before each.
double launchTimeAnnotated();
/// The unannotated kernel of the same file.
double launchTimeOriginal();
/// The same source in a file that was compiled without the plugin.
double launchTimePlain();

} // namespace bench

#endif
