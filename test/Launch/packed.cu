// A packed variant: a workspace on the launch's stream, the two kernels that fill it, the companion, and the workspace is given
// back. Where it cannot be had, the next variant runs, and the program sees nothing of it.
// RUN: %host -O2 %s -o %t.o && %link %t.o -o %t && %t
// RUN: env PHOBOS_VARIANT=0 %t forced 0
// RUN: env PHOBOS_VARIANT=1 %t forced 1
// RUN: env PHOBOS_VARIANT=2 %t forced 2
// RUN: env PHOBOS_VARIANT=3 %t
// RUN: env PHOBOS_VARIANT=x %t
// RUN: %t no-pool
// RUN: env PHOBOS_LOG=debug %t log 2>&1 | FileCheck %s
// CHECK: the companion runs on device 0: {{.*}} variant 0 of 3, grid 110, {{.*}} a CTA, operands packed into 6881280 bytes
// CHECK-NEXT: the companion runs on device 0: {{.*}} variant 1 of 3, grid 110, {{.*}} a CTA{{$}}
#include "Fake.h"
#include <thread>

template <int I> __global__ void marked(float *a, int m, int n) {}

template <int I> static std::string nameOf() { return "_Z6markedILi" + std::to_string(I) + "EEvPfii"; }
template <int I> static void add(const PhobosPlanRecord &R = fake::makePackedRecord()) {
  fake::addKernel("a", nameOf<I>(), fake::ThreeParameters, R);
}

/// The variant that ran; -1 where the launches are not what belongs to one.
template <int I> static int variant() {
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(fake::allocatedBytes() == 0);
  std::string Prefix = nameOf<I>() + "__phobos";
  if (All.size() == 3 && All[0].Name == Prefix + "_pack_a" && All[1].Name == Prefix + "_pack_b" && All[2].Name == Prefix)
    return 0;
  if (All.size() != 1)
    return -1;
  return All[0].Name == Prefix + "_1" ? 1 : All[0].Name == Prefix + "_2" ? 2 : -1;
}

static void testLaunches() {
  add<0>();
  cudaStream_t Stream;
  cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
  float A;
  marked<0><<<dim3(80, 90, 2), dim3(16, 16), 0, Stream>>>(&A, 1280, 1281);
  std::vector<fake::Launch> L = fake::takeLaunches();
  CHECK(L.size() == 3);
  uint64_t Base = L[0].argument<uint64_t>(9), Pitch = 1280 * 2, RowsA = 1280, RowsB = 1408;
  for (unsigned I = 0; I != 3; ++I) {
    CHECK(L[I].Stream == Stream && !L[I].PerThread);
    CHECK(L[I].argument<float *>(0) == &A && L[I].argument<int>(1) == 1280 && L[I].argument<int>(2) == 1281);
    const int Shape[] = {80, 90, 2, 16, 16, 1};
    for (int D = 0; D != 6; ++D)
      CHECK(L[I].argument<int>(3 + D) == Shape[D]);
  }
  CHECK(L[0].Name == nameOf<0>() + "__phobos_pack_a" && L[1].Name == nameOf<0>() + "__phobos_pack_b");
  CHECK(L[0].Block[0] == 512 && L[0].SharedBytes == 1000 && L[1].Block[0] == 512 && L[1].SharedBytes == 1000);
  CHECK(L[0].Grid[0] == RowsA / 64 * 20 && L[1].Grid[0] == RowsB / 64 * 20);
  CHECK(L[0].argument<uint64_t>(10) == Pitch && L[1].argument<uint64_t>(10) == Pitch);
  CHECK(L[1].argument<uint64_t>(9) == Base + RowsA * Pitch);
  CHECK(L[2].Name == nameOf<0>() + "__phobos" && L[2].Grid[0] == 10 * 11 && L[2].SharedBytes == 96 * 1024);
  CHECK(L[2].argument<uint64_t>(9) == Base && L[2].argument<uint64_t>(10) == Base + RowsA * Pitch &&
        L[2].argument<uint64_t>(11) == Pitch);
  CHECK(fake::allocatedBytes() == 0);
  CHECK(fake::calls("cudaMemPoolCreate") == 1);
  marked<0><<<100, 256, 0, Stream>>>(&A, 1280, 1281);
  CHECK(variant<0>() == 0);
  CHECK(fake::calls("cudaMemPoolCreate") == 0);
}

static void testSizes() {
  auto Run = [](int M, int N) {
    marked<0><<<100, 256>>>(nullptr, M, N);
    return variant<0>();
  };
  CHECK(Run(1280, 1280) == 0);
  CHECK(Run(1280, 1000) == 2);
  // Enough tiles, but too few columns or rows; the trip count is m.
  CHECK(Run(128 * 100, 63) == 1);
  CHECK(Run(15, 128 * 100) == 1);
  // A workspace that nobody has room for.
  CHECK(Run(1 << 20, 1 << 20) == 1);
}

