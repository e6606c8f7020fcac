// What calls return while a stream is being captured, and what becomes of the capture.
// RUN: %phobos --sim -O1 --cuda-gpu-arch=sm_90 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: WRONG
// CHECK-NOT: phobos-sim
// CHECK: == updates
// CHECK-NOT: WRONG
// CHECK-NOT: phobos-sim
#include "../Inputs/Results.h"
#include <thread>

__global__ void plain(int *P) {
  if (P)
    *P += 1;
}

static char *D;
static char Host[256];
static cudaStream_t Blocking, Free;
static cudaEvent_t Event, Recorded, Never;

static void prepare() {
  cudaMalloc(&D, 256);
  cudaMemset(D, 0, 256);
  cudaStreamCreate(&Blocking);
  cudaStreamCreateWithFlags(&Free, cudaStreamNonBlocking);
  for (cudaEvent_t *E : {&Event, &Recorded, &Never})
    cudaEventCreate(E);
  cudaEventRecord(Recorded, Free);
  plain<<<1, 1>>>(nullptr);
  cudaFuncAttributes A;
  cudaFuncGetAttributes(&A, plain);
  cudaDeviceSynchronize();
}

/// Makes a call inside a capture of Free; Stays: whether the capture is good afterwards.
template <class Fn>
static void inside(const char *What, From Known, cudaStreamCaptureMode Mode, cudaError_t Want, bool Stays, Fn Call,
                   cudaStream_t S = nullptr) {
  cudaGraph_t Graph = nullptr;
  if (!S)
    S = Free;
  cudaStreamBeginCapture(S, Mode);
  expect(What, Known, Want, Call());
  cudaStreamCaptureStatus Status = cudaStreamCaptureStatusNone;
  cudaStreamIsCapturing(S, &Status);
  expectThat(Stays ? "  the capture is good" : "  the capture is spoiled", Known,
             Status == (Stays ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusInvalidated));
  expect("  cudaStreamEndCapture", Known, Stays ? cudaSuccess : cudaErrorStreamCaptureInvalidated,
         cudaStreamEndCapture(S, &Graph));
  if (Graph)
    cudaGraphDestroy(Graph);
}

constexpr auto Global = cudaStreamCaptureModeGlobal, Local = cudaStreamCaptureModeThreadLocal,
               Relaxed = cudaStreamCaptureModeRelaxed;
constexpr cudaError_t Unsupported = cudaErrorStreamCaptureUnsupported;

static void bounds() {
  prepare();
  cudaGraph_t G;
  cudaStreamCaptureStatus Status;
  expect("cudaStreamEndCapture(not begun)", Gpu, cudaErrorIllegalState, cudaStreamEndCapture(Free, &G));
  expect("cudaStreamBeginCapture(legacy stream)", Gpu, Unsupported, cudaStreamBeginCapture(nullptr, Global));
  expect("cudaStreamBeginCapture(mode 9)", Docs, cudaErrorInvalidValue,
         cudaStreamBeginCapture(Free, cudaStreamCaptureMode(9)));
  expect("cudaStreamIsCapturing", Docs, cudaSuccess, cudaStreamIsCapturing(Free, &Status));
  expectThat("it is not", Docs, Status == cudaStreamCaptureStatusNone);
  inside("cudaStreamBeginCapture(again)", Gpu, Global, cudaErrorIllegalState, true,
         [] { return cudaStreamBeginCapture(Free, Global); });
  cudaStreamBeginCapture(Free, Global);
  expect("cudaStreamEndCapture(null)", Gpu, cudaSuccess, cudaStreamEndCapture(Free, nullptr));
  expect("cudaStreamEndCapture after that", Gpu, cudaErrorIllegalState, cudaStreamEndCapture(Free, &G));
  cudaStreamBeginCapture(Free, Global);
  std::thread([] {
    cudaGraph_t Graph;
    expect("cudaStreamEndCapture(on another thread)", Docs, cudaErrorStreamCaptureWrongThread,
           cudaStreamEndCapture(Free, &Graph));
  }).join();
  expect("cudaStreamEndCapture after that", Gpu, cudaErrorIllegalState, cudaStreamEndCapture(Free, &G));
  cudaStreamCaptureMode Mode = Relaxed;
  expect("cudaThreadExchangeStreamCaptureMode", Docs, cudaSuccess, cudaThreadExchangeStreamCaptureMode(&Mode));
  expectThat("it was global", Docs, Mode == Global);
}

