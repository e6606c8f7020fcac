//===- Gemm.h - One case at one size: three ways, timed and checked -*- C++ -*-===//
#ifndef PHOBOS_BENCH_GEMM_H
#define PHOBOS_BENCH_GEMM_H

#include "Cublas.h"
#include <vector>

namespace bench {

/// Medians in milliseconds; negative where that way did not run.
struct GemmResult {
  double Original = -1, Companion = -1, Library = -1;
  /// ||out - ref|| / || |A||B| || over sampled elements, and the companion's bound.
  double OriginalError = 0, CompanionError = 0, LibraryError = 0, Bound = 0;
};

struct GemmOptions {
  /// How often the companion and the library are timed.
  int Repeats = 20;
  /// Time the original too, which takes most of the run.
  bool Original = true;
};

struct GemmCase {
  const char *Name;
  /// What it computes, for the table.
  const char *Text;
  /// Library may be null.
  GemmResult (*Run)(int Size, const GemmOptions &Options, const Cublas *Library);
};

const std::vector<GemmCase> &gemmCases();

} // namespace bench

#endif
