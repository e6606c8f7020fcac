//===- Launches.cu - Threads, streams, graphs, resets, errors -------------===//
//
// The kernel is plain; the way it is launched is not. Results and errors must be those of the original.
//
//===----------------------------------------------------------------------===//
#include "Forms.h"
#include <thread>
#define KERNELS "Launches.inc"
#include "BothCopies.h"

using namespace e2e;

using Kernel = void (*)(const __half *, const __half *, float *, int, int, int);

template <int Instance> static Kernel product(Copy Which) {
  return Which == Copy::Annotated ? &annotated::product<__half, Instance> : &original::product<__half, Instance>;
}

static void check(cudaError_t Error) {
  if (Error != cudaSuccess)
    throw DeviceError(cudaGetErrorString(Error));
}

/// 8 threads launch into 4 streams, each its own product, three times.
static void threadsAndStreams(Trial &T) {
  constexpr int Threads = 8, Streams = 4;
  auto A = T.inputs<__half>(Threads, T.M, T.K, /*Packed=*/true);
  auto B = T.packed<__half>(T.K, T.N);
  auto C = T.outputs<float>(Threads, T.M, T.N, /*Packed=*/true);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.each([&](Copy Which) {
    cudaStream_t Stream[Streams];
    for (cudaStream_t &Each : Stream)
      check(cudaStreamCreateWithFlags(&Each, cudaStreamNonBlocking));
    std::vector<std::thread> Pool;
    for (int I = 0; I < Threads; ++I)
      Pool.emplace_back([&, I] {
        for (int Repeat = 0; Repeat < 3; ++Repeat)
          product<0>(Which)<<<Grid, Block, 0, Stream[I % Streams]>>>(A[I].data(), B.data(), C[I].data(), T.M, T.N, T.K);
      });
    for (std::thread &Each : Pool)
      Each.join();
    check(cudaDeviceSynchronize());
    for (cudaStream_t Each : Stream)
      check(cudaStreamDestroy(Each));
  });
  for (int I = 0; I < Threads; ++I)
    T.expectProduct(C[I], A[I], B);
}

/// Captured before it ever ran, then replayed on other data.
static void graph(Trial &T) {
  auto A = T.packedInout<__half>(T.M, T.K);
  auto Later = T.packed<__half>(T.M, T.K), B = T.packed<__half>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.each([&](Copy Which) {
    cudaStream_t Stream;
    cudaGraph_t Graph;
    cudaGraphExec_t Executable;
    check(cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking));
    check(cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal));
    product<1>(Which)<<<Grid, Block, 0, Stream>>>(A.data(), B.data(), C.data(), T.M, T.N, T.K);
    check(cudaStreamEndCapture(Stream, &Graph));
    check(cudaGraphInstantiate(&Executable, Graph, 0));
    check(cudaGraphLaunch(Executable, Stream));
    check(cudaMemcpyAsync(A.data(), Later.data(), size_t(T.M) * T.K * sizeof(__half), cudaMemcpyDeviceToDevice, Stream));
    check(cudaGraphLaunch(Executable, Stream));
    check(cudaStreamSynchronize(Stream));
    check(cudaGraphExecDestroy(Executable));
    check(cudaGraphDestroy(Graph));
    check(cudaStreamDestroy(Stream));
  });
  for (int Row = 0; Row < T.M; ++Row)
    for (int I = 0; I < T.K; ++I)
      A.expect(Row, I, {Later(Row, I), 0});
  T.expectProduct(C, Later, B);
}

template <int Instance> static void plain(Trial &T) {
  auto A = T.packed<__half>(T.M, T.K), B = T.packed<__half>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.each([&](Copy Which) { product<Instance>(Which)<<<Grid, Block>>>(A.data(), B.data(), C.data(), T.M, T.N, T.K); });
  T.expectProduct(C, A, B);
}

