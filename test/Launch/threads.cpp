// Eight threads launch the same kernels on four streams, from the first launch on, while others are registered and
// contexts are replaced: under ThreadSanitizer, with the runtime's own sources instead of its bitcode.
// RUN: %clang -std=c++20 -O1 -g -fsanitize=thread -pthread -I%S/Inputs -I%root/lib %s %S/Inputs/Fake.cpp \
// RUN:   %root/lib/Launch/Runtime/Entry.cpp -o %t && %t
#include "Fake.h"
#include "Launch/Runtime/Cudart.h"
#include "Launch/Runtime/Kernel.h"
#include <atomic>
#include <thread>

extern "C" {
int __cudaRegisterFunction(void **, const void *, char *, const char *, int, void *, void *, void *, void *, int *);
void __cudaRegisterVar(void **, const void *, char *, const char *, int, size_t, int, int);
int cudaSetDevice(int);
int cudaDeviceReset();
void __phobos_v1_register(phobos_v1::Kernel *);
phobos_v1::LaunchFunction __phobos_v1_launch;
}

namespace {

constexpr int NumThreads = 8, NumStreams = 4, NumKernels = 16, NumRounds = 200;

struct TestKernel {
  char Stub[16] = {}, Companions[4] = {}, Record = 0;
  std::string Name;
  phobos_v1::Kernel Kernel = {};
};
TestKernel Kernels[NumKernels];

void *Image;
std::atomic<int> Waiting{0};

/// What the host pass adds to an object.
void registerKernel(TestKernel &T) {
  __cudaRegisterFunction((void **)Image, T.Stub, nullptr, T.Name.c_str(), -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  for (int V = 0; V != 4; ++V) {
    std::string Name = T.Name + "__phobos" + (V ? "_" + std::to_string(V) : "");
    __cudaRegisterFunction((void **)Image, &T.Companions[V], nullptr, Name.c_str(), -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
  }
  __cudaRegisterVar((void **)Image, &T.Record, nullptr, (T.Name + "__phobos_plan").c_str(), 0, 0, 0, 0);
  T.Kernel.Stub = T.Stub;
  T.Kernel.Name = T.Name.c_str();
  T.Kernel.Companions = T.Companions;
  T.Kernel.Record = &T.Record;
}

void launchMany(int Thread) {
  ++Waiting;
  while (Waiting != NumThreads)
    std::this_thread::yield();
  for (int Round = 0; Round != NumRounds; ++Round) {
    // One thread's device loses its context now and then; the other device's threads must not notice.
    cudaSetDevice(Thread % fake::NumDevices);
    if (Thread == 1 && Round % 50 == 49)
      cudaDeviceReset();
    for (int I = 0; I != NumKernels; ++I) {
      int M = 2000 + 100 * Thread + Round, N = 1000 + I;
      float *A = nullptr;
      void *Arguments[] = {&A, &M, &N};
      void *Stream = reinterpret_cast<void *>(uintptr_t(1 + Round % NumStreams));
      CHECK(__phobos_v1_launch(Kernels[I].Stub, {80, 1, 1}, {256, 1, 1}, Arguments, 0, Stream) == 0);
      std::vector<fake::Launch> All = fake::takeLaunches();
      CHECK(All.size() == 1);
      CHECK(All[0].Stream == Stream && All[0].argument<int>(1) == M && All[0].argument<int>(2) == N);
      // The last kernels are registered meanwhile.
      if (I < NumKernels / 2 && Thread % fake::NumDevices == 0)
        CHECK(All[0].Name.find("__phobos") != std::string::npos);
    }
  }
}

} // namespace

int main() {
  Image = new std::string("a");
  for (int I = 0; I != NumKernels; ++I) {
    Kernels[I].Name = "kernel" + std::to_string(I);
    fake::addKernel("a", Kernels[I].Name, fake::ThreeParameters, fake::makeRecord());
    registerKernel(Kernels[I]);
  }
  for (int I = 0; I != NumKernels / 2; ++I)
    __phobos_v1_register(&Kernels[I].Kernel);
  std::vector<std::thread> Threads;
  for (int T = 0; T != NumThreads; ++T)
    Threads.emplace_back(launchMany, T);
  for (int I = NumKernels / 2; I != NumKernels; ++I)
    __phobos_v1_register(&Kernels[I].Kernel);
  for (std::thread &T : Threads)
    T.join();
  return fake::Failures;
}
