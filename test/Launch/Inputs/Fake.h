//===- Fake.h - A CUDA runtime for tests, without a GPU ---------------------===//
//
// libfakecudart takes the place of libcudart. It keeps CUDA's rules as far as launches can break them: what must be
// registered, what a function's attributes allow, which calls set and clear the last error, which are illegal while a
// stream is captured, and what cudaDeviceReset forgets. Kernels do not run: each launch is noted.
//
// What the device images hold is told by the test. An image is known by the text that the object embeds as its fat
// binary.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_FAKE_H
#define PHOBOS_TEST_FAKE_H

#include "Launch/PlanRecord.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <vector>

namespace fake {

#define FAKE_API __attribute__((visibility("default")))

struct FunctionFacts {
  /// Bytes of each parameter, so that launches can note the arguments.
  std::vector<unsigned> Parameters;
  int MaxThreads = 1024;
  unsigned StaticSharedBytes = 0;
  int ClusterWidth = 0;
};

inline constexpr int NumDevices = 2, NumSMs = 100, OptInSharedBytes = 200 * 1024;

/// Puts a kernel into the image named Image, for Device or (-1) for all. To be called before the first launch of it.
FAKE_API void addFunction(const char *Image, const std::string &Name, FunctionFacts Facts, int Device = -1);
/// Puts a variable into an image.
FAKE_API void addVariable(const char *Image, const std::string &Name, const void *Contents, size_t Bytes,
                          int Device = -1);

struct Launch {
  /// Empty: none.
  std::string Image, Name;
  unsigned Grid[3] = {}, Block[3] = {};
  size_t SharedBytes = 0;
  void *Stream = nullptr;
  int Device = 0;
  bool PerThread = false;
  std::vector<std::string> Arguments;

  template <typename T> T argument(unsigned I) const {
    T Value;
    if (I >= Arguments.size() || Arguments[I].size() != sizeof(T))
      abort();
    memcpy(&Value, Arguments[I].data(), sizeof(T));
    return Value;
  }
};

/// The thread's successful launches since the last call.
FAKE_API std::vector<Launch> takeLaunches();
/// How often the thread called a function of CUDA since the last call of calls() for it.
FAKE_API int calls(const char *Function);
/// The thread's next Count calls of Function give Error, after After calls that do not.
FAKE_API void fail(const char *Function, int Error, int Count = 1, int After = 0);
/// From now on every call on the thread's device gives Error, as after a kernel that crashed.
FAKE_API void breakDevice(int Error);

/// Adds a kernel and its companions and record. Companions take the kernel's parameters and six ints.
inline void addKernel(const char *Image, const std::string &Name, const FunctionFacts &Facts,
                      const PhobosPlanRecord &Record, int Device = -1) {
  addFunction(Image, Name, Facts, Device);
  addVariable(Image, Name + "__phobos_plan", &Record, sizeof(Record), Device);
  FunctionFacts Companion;
  Companion.Parameters = Facts.Parameters;
  Companion.Parameters.insert(Companion.Parameters.end(), 6, 4);
  for (unsigned V = 0; V != Record.NumVariants; ++V) {
    FunctionFacts Own = Companion;
    if (Record.Variants[V].Packing)
      Own.Parameters.insert(Own.Parameters.end(), 3, 8);
    addFunction(Image, Name + "__phobos" + (V ? "_" + std::to_string(V) : ""), Own, Device);
  }
  Companion.Parameters.insert(Companion.Parameters.end(), 2, 8);
  if (Record.PackThreads)
    for (const char *Suffix : {"__phobos_pack_a", "__phobos_pack_b"})
      addFunction(Image, Name + Suffix, Companion, Device);
}

/// A record for a kernel (float *a, int m, int n) with extents m x n, and two variants: one of 128x128 tiles that wants
/// a tile an SM and needs more shared memory than is free to all, one of 32x32 tiles for the rest.
inline PhobosPlanRecord makeRecord() {
  PhobosPlanRecord R = {};
  R.Magic = PHOBOS_RECORD_MAGIC;
  R.Version = PHOBOS_RECORD_VERSION;
  R.NumVariants = 2;
  R.Variants[0] = {256, 96 * 1024, 128, 128, 2, 100, PHOBOS_PACK_NEVER};
  R.Variants[1] = {128, 16 * 1024, 32, 32, 4, 0, PHOBOS_PACK_NEVER};
  R.NumParameters = 3;
  const uint32_t Offsets[] = {0, 8, 12}, Sizes[] = {8, 4, 4};
  for (int I = 0; I != 3; ++I) {
    R.ParameterOffset[I] = Offsets[I];
    R.ParameterSize[I] = Sizes[I];
  }
  auto Parameter = [](uint64_t Offset, uint64_t Bytes) { return PHOBOS_OP_PARAM | (Offset << 8 | Bytes) << 8; };
  R.Extent[0][0] = Parameter(8, 4);
  R.Extent[1][0] = Parameter(12, 4);
  R.Extent[2][0] = PHOBOS_OP_CONST;
  R.Extent[2][1] = 1;
  strcpy(R.Text, "test.cu:1:2");
  return R;
}

/// The same with a packed variant in front, for a kernel whose trip count is m: it wants a tile an SM, 64 rows and columns,
/// and 16 iterations.
inline PhobosPlanRecord makePackedRecord() {
  PhobosPlanRecord R = makeRecord();
  R.NumVariants = 3;
  R.Variants[2] = R.Variants[1];
  R.Variants[1] = R.Variants[0];
  R.Variants[0].Packing = PHOBOS_PACK_ALWAYS;
  R.Trips[0] = R.Extent[0][0];
  R.AbsentPairs[0] = PHOBOS_OP_CONST;
  R.PackThreads = 512;
  R.PackSharedBytes = 1000;
  R.MinPackExtent = 64;
  R.MinPackTrips = 16;
  return R;
}

/// Bytes that were allocated from pools and not freed, on all devices.
FAKE_API size_t allocatedBytes();
/// The stream of the thread's last allocation from a pool.
FAKE_API void *allocationStream();

inline const FunctionFacts ThreeParameters = {{8, 4, 4}};

inline int Failures = 0;

} // namespace fake

/// Notes a failure; main returns fake::Failures.
#define CHECK(...)                                                                                                     \
  do {                                                                                                                 \
    if (!(__VA_ARGS__)) {                                                                                              \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #__VA_ARGS__);                                      \
      ++fake::Failures;                                                                                                \
    }                                                                                                                  \
  } while (0)

#endif
