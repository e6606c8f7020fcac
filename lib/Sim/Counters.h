//===- Counters.h - What a launch did ---------------------------*- C++ -*-===//
//
// Counted where PHOBOS_SIM has 'count', as a warp would execute it: the n-th execution of an instruction by each lane
// since the warp last came together is one request. docs/simulator.md defines each counter.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_COUNTERS_H
#define PHOBOS_SIM_COUNTERS_H

#include "Sim/Checks.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <map>
#include <string>

namespace phobos::sim {

/// What one instruction that accesses memory did.
struct AccessCount {
  /// Executions by a warp.
  uint64_t Requests = 0;
  /// Lanes of the warp that took no part.
  uint64_t MaskedLanes = 0;
  /// Bytes that lanes asked for.
  uint64_t Bytes = 0;
  /// Global: 128-byte lines that the requests touched, and the least that as many different bytes could lie in.
  uint64_t Lines = 0, LeastLines = 0;
  /// Shared: passes that the banks need, and those that no layout could save.
  uint64_t Wavefronts = 0, LeastWavefronts = 0;
};

struct LaunchCounters {
  std::string Kernel;
  Dim3 Grid, Block;
  /// By "m16n8k16.f32.f16.f16.f32"; executions by a warp.
  std::map<std::string, uint64_t> Matrix;
  /// Completed barriers of a CTA; __syncwarp executions by a warp; waits on cp.async by a thread.
  uint64_t Barriers = 0, WarpSyncs = 0, AsyncWaits = 0;
  /// By site.
  std::map<uint32_t, AccessCount> GlobalLoads, GlobalStores, SharedLoads, SharedStores;
  /// Bytes written to shared memory: by cp.async, and by stores.
  uint64_t AsyncBytes = 0, StoredBytes = 0;
};

namespace counters {

bool on();
void startLaunch();
/// Prints the launch's counters, and adds them to the JSON file.
void endLaunch();
void startCta();

/// One access of the current thread.
void access(uint64_t Address, uint32_t Bytes, Access Kind, uint32_t Site);
/// cp.async of the current thread. SourceBytes may be 0.
void asyncCopy(uint64_t To, uint64_t From, uint32_t Bytes, uint32_t SourceBytes, uint32_t Site);
void bulkCopy(uint32_t Bytes);
void matrix(llvm::StringRef Name);
/// One 8 x 8 matrix of ldmatrix or stmatrix: addresses of its eight 16-byte rows.
void matrixRows(uint32_t Site, const uint64_t (&Rows)[8], bool IsStore);
void barrier();
void warpSync();
void asyncWait();
/// The lanes are together again: executions are counted from here.
void converge(Warp &W);

} // namespace counters

/// Banks' passes for one group of accesses of one width; for tests.
uint32_t wavefronts(const uint64_t *Addresses, uint32_t Count, uint32_t Bytes, uint32_t &Least);

void printCounters(const LaunchCounters &L, llvm::raw_ostream &OS);
/// The file of PHOBOS_SIM=json=FILE is whole after each launch, however the program ends.
void addCountersToJson(const LaunchCounters &L);

} // namespace phobos::sim

#endif