static void unsafe() {
  prepare();
  auto Malloc = [] {
    void *P;
    return cudaMalloc(&P, 16);
  };
  auto Query = [] { return cudaStreamQuery(Blocking); };
  inside("cudaMalloc, global", Docs, Global, Unsupported, false, Malloc);
  inside("cudaMalloc, thread-local", Docs, Local, Unsupported, false, Malloc);
  inside("cudaMalloc, relaxed", Docs, Relaxed, cudaSuccess, true, Malloc);
  inside("cudaMemcpy, global", Gpu, Global, cudaSuccess, true,
         [] { return cudaMemcpy(D, Host, 16, cudaMemcpyHostToDevice); });
  inside("cudaMemcpy, relaxed", Gpu, Relaxed, cudaSuccess, true,
         [] { return cudaMemcpy(D, Host, 16, cudaMemcpyHostToDevice); });
  inside("cudaMemset, global", Gpu, Global, cudaSuccess, true, [] { return cudaMemset(D, 0, 16); });
  inside("cudaDeviceSynchronize, global", Gpu, Global, Unsupported, false, [] { return cudaDeviceSynchronize(); });
  inside("cudaDeviceSynchronize, relaxed", Gpu, Relaxed, Unsupported, false, [] { return cudaDeviceSynchronize(); });
  inside("cudaStreamSynchronize(captured), relaxed", Gpu, Relaxed, Unsupported, false,
         [] { return cudaStreamSynchronize(Free); });
  inside("cudaStreamQuery(captured), relaxed", Gpu, Relaxed, Unsupported, false, [] { return cudaStreamQuery(Free); });
  inside("cudaStreamQuery(another), global", Gpu, Global, Unsupported, false, Query);
  inside("cudaStreamQuery(another), relaxed", Gpu, Relaxed, cudaSuccess, true, Query);
  inside("cudaStreamSynchronize(another), global", Gpu, Global, Unsupported, false,
         [] { return cudaStreamSynchronize(Blocking); });
  inside("cudaEventQuery(outside), global", Gpu, Global, Unsupported, false, [] { return cudaEventQuery(Recorded); });
  inside("cudaEventSynchronize(outside), global", Gpu, Global, Unsupported, false,
         [] { return cudaEventSynchronize(Recorded); });
  inside("cudaFuncGetAttributes, global", Gpu, Global, cudaSuccess, true, [] {
    cudaFuncAttributes A;
    return cudaFuncGetAttributes(&A, plain);
  });
  inside("cudaStreamCreate, global", Gpu, Global, cudaSuccess, true, [] {
    cudaStream_t S;
    return cudaStreamCreate(&S);
  });
  inside("cudaEventCreate, global", Gpu, Global, cudaSuccess, true, [] {
    cudaEvent_t E;
    return cudaEventCreate(&E);
  });
  inside("cudaMallocHost, global", Gpu, Global, Unsupported, false, [] {
    void *P;
    return cudaMallocHost(&P, 16);
  });
  inside("cudaFree(null), global", Gpu, Global, Unsupported, false, [] { return cudaFree(nullptr); });
  inside("cudaMalloc on another thread, global", Docs, Global, Unsupported, false, [=] {
    cudaError_t Error = cudaSuccess;
    std::thread([&] { Error = Malloc(); }).join();
    return Error;
  });
  inside("cudaMalloc on another thread, thread-local", Docs, Local, cudaSuccess, true, [=] {
    cudaError_t Error = cudaErrorUnknown;
    std::thread([&] { Error = Malloc(); }).join();
    return Error;
  });
}

static void works() {
  prepare();
  int *N = reinterpret_cast<int *>(D);
  inside("launch", Docs, Global, cudaSuccess, true, [=] {
    plain<<<1, 1, 0, Free>>>(N);
    return cudaPeekAtLastError();
  });
  inside("launch(2048 threads)", Gpu, Global, cudaErrorInvalidValue, false, [=] {
    plain<<<1, 2048, 0, Free>>>(N);
    return cudaPeekAtLastError();
  });
  inside("cudaMemcpyAsync(to null)", Gpu, Global, cudaErrorInvalidValue, true,
         [] { return cudaMemcpyAsync(nullptr, Host, 16, cudaMemcpyHostToDevice, Free); });
  inside("cudaMemsetAsync", Docs, Global, cudaSuccess, true, [] { return cudaMemsetAsync(D, 1, 16, Free); });
  inside("cudaLaunchHostFunc", Docs, Global, cudaSuccess, true,
         [] { return cudaLaunchHostFunc(Free, [](void *) {}, nullptr); });
  inside("cudaStreamAddCallback", Gpu, Global, Unsupported, false,
         [] { return cudaStreamAddCallback(Free, [](cudaStream_t, cudaError_t, void *) {}, nullptr, 0); });
  inside("launch into the legacy stream", Gpu, Global, cudaSuccess, true, [=] {
    plain<<<1, 1>>>(N);
    return cudaPeekAtLastError();
  });
  inside(
      "launch into the legacy stream, a blocking one captured", Docs, Global, cudaErrorStreamCaptureImplicit, false,
      [=] {
        plain<<<1, 1>>>(N);
        return cudaPeekAtLastError();
      },
      Blocking);
  inside(
      "cudaStreamIsCapturing(legacy), a blocking one captured", Docs, Global, cudaErrorStreamCaptureImplicit, true,
      [] {
        cudaStreamCaptureStatus Status;
        return cudaStreamIsCapturing(nullptr, &Status);
      },
      Blocking);
  inside(
      "cudaMemcpy, relaxed, a blocking one captured", Gpu, Relaxed, cudaErrorStreamCaptureImplicit, false,
      [] { return cudaMemcpy(D, Host, 16, cudaMemcpyHostToDevice); }, Blocking);
  cudaDeviceSynchronize();
  expectThat("nothing captured ran", Docs, (cudaMemcpy(Host, D, 16, cudaMemcpyDeviceToHost), Host[0] == 1));
}

