// Where a companion cannot stand for the original, the original is launched, and fails as it would have failed.
// RUN: %host -O0 %s -o %t.o && %link %t.o -o %t && %t
// RUN: env PHOBOS_DISABLE=1 %t disabled
// RUN: env PHOBOS_DISABLE=0 %t
// RUN: env PHOBOS_DISABLE= %t
#include "Fake.h"

template <int I> __global__ void marked(float *a, int m, int n) {}

template <int I> static std::string nameOf() { return "_Z6markedILi" + std::to_string(I) + "EEvPfii"; }

enum class Runs { Companion, Original, Nothing };

static Runs take() {
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() <= 1);
  if (All.empty())
    return Runs::Nothing;
  return All[0].Name.find("__phobos") == std::string::npos ? Runs::Original : Runs::Companion;
}

/// Launches kernel I, whose image holds Record.
template <int I>
static Runs launch(const PhobosPlanRecord &Record, dim3 Grid = 80, dim3 Block = 256, size_t Shared = 0, int M = 1000, int N = 1000,
                   fake::FunctionFacts Facts = fake::ThreeParameters) {
  static bool Added = (fake::addKernel("a", nameOf<I>(), Facts, Record), true);
  (void)Added;
  marked<I><<<Grid, Block, Shared>>>(nullptr, M, N);
  return take();
}

static void expect(cudaError_t E) { CHECK(cudaGetLastError() == E); }

static void testShapes() {
  PhobosPlanRecord R = fake::makeRecord();
  CHECK(launch<0>(R) == Runs::Companion);
  CHECK(launch<0>(R, 80, 1025) == Runs::Nothing);
  expect(cudaErrorInvalidConfiguration);
  CHECK(launch<0>(R, 80, dim3(32, 32, 2)) == Runs::Nothing);
  expect(cudaErrorInvalidConfiguration);
  CHECK(launch<0>(R, dim3(1, 65536)) == Runs::Nothing);
  expect(cudaErrorInvalidConfiguration);
  CHECK(launch<0>(R, 0) == Runs::Nothing);
  expect(cudaErrorInvalidConfiguration);
  CHECK(launch<0>(R, dim3(1, 0)) == Runs::Nothing);
  expect(cudaErrorInvalidConfiguration);
  CHECK(launch<0>(R, 80, dim3(16, 1, 65)) == Runs::Nothing);
  expect(cudaErrorInvalidConfiguration);
  CHECK(launch<0>(R, 80, 1024) == Runs::Companion);
  expect(cudaSuccess);
}

// The original's launch bounds, which its companion does not have.
static void testOriginalsThreads() {
  fake::FunctionFacts Facts = fake::ThreeParameters;
  Facts.MaxThreads = 128;
  CHECK(launch<1>(fake::makeRecord(), 80, 128, 0, 1000, 1000, Facts) == Runs::Companion);
  CHECK(launch<1>(fake::makeRecord(), 80, 129) == Runs::Nothing);
  expect(cudaErrorLaunchOutOfResources);
}

static void testOriginalsClusters() {
  fake::FunctionFacts Facts = fake::ThreeParameters;
  Facts.ClusterWidth = 2;
  CHECK(launch<16>(fake::makeRecord(), 80, 128, 0, 1000, 1000, Facts) == Runs::Original);
}

