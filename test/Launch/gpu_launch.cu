// On a GPU, what a program sees of its launches is the same with companions and with PHOBOS_DISABLE=1: from 8 threads and 4 streams,
// in stream capture with the graph replayed on changed data, after cudaDeviceReset, and where the program's own launches fail.
// REQUIRES: gpu, plugin
// RUN: %phobos -O2 --cuda-gpu-arch=sm_90 %s -o %t && %t
//
// The program runs itself twice and compares the transcripts: each CUDA error in order, each result checked against float64.
// 'gpu_launch --time' prints the median host time of a launch from call to return, the device idle before each.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <dlfcn.h>
#include <functional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

/// Each Id is a kernel of its own, so that a test can have the first launch of one.
template <int Id> __global__ void product(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int Row = blockIdx.y * blockDim.y + threadIdx.y, Col = blockIdx.x * blockDim.x + threadIdx.x;
  if (Row >= M || Col >= N)
    return;
  float Sum = 0;
  [[phobos::tensorcore]] for (int I = 0; I < K; ++I)
    Sum += __half2float(A[Row * K + I]) * __half2float(B[I * N + Col]);
  C[Row * N + Col] = Sum;
}

__global__ void crash(int *P) { *P = 1; }

namespace {

/// One line of the transcript.
void note(const char *What, long Value) { printf("%s: %ld\n", What, Value); }

struct Size {
  int M, N, K;
};
const Size Sizes[] = {{200, 136, 96}, {64, 300, 41}, {1000, 1024, 128}};

/// Operands and result of one product, on the host and on the device.
class Problem {
  Size S;
  std::vector<__half> A, B;
  std::vector<double> Reference, Magnitude;
  __half *DeviceA, *DeviceB;
  float *C;

public:
  explicit Problem(Size S, unsigned Seed = 1) : S(S), A(S.M * S.K), B(S.K * S.N) {
    cudaMalloc(&DeviceA, A.size() * sizeof(__half));
    cudaMalloc(&DeviceB, B.size() * sizeof(__half));
    cudaMalloc(&C, sizeof(float) * S.M * S.N);
    fill(Seed);
  }
  Problem(const Problem &) = delete;
  /// Frees the device's memory; not where a reset has done that.
  void release() { cudaFree(DeviceA), cudaFree(DeviceB), cudaFree(C); }

  void fill(unsigned Seed) {
    auto Next = [&] { return double((Seed = Seed * 1664525u + 1013904223u) >> 8) / (1 << 23) - 1; };
    for (__half &X : A)
      X = __float2half(float(Next()));
    for (__half &X : B)
      X = __float2half(float(Next()));
    cudaMemcpy(DeviceA, A.data(), A.size() * sizeof(__half), cudaMemcpyHostToDevice);
    cudaMemcpy(DeviceB, B.data(), B.size() * sizeof(__half), cudaMemcpyHostToDevice);
    clear();
    Reference.assign(S.M * S.N, 0);
    Magnitude.assign(S.M * S.N, 0);
    for (int M = 0; M != S.M; ++M)
      for (int K = 0; K != S.K; ++K)
        for (int N = 0; N != S.N; ++N) {
          double P = double(__half2float(A[M * S.K + K])) * __half2float(B[K * S.N + N]);
          Reference[M * S.N + N] += P;
          Magnitude[M * S.N + N] += std::fabs(P);
        }
  }
  /// Fills C with NaN.
  void clear(cudaStream_t Stream = nullptr) { cudaMemsetAsync(C, 0xff, sizeof(float) * S.M * S.N, Stream); }

  template <int Id> void launch(cudaStream_t Stream = nullptr, dim3 Block = dim3(16, 16), size_t Shared = 0) {
    dim3 Grid((S.N + 15) / 16, (S.M + 15) / 16);
    product<Id><<<Grid, Block, Shared, Stream>>>(DeviceA, DeviceB, C, S.M, S.N, S.K);
  }