static void forks() {
  prepare();
  inside("cudaStreamWaitEvent(recorded before)", Docs, Global, cudaErrorStreamCaptureIsolation, false,
         [] { return cudaStreamWaitEvent(Free, Recorded, 0); });
  inside("cudaStreamWaitEvent(never recorded)", Gpu, Global, cudaSuccess, true,
         [] { return cudaStreamWaitEvent(Free, Never, 0); });
  inside("cudaEventQuery(recorded inside)", Docs, Relaxed, cudaErrorCapturedEvent, false, [] {
    cudaEventRecord(Event, Free);
    return cudaEventQuery(Event);
  });
  cudaGraph_t G;
  cudaStreamBeginCapture(Free, Global);
  cudaEventRecord(Event, Free);
  expect("cudaStreamWaitEvent(a fork)", Docs, cudaSuccess, cudaStreamWaitEvent(Blocking, Event, 0));
  plain<<<1, 1, 0, Blocking>>>(nullptr);
  expect("launch into the fork", Docs, cudaSuccess, cudaPeekAtLastError());
  expect("cudaStreamEndCapture(of the fork)", Docs, cudaErrorStreamCaptureUnmatched,
         cudaStreamEndCapture(Blocking, &G));
  cudaStreamCaptureStatus Status;
  cudaStreamIsCapturing(Free, &Status);
  expectThat("the capture is spoiled", Gpu, Status == cudaStreamCaptureStatusInvalidated);
  expect("cudaStreamEndCapture", Gpu, cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(Free, &G));
  cudaStreamBeginCapture(Free, Global);
  cudaEventRecord(Event, Free);
  cudaStreamWaitEvent(Blocking, Event, 0);
  plain<<<1, 1, 0, Blocking>>>(nullptr);
  expect("cudaStreamEndCapture(a fork is open)", Docs, cudaErrorStreamCaptureUnjoined, cudaStreamEndCapture(Free, &G));
  cudaStreamIsCapturing(Blocking, &Status);
  expectThat("the fork is free again", Gpu, Status == cudaStreamCaptureStatusNone);
  expect("cudaStreamWaitEvent(of a capture that is over)", Gpu, cudaErrorInvalidValue,
         cudaStreamWaitEvent(Blocking, Event, 0));
  expect("cudaEventQuery(of a capture that is over)", Gpu, cudaErrorInvalidValue, cudaEventQuery(Event));
  cudaEventRecord(Event, Blocking);
  expect("cudaEventSynchronize(recorded anew)", Docs, cudaSuccess, cudaEventSynchronize(Event));
}