static void testAllocationFails() {
  add<1>();
  fake::fail("cudaMallocFromPoolAsync", cudaErrorMemoryAllocation, 1);
  marked<1><<<100, 256>>>(nullptr, 1280, 1280);
  CHECK(variant<1>() == 1);
  marked<1><<<100, 256>>>(nullptr, 1280, 1280);
  CHECK(variant<1>() == 0);
  // More than the device has, again and again.
  for (int I = 0; I != 10; ++I) {
    marked<1><<<100, 256>>>(nullptr, 50000, 50000);
    CHECK(variant<1>() == 1);
  }
  fake::calls("cudaMallocFromPoolAsync");
  marked<1><<<100, 256>>>(nullptr, 1280, 1280);
  CHECK(variant<1>() == 1);
  CHECK(fake::calls("cudaMallocFromPoolAsync") == 0);
}

// Whichever of the three launches fails.
static void testLaunchFails() {
  add<2>();
  for (int After : {0, 1, 2}) {
    fake::fail("cudaLaunchKernel", cudaErrorLaunchOutOfResources, 1, After);
    marked<2><<<100, 256>>>(nullptr, 1280, 1280);
    std::vector<fake::Launch> L = fake::takeLaunches();
    CHECK(L.size() == size_t(After) + 1 && L.back().Name == nameOf<2>() + "__phobos_1");
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(fake::allocatedBytes() == 0);
  }
}

template <int I> static void testCapture(cudaStreamCaptureMode Mode) {
  add<I>();
  cudaStream_t Stream, Other;
  cudaGraph_t Graph;
  cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&Other, cudaStreamNonBlocking);
  CHECK(cudaStreamBeginCapture(Stream, Mode) == cudaSuccess);
  marked<I><<<100, 256, 0, Stream>>>(nullptr, 1280, 1280);
  CHECK(variant<I>() == 1);
  // The stream that waits for those that are captured, and one that does not.
  marked<I><<<100, 256>>>(nullptr, 1280, 1280);
  CHECK(variant<I>() == (Mode == cudaStreamCaptureModeRelaxed ? 0 : 1));
  marked<I><<<100, 256, 0, Other>>>(nullptr, 1280, 1280);
  CHECK(variant<I>() == 0);
  CHECK(cudaStreamEndCapture(Stream, &Graph) == cudaSuccess);
  marked<I><<<100, 256, 0, Stream>>>(nullptr, 1280, 1280);
  CHECK(variant<I>() == 0);
}

static void testMissingPackKernels() {
  PhobosPlanRecord R = fake::makePackedRecord();
  R.PackThreads = 0; // addKernel adds none
  add<6>(R);
  marked<6><<<100, 256>>>(nullptr, 1280, 1280);
  CHECK(variant<6>() == 1);
}

static void testUnknownExtent() {
  PhobosPlanRecord R = fake::makePackedRecord();
  R.Extent[2][0] = PHOBOS_OP_END;
  add<7>(R);
  marked<7><<<10000, 256>>>(nullptr, 1280, 1280);
  CHECK(variant<7>() == 1);
}

static void testThreads() {
  add<8>();
  auto Body = [] {
    cudaStream_t Stream;
    cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
    for (int I = 0; I != 200; ++I)
      marked<8><<<100, 256, 0, Stream>>>(nullptr, 1280, 1280);
    CHECK(fake::takeLaunches().size() == 600);
  };
  std::thread Threads[4];
  for (std::thread &T : Threads)
    T = std::thread(Body);
  for (std::thread &T : Threads)
    T.join();
  CHECK(fake::allocatedBytes() == 0);
}

static void testForced(int Variant) {
  add<9>();
  marked<9><<<100, 256>>>(nullptr, 1280, 1280);
  CHECK(variant<9>() == Variant);
  marked<9><<<100, 256>>>(nullptr, 1, 1);
  CHECK(variant<9>() == Variant);
}

static void testNoPool() {
  add<10>();
  fake::fail("cudaMemPoolCreate", cudaErrorNotSupported, 100);
  for (int I = 0; I != 3; ++I) {
    marked<10><<<100, 256>>>(nullptr, 1280, 1280);
    CHECK(variant<10>() == 1);
  }
  CHECK(fake::calls("cudaMemPoolCreate") == 1);
}

static void testLog() {
  add<11>();
  for (int N : {1281, 1281, 63}) {
    marked<11><<<100, 256>>>(nullptr, N == 63 ? 14080 : 1280, N);
    marked<11><<<100, 256>>>(nullptr, N == 63 ? 14080 : 1280, N);
  }
}

int main(int Count, char **Arguments) {
  std::string Mode = Count > 1 ? Arguments[1] : "";
  if (Mode == "forced")
    testForced(atoi(Arguments[2]));
  else if (Mode == "no-pool")
    testNoPool();
  else if (Mode == "log")
    testLog();
  else {
    testLaunches();
    testSizes();
    testAllocationFails();
    testLaunchFails();
    testCapture<3>(cudaStreamCaptureModeGlobal);
    testCapture<4>(cudaStreamCaptureModeThreadLocal);
    testCapture<5>(cudaStreamCaptureModeRelaxed);
    testMissingPackKernels();
    testUnknownExtent();
    testThreads();
  }
  return fake::Failures;
}
