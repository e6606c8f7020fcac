// cudaLaunchKernel called by the program: with the kernel itself, which goes through a template of CUDA's headers, with an address
// that is known at run time only, and with errors of its own.
// RUN: %host -O0 %s -o %t.0.o && %link %t.0.o -o %t.0 && %t.0
// RUN: %host -O2 %s -o %t.2.o && %link %t.2.o -o %t.2 && %t.2
#include "Fake.h"

__global__ void marked(float *a, int m, int n) {}
__global__ void other(float *a, int m, int n) {}

static std::string take() {
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() <= 1);
  return All.empty() ? "" : All[0].Name;
}

int main() {
  fake::addKernel("a", "_Z6markedPfii", fake::ThreeParameters, fake::makeRecord());
  fake::addFunction("a", "_Z5otherPfii", fake::ThreeParameters);
  float *A = nullptr;
  int M = 1280, N = 1280;
  void *Arguments[] = {&A, &M, &N};

  CHECK(cudaLaunchKernel(marked, dim3(100), dim3(256), Arguments, 0, nullptr) == cudaSuccess);
  CHECK(take() == "_Z6markedPfii__phobos");

  const void *volatile Kernels[] = {(const void *)marked, (const void *)other};
  CHECK(cudaLaunchKernel(Kernels[0], dim3(100), dim3(256), Arguments, 0, nullptr) == cudaSuccess);
  CHECK(take() == "_Z6markedPfii__phobos");
  CHECK(cudaLaunchKernel(Kernels[1], dim3(100), dim3(256), Arguments, 0, nullptr) == cudaSuccess);
  CHECK(take() == "_Z5otherPfii");

  CHECK(cudaLaunchKernel(marked, dim3(100), dim3(2048), Arguments, 0, nullptr) == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaLaunchKernel((const void *)Arguments, dim3(100), dim3(256), Arguments, 0, nullptr) ==
        cudaErrorInvalidDeviceFunction);
  CHECK(cudaGetLastError() == cudaErrorInvalidDeviceFunction);
  CHECK(take() == "");
  return fake::Failures;
}