static void graphs() {
  prepare();
  cudaGraph_t G, Other;
  cudaGraphExec_t E;
  cudaGraphNode_t A, B;
  expect("cudaGraphCreate(flags 1)", Docs, cudaErrorInvalidValue, cudaGraphCreate(&G, 1));
  expect("cudaGraphCreate", Docs, cudaSuccess, cudaGraphCreate(&G, 0));
  expect("cudaGraphInstantiate(empty)", Gpu, cudaSuccess, cudaGraphInstantiate(&E, G, 0));
  expect("cudaGraphLaunch(empty)", Gpu, cudaSuccess, cudaGraphLaunch(E, Free));
  expect("cudaGraphExecDestroy", Docs, cudaSuccess, cudaGraphExecDestroy(E));
  expect("cudaGraphAddEmptyNode", Docs, cudaSuccess, cudaGraphAddEmptyNode(&A, G, nullptr, 0));
  expect("cudaGraphAddEmptyNode(null array of 1)", Docs, cudaErrorInvalidValue,
         cudaGraphAddEmptyNode(&B, G, nullptr, 1));
  cudaGraphNode_t Twice[] = {A, A};
  expect("cudaGraphAddEmptyNode(after the same twice)", Docs, cudaErrorInvalidValue,
         cudaGraphAddEmptyNode(&B, G, Twice, 2));
  expect("cudaGraphAddEmptyNode(after)", Docs, cudaSuccess, cudaGraphAddEmptyNode(&B, G, &A, 1));
  size_t Count = 0;
  expect("cudaGraphGetNodes", Docs, cudaSuccess, cudaGraphGetNodes(G, nullptr, &Count));
  expectThat("there are 2", Docs, Count == 2);
  expect("cudaGraphAddMemcpyNode1D(to null)", Gpu, cudaErrorInvalidValue,
         cudaGraphAddMemcpyNode1D(&B, G, nullptr, 0, nullptr, D, 16, cudaMemcpyDeviceToDevice));
  cudaMemsetParams Set = {D, 0, 0, 3, 4, 1};
  expect("cudaGraphAddMemsetNode(elements of 3 bytes)", Docs, cudaErrorInvalidValue,
         cudaGraphAddMemsetNode(&B, G, nullptr, 0, &Set));
  cudaGraphCreate(&Other, 0);
  expect("cudaGraphAddEmptyNode(after one of another graph)", Gpu, cudaErrorInvalidValue,
         cudaGraphAddEmptyNode(&B, Other, &A, 1));
  expect("cudaGraphDestroy", Docs, cudaSuccess, cudaGraphDestroy(G));
  expect("cudaGraphLaunch(null)", Gpu, cudaErrorInvalidValue, cudaGraphLaunch(nullptr, Free));
}

static void updates() {
  prepare();
  cudaGraph_t G, Same, More;
  cudaGraphExec_t E;
  cudaGraphNode_t A, B;
  for (cudaGraph_t *Each : {&G, &Same, &More})
    cudaGraphCreate(Each, 0);
  cudaMemsetParams Set = {D, 0, 7, 1, 16, 1};
  cudaGraphAddMemsetNode(&A, G, nullptr, 0, &Set);
  Set.value = 8;
  cudaGraphAddMemsetNode(&B, Same, nullptr, 0, &Set);
  cudaGraphAddMemsetNode(&B, More, nullptr, 0, &Set);
  cudaGraphAddEmptyNode(&B, More, nullptr, 0);
  cudaGraphInstantiate(&E, G, 0);
  cudaGraphExecUpdateResultInfo Info;
  expect("cudaGraphExecUpdate", Docs, cudaSuccess, cudaGraphExecUpdate(E, Same, &Info));
  expectThat("it says success", Docs, Info.result == cudaGraphExecUpdateSuccess);
  cudaGraphLaunch(E, Free);
  cudaStreamSynchronize(Free);
  cudaMemcpy(Host, D, 16, cudaMemcpyDeviceToHost);
  expectThat("the new value is set", Docs, Host[0] == 8 && Host[15] == 8);
  expect("cudaGraphExecUpdate(a node more)", Docs, cudaErrorGraphExecUpdateFailure,
         cudaGraphExecUpdate(E, More, &Info));
  expectThat("it says why", Docs, Info.result == cudaGraphExecUpdateErrorTopologyChanged);
  // Memory of a graph.
  cudaGraph_t Memory;
  void *P = nullptr;
  cudaStreamBeginCapture(Free, Global);
  expect("cudaMallocAsync, captured", Docs, cudaSuccess, cudaMallocAsync(&P, 256, Free));
  expect("cudaMemsetAsync of it", Docs, cudaSuccess, cudaMemsetAsync(P, 5, 256, Free));
  cudaStreamEndCapture(Free, &Memory);
  cudaGraphInstantiate(&E, Memory, 0);
  expect("cudaGraphLaunch", Docs, cudaSuccess, cudaGraphLaunch(E, Free));
  expect("cudaGraphLaunch(not freed)", Docs, cudaErrorInvalidValue, cudaGraphLaunch(E, Free));
  expect("cudaFreeAsync", Docs, cudaSuccess, cudaFreeAsync(P, Free));
  expect("cudaGraphLaunch(freed)", Docs, cudaSuccess, cudaGraphLaunch(E, Free));
  expect("cudaStreamSynchronize", Docs, cudaSuccess, cudaStreamSynchronize(Free));
}

int main() {
  part("bounds", bounds);
  part("unsafe", unsafe);
  part("works", works);
  part("forks", forks);
  part("graphs", graphs);
  part("updates", updates);
  return Wrong != 0;
}
