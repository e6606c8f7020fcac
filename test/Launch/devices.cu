// Each device has its own companions, or none.
// RUN: %host -O0 %s -o %t.o && %link %t.o -o %t && %t
#include "Fake.h"

__global__ void marked(float *a, int m, int n) {}

static std::string launch(int Device) {
  cudaSetDevice(Device);
  marked<<<100, 256>>>(nullptr, 1280, 1280);
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() == 1 && All[0].Device == Device);
  CHECK(cudaGetLastError() == cudaSuccess);
  return All[0].Name;
}

int main() {
  fake::addFunction("a", "_Z6markedPfii", fake::ThreeParameters, 0);
  fake::addKernel("a", "_Z6markedPfii", fake::ThreeParameters, fake::makeRecord(), 1);
  for (int Round = 0; Round != 2; ++Round) {
    CHECK(launch(0) == "_Z6markedPfii");
    CHECK(launch(1) == "_Z6markedPfii__phobos");
  }
  return fake::Failures;
}