static void testOriginalsSharedMemory() {
  PhobosPlanRecord R = fake::makeRecord();
  CHECK(launch<2>(R, 80, 256, 48 * 1024) == Runs::Companion);
  CHECK(launch<2>(R, 80, 256, 48 * 1024 + 1) == Runs::Nothing);
  expect(cudaErrorInvalidValue);
  // The program raises the limit, and lowers it again.
  cudaFuncSetAttribute(marked<2>, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
  CHECK(launch<2>(R, 80, 256, 64 * 1024) == Runs::Companion);
  cudaFuncSetAttribute(marked<2>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  CHECK(launch<2>(R, 80, 256, 2048) == Runs::Nothing);
  expect(cudaErrorInvalidValue);
}

static void testExtents() {
  PhobosPlanRecord R = fake::makeRecord();
  CHECK(launch<3>(R, 80, 256, 0, 0, 1000) == Runs::Original);
  CHECK(launch<3>(R, 80, 256, 0, 1000, 0) == Runs::Original);
  CHECK(launch<3>(R, 80, 256, 0, 0x7fffffff, 0x7fffffff) == Runs::Companion);
  CHECK(launch<3>(R, 80, 256, 0, -1, 1000) == Runs::Original);
  expect(cudaSuccess);
}

static void testFlatDimensions() {
  PhobosPlanRecord R = fake::makeRecord();
  CHECK(launch<4>(R, 1 << 23, 256) == Runs::Companion);
  R.FlatDims = 1;
  CHECK(launch<5>(R, 1 << 23, 256) == Runs::Original);
  CHECK(launch<5>(R, (1 << 23) - 1, 256) == Runs::Companion);
  R.FlatDims = 2;
  CHECK(launch<6>(R, 1 << 23, 256) == Runs::Companion);
}

static void testUnknownExtents() {
  PhobosPlanRecord R = fake::makeRecord();
  R.Extent[1][0] = PHOBOS_OP_END;
  static bool Added = (fake::addKernel("a", nameOf<7>(), fake::ThreeParameters, R), true);
  (void)Added;
  marked<7><<<10000, 256>>>(nullptr, 1, 1);
  marked<7><<<10, 256>>>(nullptr, 1, 1);
  std::vector<fake::Launch> L = fake::takeLaunches();
  CHECK(L.size() == 2);
  CHECK(L[0].Name == nameOf<7>() + "__phobos" && L[0].Grid[0] == 2 * fake::NumSMs);
  CHECK(L[1].Name == nameOf<7>() + "__phobos_1" && L[1].Grid[0] == 4 * fake::NumSMs);
}

static void testImages() {
  // Declined: nothing but the original. One failed question, and never again.
  fake::addFunction("a", nameOf<8>(), fake::ThreeParameters);
  marked<8><<<80, 256>>>(nullptr, 1, 1);
  CHECK(take() == Runs::Original);
  fake::calls("cudaGetSymbolAddress");
  marked<8><<<80, 256>>>(nullptr, 1, 1);
  CHECK(take() == Runs::Original);
  CHECK(fake::calls("cudaGetSymbolAddress") == 0);
  // Nothing at all.
  marked<9><<<80, 256>>>(nullptr, 1, 1);
  CHECK(take() == Runs::Nothing);
  expect(cudaErrorInvalidDeviceFunction);
  // A record whose companions are missing.
  PhobosPlanRecord R = fake::makeRecord();
  fake::addFunction("a", nameOf<10>(), fake::ThreeParameters);
  fake::addVariable("a", nameOf<10>() + "__phobos_plan", &R, sizeof(R));
  marked<10><<<80, 256>>>(nullptr, 1, 1);
  CHECK(take() == Runs::Original);
  expect(cudaSuccess);
}

static void testRecords() {
  PhobosPlanRecord R = fake::makeRecord();
  ++R.Version;
  CHECK(launch<11>(R) == Runs::Original);
  R = fake::makeRecord();
  R.Magic = 0;
  CHECK(launch<12>(R) == Runs::Original);
  R = fake::makeRecord();
  R.Variants[1].TileN = 0;
  CHECK(launch<13>(R) == Runs::Original);
  // A variant too large for the device: the other runs.
  R = fake::makeRecord();
  R.Variants[0].SharedBytes = fake::OptInSharedBytes + 1;
  CHECK(launch<14>(R, 80, 256, 0, 12800, 12800) == Runs::Companion);
  R.Variants[1].SharedBytes = fake::OptInSharedBytes + 1;
  CHECK(launch<15>(R) == Runs::Original);
  expect(cudaSuccess);
}

static void testDisabled() {
  CHECK(launch<20>(fake::makeRecord()) == Runs::Original);
  CHECK(fake::calls("cudaGetSymbolAddress") == 0);
}

int main(int Count, char **) {
  if (Count > 1) {
    testDisabled();
    return fake::Failures;
  }
  testShapes();
  testOriginalsThreads();
  testOriginalsClusters();
  testOriginalsSharedMemory();
  testExtents();
  testFlatDimensions();
  testUnknownExtents();
  testImages();
  testRecords();
  return fake::Failures;
}