/// What the runtime remembers of a device ends with cudaDeviceReset.
static void afterReset(Trial &T) {
  void *Scratch;
  check(cudaMalloc(&Scratch, 64));
  check(cudaMemset(Scratch, 0, 64));
  for (Copy Which : {Copy::Annotated, Copy::Original})
    product<2>(Which)<<<1, 1>>>(static_cast<__half *>(Scratch), static_cast<__half *>(Scratch),
                                static_cast<float *>(Scratch) + 8, 1, 1, 2);
  check(cudaDeviceSynchronize());
  check(cudaDeviceReset());
  plain<2>(T);
}

/// Every way to fail: the errors of the original, and none left behind.
static void errors(Trial &T) {
  auto A = T.packed<__half>(T.M, T.K), B = T.packed<__half>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  std::vector<cudaError_t> Seen[2];
  T.each([&](Copy Which) {
    std::vector<cudaError_t> &Errors = Seen[int(Which)];
    Kernel Launched = product<3>(Which);
    auto Start = [&](dim3 Grid, dim3 Block, size_t Shared) {
      Launched<<<Grid, Block, Shared>>>(A.data(), B.data(), C.data(), T.M, T.N, T.K);
      Errors.push_back(cudaPeekAtLastError());
      Errors.push_back(cudaGetLastError());
      Errors.push_back(cudaGetLastError());
    };
    Start(Grid, dim3(64, 64), 0);   // too many threads
    Start(Grid, dim3(1, 1, 128), 0); // too deep a block
    Start(dim3(1, 70000), Block, 0); // too high a grid
    Start(dim3(0, 1), Block, 0);
    Start(Grid, dim3(0, 1), 0);
    Start(Grid, Block, size_t(1) << 20); // too much shared memory
    // An error that is pending stays pending, and the launch is good.
    void *Never;
    Errors.push_back(cudaMalloc(&Never, size_t(1) << 60));
    Start(Grid, Block, 0);
    Start(Grid, Block, 1024);
  });
  T.expectProduct(C, A, B);
  for (size_t I = 0; I < Seen[0].size(); ++I)
    if (Seen[0][I] != Seen[1][I])
      T.fail("error " + std::to_string(I) + " is '" + cudaGetErrorString(Seen[0][I]) + "' annotated, '" +
             cudaGetErrorString(Seen[1][I]) + "' original");
}

/// By the API's function instead of <<<>>>.
static void byFunction(Trial &T) {
  auto A = T.packed<__half>(T.M, T.K), B = T.packed<__half>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.each([&](Copy Which) {
    const __half *PointerA = A.data(), *PointerB = B.data();
    float *PointerC = C.data();
    void *Arguments[] = {&PointerA, &PointerB, &PointerC, &T.M, &T.N, &T.K};
    check(cudaLaunchKernel(product<4>(Which), Grid, Block, Arguments, size_t(0), nullptr));
  });
  T.expectProduct(C, A, B);
}

/// Waits for what a stream did before, and is waited for.
static void order(Trial &T) {
  auto A = T.packed<__half>(T.M, T.K), B = T.packed<__half>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N), Kept = T.packedOutput<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  size_t Bytes = size_t(T.M) * T.N * sizeof(float);
  T.each([&](Copy Which) {
    cudaStream_t Stream;
    check(cudaStreamCreate(&Stream));
    check(cudaMemsetAsync(C.data(), 0xff, Bytes, Stream));
    product<5>(Which)<<<Grid, Block, 0, Stream>>>(A.data(), B.data(), C.data(), T.M, T.N, T.K);
    check(cudaMemcpyAsync(Kept.data(), C.data(), Bytes, cudaMemcpyDeviceToDevice, Stream));
    check(cudaMemsetAsync(C.data(), 0, Bytes, Stream));
    check(cudaStreamSynchronize(Stream));
    check(cudaStreamDestroy(Stream));
  });
  T.expectProduct(Kept, A, B);
  for (int Row = 0; Row < T.M; ++Row)
    for (int Column = 0; Column < T.N; ++Column)
      C.expect(Row, Column, Value());
}

static const RegisterForms Registered{
    {"launch/threads-and-streams", threadsAndStreams},
    {"launch/graph", graph},
    {"launch/after-reset", afterReset},
    {"launch/errors", errors},
    {"launch/by-function", byFunction},
    {"launch/stream-order", order},
};
