// The program sees the errors that it would see without companions, in the same order: a pending error stays pending, a failure of
// the runtime's own is neither seen nor left behind.
// RUN: %host -O0 %s -o %t.o && %link %t.o -o %t && %t
#include "Fake.h"

template <int I> __global__ void marked(float *a, int m, int n) {}

template <int I> static std::string launch() {
  static bool Added = (fake::addKernel("a", "_Z6markedILi" + std::to_string(I) + "EEvPfii", fake::ThreeParameters,
                                       fake::makeRecord()),
                       true);
  (void)Added;
  marked<I><<<100, 256>>>(nullptr, 1280, 1280);
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() <= 1);
  if (All.empty())
    return "nothing";
  size_t Suffix = All[0].Name.find("__phobos");
  return Suffix == std::string::npos ? "original" : All[0].Name.substr(Suffix);
}

static void testPendingErrorStays() {
  CHECK(cudaSetDevice(77) == cudaErrorInvalidDevice);
  CHECK(launch<0>() == "original");
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(launch<0>() == "__phobos");
  // Also where everything is known already.
  CHECK(cudaSetDevice(77) == cudaErrorInvalidDevice);
  CHECK(launch<0>() == "original");
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
}

/// Function fails once while kernel I is prepared; the next launch tries again.
template <int I> static void testPreparationFails(const char *Function, int After = 0) {
  fake::fail(Function, cudaErrorMemoryAllocation, 1, After);
  CHECK(launch<I>() == "original");
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(launch<I>() == "__phobos");
}

static void testCompanionFailsOnce() {
  CHECK(launch<10>() == "__phobos");
  fake::fail("cudaLaunchKernel", cudaErrorInvalidValue);
  CHECK(launch<10>() == "__phobos");
  CHECK(cudaGetLastError() == cudaSuccess);
}

static void testCompanionFailsTwice() {
  CHECK(launch<11>() == "__phobos");
  fake::fail("cudaLaunchKernel", cudaErrorLaunchOutOfResources, 2);
  CHECK(launch<11>() == "original");
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(launch<11>() == "__phobos");
}

// A companion that cannot run for a reason that nothing above foresees is given up.
static void testCompanionAlwaysFails() {
  CHECK(launch<12>() == "__phobos");
  for (int I = 0; I != 8; ++I) {
    fake::fail("cudaLaunchKernel", cudaErrorLaunchOutOfResources, 2);
    CHECK(launch<12>() == "original");
  }
  fake::fail("cudaLaunchKernel", cudaErrorLaunchOutOfResources, 0);
  fake::calls("cudaLaunchKernel");
  CHECK(launch<12>() == "original");
  CHECK(fake::calls("cudaLaunchKernel") == 1);
  CHECK(cudaGetLastError() == cudaSuccess);
}

// A stream that does not exist fails both, as often as it is used, and is no reason to give up.
static void testUsersFailure() {
  CHECK(launch<13>() == "__phobos");
  for (int I = 0; I != 20; ++I) {
    marked<13><<<100, 256, 0, cudaStream_t(0xbad)>>>(nullptr, 1280, 1280);
    CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  }
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(launch<13>() == "__phobos");
}

// A kernel crashed: every call fails until the device is reset.
static void testBrokenDevice() {
  CHECK(launch<14>() == "__phobos");
  fake::breakDevice(cudaErrorIllegalAddress);
  CHECK(launch<14>() == "nothing");
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(launch<14>() == "nothing");
  CHECK(launch<15>() == "nothing");
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  cudaDeviceReset();
  CHECK(launch<14>() == "__phobos");
  CHECK(launch<15>() == "__phobos");
  CHECK(cudaGetLastError() == cudaSuccess);
}

int main() {
  testPendingErrorStays();
  testPreparationFails<1>("cudaFuncGetAttributes");
  testPreparationFails<2>("cudaFuncGetAttributes", 1);
  testPreparationFails<3>("cudaGetSymbolAddress");
  testPreparationFails<4>("cudaStreamCreateWithFlags");
  testPreparationFails<5>("cudaMemcpyAsync");
  testPreparationFails<6>("cudaStreamSynchronize");
  testPreparationFails<7>("cudaDeviceGetAttribute");
  testPreparationFails<8>("cudaGetDevice");
  testCompanionFailsOnce();
  testCompanionFailsTwice();
  testCompanionAlwaysFails();
  testUsersFailure();
  testBrokenDevice();
  return fake::Failures;
}
