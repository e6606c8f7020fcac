// The first launch of a kernel may stand inside a stream capture: nothing that prepares it is illegal there, whatever the mode of
// the capture and whichever thread captures.
// RUN: %host -O0 %s -o %t.o && %link %t.o -o %t && %t
#include "Fake.h"
#include <thread>

template <int I> __global__ void marked(float *a, int m, int n) {}

template <int I> static void add() {
  fake::addKernel("a", "_Z6markedILi" + std::to_string(I) + "EEvPfii", fake::ThreeParameters, fake::makeRecord());
}

static bool tookCompanion() {
  std::vector<fake::Launch> All = fake::takeLaunches();
  return All.size() == 1 && All[0].Name.find("__phobos") != std::string::npos;
}

template <int I> static void testFirstLaunch(cudaStreamCaptureMode Mode) {
  cudaStream_t Stream;
  cudaGraph_t Graph;
  cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
  CHECK(cudaStreamBeginCapture(Stream, Mode) == cudaSuccess);
  marked<I><<<100, 256, 0, Stream>>>(nullptr, 1280, 1280);
  CHECK(tookCompanion());
  // With dynamic shared memory the original's limit is asked for each time.
  marked<I><<<100, 256, 1024, Stream>>>(nullptr, 1280, 1280);
  CHECK(tookCompanion());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaStreamEndCapture(Stream, &Graph) == cudaSuccess);
  cudaStreamDestroy(Stream);
}

// Another thread's global capture forbids unsafe calls here too.
template <int I> static void testBesideCapture() {
  cudaStream_t Stream;
  cudaGraph_t Graph;
  cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
  cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal);
  std::thread([] {
    marked<I><<<100, 256>>>(nullptr, 1280, 1280);
    CHECK(tookCompanion());
  }).join();
  CHECK(cudaStreamEndCapture(Stream, &Graph) == cudaSuccess);
  cudaStreamDestroy(Stream);
}

// The device was reset between the last launch and the capture.
template <int I> static void testAfterReset() {
  marked<I><<<100, 256>>>(nullptr, 1280, 1280);
  CHECK(tookCompanion());
  cudaDeviceReset();
  fake::calls("cudaLaunchKernel");
  testFirstLaunch<I>(cudaStreamCaptureModeGlobal);
  // None of the two launches failed first.
  CHECK(fake::calls("cudaLaunchKernel") == 2);
}

int main() {
  add<0>(), add<1>(), add<2>(), add<3>(), add<4>();
  testFirstLaunch<0>(cudaStreamCaptureModeGlobal);
  testFirstLaunch<1>(cudaStreamCaptureModeThreadLocal);
  testFirstLaunch<2>(cudaStreamCaptureModeRelaxed);
  testBesideCapture<3>();
  testAfterReset<4>();
  // The thread's own mode is as it was.
  cudaStreamCaptureMode Mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&Mode);
  CHECK(Mode == cudaStreamCaptureModeGlobal);
  return fake::Failures;
}
