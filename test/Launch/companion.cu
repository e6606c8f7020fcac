// A marked kernel's launch runs the companion: the variant and grid that the record's expressions choose from the arguments,
// the original's arguments and shape, the stream of the launch. Other kernels are launched as they are.
// RUN: %host -O0 %s -o %t.0.o && %link %t.0.o -o %t.0 && %t.0
// RUN: %host -O2 %s -o %t.2.o && %link %t.2.o -o %t.2 && %t.2
#include "Fake.h"

__global__ void marked(float *a, int m, int n) {}
__global__ void other(float *a, int m, int n) {}

static fake::Launch only() {
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() == 1);
  return All.empty() ? fake::Launch() : All[0];
}

static void testLargeVariant(float *A, cudaStream_t Stream) {
  marked<<<dim3(80, 90, 2), dim3(16, 16), 0, Stream>>>(A, 1280, 1281);
  fake::Launch L = only();
  CHECK(L.Image == "a");
  CHECK(L.Name == "_Z6markedPfii__phobos");
  CHECK(L.Grid[0] == 10 * 11 && L.Grid[1] == 1 && L.Grid[2] == 1);
  CHECK(L.Block[0] == 256 && L.Block[1] == 1 && L.Block[2] == 1);
  CHECK(L.SharedBytes == 96 * 1024);
  CHECK(L.Stream == Stream);
  CHECK(L.argument<float *>(0) == A);
  CHECK(L.argument<int>(1) == 1280 && L.argument<int>(2) == 1281);
  const int Shape[] = {80, 90, 2, 16, 16, 1};
  for (int I = 0; I != 6; ++I)
    CHECK(L.argument<int>(3 + I) == Shape[I]);
}

static void testSmallVariant(float *A) {
  marked<<<4, 256>>>(A, 100, 33);
  fake::Launch L = only();
  CHECK(L.Name == "_Z6markedPfii__phobos_1");
  CHECK(L.Grid[0] == 4 * 2 && L.Block[0] == 128 && L.SharedBytes == 16 * 1024);
}

static void testUnmarked(float *A) {
  other<<<dim3(80, 90, 2), dim3(16, 16), 64>>>(A, 1280, 1281);
  fake::Launch L = only();
  CHECK(L.Name == "_Z5otherPfii");
  CHECK(L.Grid[0] == 80 && L.Grid[1] == 90 && L.Block[1] == 16 && L.SharedBytes == 64);
}

// Once warm, a launch asks for nothing that could wait for the device.
static void testWarmLaunch(float *A) {
  for (const char *Slow : {"cudaFuncGetAttributes", "cudaFuncSetAttribute", "cudaGetSymbolAddress", "cudaMemcpyAsync"})
    fake::calls(Slow);
  marked<<<100, 256>>>(A, 1280, 1280);
  CHECK(only().Name == "_Z6markedPfii__phobos");
  for (const char *Slow : {"cudaFuncGetAttributes", "cudaFuncSetAttribute", "cudaGetSymbolAddress", "cudaMemcpyAsync"})
    CHECK(fake::calls(Slow) == 0);
}

int main() {
  fake::addKernel("a", "_Z6markedPfii", fake::ThreeParameters, fake::makeRecord());
  fake::addFunction("a", "_Z5otherPfii", fake::ThreeParameters);
  float A;
  cudaStream_t Stream;
  cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
  testLargeVariant(&A, Stream);
  testSmallVariant(&A);
  testUnmarked(&A);
  testWarmLaunch(&A);
  // Read once: no effect on what was launched before, nor here.
  setenv("PHOBOS_MAX_CTAS", "1", 1);
  testSmallVariant(&A);
  CHECK(cudaGetLastError() == cudaSuccess);
  return fake::Failures;
}