  /// Whether C holds the product. Waits for the stream.
  bool isRight(cudaStream_t Stream = nullptr) {
    std::vector<float> Out(S.M * S.N);
    cudaMemcpyAsync(Out.data(), C, Out.size() * sizeof(float), cudaMemcpyDeviceToHost, Stream);
    cudaStreamSynchronize(Stream);
    double Error = 0, Scale = 0;
    for (size_t I = 0; I != Out.size(); ++I) {
      Error += (Out[I] - Reference[I]) * (Out[I] - Reference[I]);
      Scale += Magnitude[I] * Magnitude[I];
    }
    return std::sqrt(Error / Scale) <= 1e-6 + 2e-6 * std::sqrt(S.K / 64.0); // false for NaN, too
  }
};

void testThreads() {
  cudaStream_t Streams[4];
  for (cudaStream_t &S : Streams)
    cudaStreamCreateWithFlags(&S, cudaStreamNonBlocking);
  bool Right[8] = {};
  int Errors[8] = {};
  std::vector<std::thread> Threads;
  for (int T = 0; T != 8; ++T)
    Threads.emplace_back([&, T] {
      Problem P(Sizes[T % 3], 100 + T);
      cudaDeviceSynchronize();
      Right[T] = true;
      for (int Round = 0; Round != 24; ++Round) {
        cudaStream_t Stream = Streams[(T + Round) % 4];
        P.clear(Stream);
        P.launch<0>(Stream);
        P.launch<1>(Stream);
        Right[T] = Right[T] && P.isRight(Stream);
        Errors[T] += cudaGetLastError();
      }
      P.release();
    });
  for (std::thread &T : Threads)
    T.join();
  for (int T = 0; T != 8; ++T) {
    note("thread: right", Right[T]);
    note("thread: errors", Errors[T]);
  }
  for (cudaStream_t S : Streams)
    cudaStreamDestroy(S);
}

/// Captures two products, the first launches of kernel Id among them, and replays them on new data.
template <int Id> void testCapture(cudaStreamCaptureMode Mode) {
  Problem P(Sizes[0], 7), Q(Sizes[2], 8);
  cudaStream_t Stream;
  cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
  note("capture: begin", cudaStreamBeginCapture(Stream, Mode));
  P.launch<Id>(Stream);
  note("capture: launch", cudaGetLastError());
  Q.launch<Id>(Stream);
  note("capture: launch", cudaGetLastError());
  cudaGraph_t Graph = nullptr;
  cudaGraphExec_t Executable = nullptr;
  note("capture: end", cudaStreamEndCapture(Stream, &Graph));
  note("capture: instantiate", cudaGraphInstantiateWithFlags(&Executable, Graph, 0));
  for (int Replay = 0; Replay != 3; ++Replay) {
    P.fill(200 + Replay), Q.fill(300 + Replay);
    cudaDeviceSynchronize();
    note("capture: replay", cudaGraphLaunch(Executable, Stream));
    note("capture: first is right", P.isRight(Stream));
    note("capture: second is right", Q.isRight(Stream));
  }
  cudaGraphExecDestroy(Executable);
  cudaGraphDestroy(Graph);
  cudaStreamDestroy(Stream);
  P.release(), Q.release();
}

template <int Id> void testOneLaunch(const char *What) {
  for (Size S : Sizes) {
    Problem P(S, 5);
    P.launch<Id>();
    note(What, cudaGetLastError());
    note(What, P.isRight());
    P.release();
  }
}

/// Context ids are for information: the transcript does not hold them.
void tellContext(const char *When) {
  unsigned long long Id = 0;
  void *Driver = dlopen("libcuda.so.1", RTLD_LAZY);
  auto *GetId = Driver ? reinterpret_cast<int (*)(void *, unsigned long long *)>(dlsym(Driver, "cuCtxGetId")) : nullptr;
  int E = GetId ? GetId(nullptr, &Id) : -1;
  fprintf(stderr, "context %s: error %d, id %llu\n", When, E, Id);
}

void testReset() {
  testOneLaunch<0>("before reset");
  tellContext("before reset");
  note("reset", cudaDeviceReset());
  tellContext("after reset");
  testOneLaunch<0>("after reset");
  tellContext("after the first launch");
  cudaDeviceReset();
  testCapture<0>(cudaStreamCaptureModeGlobal);
  cudaDeviceReset();
  std::thread([] { testOneLaunch<0>("after reset, in a thread"); }).join();
}

void testOwnErrors() {
  Problem P(Sizes[0]);
  auto Expect = [&](const char *What) {
    note(What, cudaPeekAtLastError());
    note(What, cudaGetLastError());
    note(What, cudaGetLastError());
    note(What, cudaDeviceSynchronize());
    P.clear();
  };
  P.launch<0>(nullptr, dim3(64, 32));
  Expect("too many threads");
  P.launch<0>(nullptr, dim3(1, 1, 128));
  Expect("too deep a block");
  P.launch<0>(nullptr, dim3(16, 0));
  Expect("empty block");
  P.launch<0>(nullptr, dim3(16, 16), 1 << 20);
  Expect("far too much shared memory");
  P.launch<0>(nullptr, dim3(16, 16), 100 << 10);
  Expect("shared memory that was not asked for");
  note("asks for it", cudaFuncSetAttribute(product<0>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10));
  P.launch<0>(nullptr, dim3(16, 16), 100 << 10);
  note("shared memory that was asked for", P.isRight());
  Expect("shared memory that was asked for");

  // A pending error does not stop launches, and stays until it is read.
  note("pending error", cudaSetDevice(999));
  P.launch<0>();
  note("pending error: right", P.isRight());
  Expect("pending error");
  P.launch<0>();
  note("afterwards: right", P.isRight());
  Expect("afterwards");
  P.release();
}

/// A kernel that crashes spoils the context; everything fails until the reset.
void testCrash() {
  Problem P(Sizes[0]);
  crash<<<1, 1>>>(nullptr);
  note("crash", cudaDeviceSynchronize());
  P.launch<0>();
  note("after a crash", cudaPeekAtLastError());
  P.launch<2>();
  note("after a crash", cudaGetLastError());
  note("after a crash", cudaGetLastError());
  note("reset", cudaDeviceReset());
  note("reset", cudaGetLastError());
  testOneLaunch<0>("after crash and reset");
  testOneLaunch<2>("after crash and reset");
}

int runChild() {
  // Kernels 3 and 4 are launched for the first time inside a capture.
  testCapture<3>(cudaStreamCaptureModeGlobal);
  testCapture<4>(cudaStreamCaptureModeThreadLocal);
  testThreads();
  testReset();
  testOwnErrors();
  testCrash();
  return 0;
}

std::string readAll(const std::string &Command) {
  std::string Text;
  FILE *Pipe = popen(Command.c_str(), "r");
  char Buffer[4096];
  while (size_t Count = fread(Buffer, 1, sizeof(Buffer), Pipe))
    Text.append(Buffer, Count);
  return pclose(Pipe) == 0 ? Text : Text + "\nthe child failed\n";
}

int compareTranscripts() {
  char Self[4096] = {};
  if (readlink("/proc/self/exe", Self, sizeof(Self) - 1) < 0)
    return 1;
  std::string Quoted = "'" + std::string(Self) + "' --child";
  std::string Disabled = readAll("PHOBOS_DISABLE=1 " + Quoted + " 2>/dev/null");
  std::string Enabled = readAll(Quoted + " 2>/dev/null");
  std::string Log = readAll("PHOBOS_LOG=debug " + Quoted + " 2>&1 >/dev/null");
  fputs(Log.c_str(), stdout);
  auto Complain = [](const char *What) { printf("FAILED: %s\n", What); };
  int Failures = 0;
  if (Disabled != Enabled) {
    Complain("the transcripts differ");
    printf("--- with PHOBOS_DISABLE=1\n%s--- with companions\n%s", Disabled.c_str(), Enabled.c_str());
    ++Failures;
  }
  if (Enabled.find("right: 0") != std::string::npos || Enabled.find("failed") != std::string::npos)
    Complain("a result is wrong, or a run ended early"), ++Failures;
  if (Log.find("the companion runs") == std::string::npos)
    Complain("no companion ran"), ++Failures;
  printf("%s: %zu transcript lines\n", Failures ? "FAILED" : "passed",
         size_t(std::count(Enabled.begin(), Enabled.end(), '\n')));
  return Failures;
}

/// Host nanoseconds of a launch, median of 1,000.
double medianOf(const std::function<void()> &Launch) {
  std::vector<double> Times;
  for (int I = 0; I != 1100; ++I) {
    cudaDeviceSynchronize();
    auto Begin = std::chrono::steady_clock::now();
    Launch();
    auto End = std::chrono::steady_clock::now();
    if (I >= 100)
      Times.push_back(std::chrono::duration<double, std::nano>(End - Begin).count());
  }
  std::nth_element(Times.begin(), Times.begin() + Times.size() / 2, Times.end());
  return Times[Times.size() / 2];
}

int measure() {
  for (Size S : {Sizes[0], Sizes[2]}) {
    Problem P(S);
    P.launch<0>();
    printf("%d x %d x %d: %.0f ns from call to return\n", S.M, S.N, S.K, medianOf([&] { P.launch<0>(); }));
    printf("  after it: right %d, error %d\n", P.isRight(), cudaGetLastError());
    P.release();
  }
  return 0;
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count > 1 && !strcmp(Arguments[1], "--child"))
    return runChild();
  if (Count > 1 && !strcmp(Arguments[1], "--time"))
    return measure();
  return compareTranscripts();
}
