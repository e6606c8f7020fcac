// With per-thread default streams, companion and original are launched by the entry that has that meaning: for <<<>>> as the
// flag tells clang, for calls of cudaLaunchKernel as the macro tells CUDA's headers.
// RUN: %host -O0 -Xclang -fgpu-default-stream=per-thread -DCUDA_API_PER_THREAD_DEFAULT_STREAM %s -o %t.o
// RUN: %link %t.o -o %t && %t && env PHOBOS_DISABLE=1 %t
#include "Fake.h"

__global__ void marked(float *a, int m, int n) {}
__global__ void marked_packed(float *a, int m, int n) {}

static void check() {
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() == 1);
  CHECK(All[0].PerThread);
  CHECK(All[0].Name == (getenv("PHOBOS_DISABLE") ? "_Z6markedPfii" : "_Z6markedPfii__phobos"));
}

// The workspace belongs to the same stream, by the name that it has for functions without that meaning.
static void checkPacked() {
  fake::addKernel("a", "_Z13marked_packedPfii", fake::ThreeParameters, fake::makePackedRecord());
  marked_packed<<<100, 256>>>(nullptr, 1280, 1280);
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() == (getenv("PHOBOS_DISABLE") ? 1 : 3));
  for (const fake::Launch &L : All)
    CHECK(L.PerThread && !L.Stream);
  CHECK(fake::allocationStream() == (getenv("PHOBOS_DISABLE") ? nullptr : cudaStreamPerThread));
}

int main() {
  fake::addKernel("a", "_Z6markedPfii", fake::ThreeParameters, fake::makeRecord());
  float *A = nullptr;
  int M = 1280, N = 1280;
  void *Arguments[] = {&A, &M, &N};
  marked<<<100, 256>>>(A, M, N);
  check();
  CHECK(cudaLaunchKernel(marked, dim3(100), dim3(256), Arguments, 0, nullptr) == cudaSuccess);
  check();
  checkPacked();
  return fake::Failures;
}
