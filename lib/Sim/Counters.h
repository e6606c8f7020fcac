//===- Counters.h - What a launch did ---------------------------*- C++ -*-===//
//
// Counted where PHOBOS_SIM has 'count'. docs/simulator.md defines each counter.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_COUNTERS_H
#define PHOBOS_SIM_COUNTERS_H

#include "Sim/Checks.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace phobos::sim::counters {

void matrix(llvm::StringRef Name, uint32_t Site);
/// One 8 x 8 matrix of ldmatrix or stmatrix: addresses of its eight 16-byte rows.
void matrixRows(uint32_t Site, const uint64_t (&Rows)[8], bool IsStore);

} // namespace phobos::sim::counters

#endif
