// After cudaDeviceReset the companion runs again, with its shared memory: asked for before the launch where the driver tells
// contexts apart, after a failed launch otherwise. Each device has its own context.
// RUN: %host -O0 %s -o %t.o
// RUN: %link %t.o -o %t && %t
// RUN: %link-noid %t.o -o %t.noid && %t.noid without-ids
#include "Fake.h"
#include <thread>

__global__ void marked(float *a, int m, int n) {}

static bool launch() {
  marked<<<100, 256>>>(nullptr, 1280, 1280);
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(cudaGetLastError() == cudaSuccess);
  return All.size() == 1 && All[0].Name == "_Z6markedPfii__phobos";
}

/// Launches once; FailedFirst launches of the companion may have failed before.
static void expectLaunch(int FailedFirst) {
  fake::calls("cudaLaunchKernel");
  CHECK(launch());
  CHECK(fake::calls("cudaLaunchKernel") == 1 + FailedFirst);
}

int main(int Count, char **) {
  int Retry = Count > 1;
  fake::addKernel("a", "_Z6markedPfii", fake::ThreeParameters, fake::makeRecord());
  expectLaunch(0);
  expectLaunch(0);

  cudaDeviceReset();
  expectLaunch(Retry);
  expectLaunch(0);

  // Twice, and from a thread that has not used the device before.
  cudaDeviceReset();
  cudaDeviceReset();
  std::thread([&] { expectLaunch(Retry); }).join();
  expectLaunch(0);

  cudaSetDevice(1);
  expectLaunch(0);
  cudaDeviceReset();
  expectLaunch(Retry);
  cudaSetDevice(0);
  expectLaunch(0);

  // The record is read once a device.
  CHECK(fake::calls("cudaMemcpyAsync") == 2);
  return fake::Failures;
}
