//===- Capture.cpp - Stream capture -----------------------------*- C++ -*-===//
//
// CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture", and the reference of
// cudaThreadExchangeStreamCaptureMode for what is forbidden meanwhile.
//
//===----------------------------------------------------------------------===//
#include "Sim/Cudart/Graphs.h"
#include "Sim/Cudart/Streams.h"
#include <algorithm>

using namespace phobos::sim;

static thread_local cudaStreamCaptureMode ThreadMode = cudaStreamCaptureModeGlobal;

/// Those that have begun and not ended.
static std::vector<std::shared_ptr<Capture>> &captures() {
  static auto *Active = new std::vector<std::shared_ptr<Capture>>;
  return *Active;
}

void phobos::sim::invalidate(Stream &S) {
  if (S.InCapture)
    S.InCapture->Invalid = true;
}

cudaError_t phobos::sim::addToCapture(Stream &S, Work W) {
  cudaGraphNode_t N = addNode(*S.InCapture->Graph, std::move(W), S.Tail);
  S.Tail = {N};
  return cudaSuccess;
}

cudaError_t phobos::sim::unsafeCall() {
  if (ThreadMode == cudaStreamCaptureModeRelaxed)
    return cudaSuccess;
  cudaError_t Result = cudaSuccess;
  for (auto &C : captures()) {
    const bool Own = C->Mode != cudaStreamCaptureModeRelaxed && C->Thread == std::this_thread::get_id();
    const bool Any = ThreadMode == cudaStreamCaptureModeGlobal && C->Mode == cudaStreamCaptureModeGlobal;
    if (!Own && !Any)
      continue;
    C->Invalid = true;
    Result = cudaErrorStreamCaptureUnsupported;
  }
  return Result;
}

static bool isBlocking(const Stream *S) { return !(S->Flags & cudaStreamNonBlocking); }

cudaError_t phobos::sim::legacyCall() {
  cudaError_t Result = cudaSuccess;
  for (auto &C : captures())
    if (std::any_of(C->Streams.begin(), C->Streams.end(), isBlocking)) {
      C->Invalid = true;
      Result = cudaErrorStreamCaptureImplicit;
    }
  return Result;
}

void phobos::sim::forgetCaptures() {
  for (auto &C : captures()) {
    for (Stream *S : C->Streams)
      S->InCapture = nullptr;
    C->Graph = nullptr;
  }
  captures().clear();
}

cudaError_t phobos::sim::waitForAll() {
  for (auto &C : captures())
    C->Invalid = true;
  return captures().empty() ? cudaSuccess : cudaErrorStreamCaptureUnsupported;
}

static cudaError_t begin(cudaStream_t S, cudaStreamCaptureMode Mode, cudaGraph_t Graph,
                         llvm::ArrayRef<cudaGraphNode_t> After) {
  SIM_USE_STREAM(S)
  if (unsigned(Mode) > unsigned(cudaStreamCaptureModeRelaxed))
    return result(cudaErrorInvalidValue);
  if (Of == findStream(cudaStreamLegacy))
    return result(cudaErrorStreamCaptureUnsupported);
  if (Of->InCapture)
    return result(cudaErrorIllegalState);
  static unsigned long long Count = 0;
  auto C = std::make_shared<Capture>();
  C->Id = ++Count;
  C->Mode = Mode;
  C->Thread = std::this_thread::get_id();
  C->Origin = Of;
  C->Streams.insert(Of);
  C->IntoGraph = Graph;
  C->Graph = Graph ? Graph : createGraph();
  Of->InCapture = C;
  Of->Tail = After.vec();
  captures().push_back(std::move(C));
  return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t S, cudaStreamCaptureMode Mode) { return begin(S, Mode, nullptr, {}); }
SIM_PER_THREAD(cudaStreamBeginCapture, (cudaStream_t S, cudaStreamCaptureMode Mode), perThread(S), Mode)

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t S, cudaGraph_t Graph, const cudaGraphNode_t *After,
                                          const cudaGraphEdgeData *, size_t Count, cudaStreamCaptureMode Mode) {
  if (!isGraph(Graph) || (Count && !After))
    return result(cudaErrorInvalidValue);
  return begin(S, Mode, Graph, {After, Count});
}
SIM_PER_THREAD(cudaStreamBeginCaptureToGraph,
               (cudaStream_t S, cudaGraph_t Graph, const cudaGraphNode_t *After, const cudaGraphEdgeData *Edges,
                size_t Count, cudaStreamCaptureMode Mode),
               perThread(S), Graph, After, Edges, Count, Mode)

/// A stream that forked off and did not come back.
static bool isUnjoined(const Capture &C) {
  return std::any_of(C.Streams.begin(), C.Streams.end(), [&](Stream *S) { return !reaches(C.Origin->Tail, S->Tail); });
}

cudaError_t cudaStreamEndCapture(cudaStream_t S, cudaGraph_t *Out) {
  SIM_USE_STREAM(S)
  std::shared_ptr<Capture> C = Of->InCapture;
  if (!C)
    return result(cudaErrorIllegalState);
  if (C->Origin != Of) {
    C->Invalid = true;
    return result(cudaErrorStreamCaptureUnmatched);
  }
  const bool OwnThread = C->Mode == cudaStreamCaptureModeRelaxed || C->Thread == std::this_thread::get_id();
  const cudaError_t Error = !OwnThread       ? cudaErrorStreamCaptureWrongThread
                            : C->Invalid     ? cudaErrorStreamCaptureInvalidated
                            : isUnjoined(*C) ? cudaErrorStreamCaptureUnjoined
                                             : cudaSuccess;
  for (Stream *Each : C->Streams) {
    Each->InCapture = nullptr;
    Each->Tail.clear();
  }
  std::erase(captures(), C);
  if (Error && !C->IntoGraph)
    destroyGraph(C->Graph);
  if (Out)
    *Out = Error ? nullptr : C->Graph;
  // Events that were recorded meanwhile still know the capture, and so that it is over.
  C->Graph = nullptr;
  return result(Error);
}
SIM_PER_THREAD(cudaStreamEndCapture, (cudaStream_t S, cudaGraph_t *Out), perThread(S), Out)

/// Whether the legacy stream cannot be asked now. Spoils nothing.
static bool isImplicit(const Stream *S) {
  return S == findStream(cudaStreamLegacy) && std::any_of(captures().begin(), captures().end(), [](auto &C) {
           return std::any_of(C->Streams.begin(), C->Streams.end(), isBlocking);
         });
}

static cudaStreamCaptureStatus statusOf(const Stream &S) {
  return !S.InCapture           ? cudaStreamCaptureStatusNone
         : S.InCapture->Invalid ? cudaStreamCaptureStatusInvalidated
                                : cudaStreamCaptureStatusActive;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t S, cudaStreamCaptureStatus *Status) {
  SIM_USE_STREAM(S)
  if (!Status)
    return result(cudaErrorInvalidValue);
  if (isImplicit(Of))
    return result(cudaErrorStreamCaptureImplicit);
  *Status = statusOf(*Of);
  return cudaSuccess;
}
SIM_PER_THREAD(cudaStreamIsCapturing, (cudaStream_t S, cudaStreamCaptureStatus *Status), perThread(S), Status)

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t S, cudaStreamCaptureStatus *Status, unsigned long long *Id,
                                     cudaGraph_t *Graph, const cudaGraphNode_t **Nodes, const cudaGraphEdgeData **Edges,
                                     size_t *Count) {
  SIM_USE_STREAM(S)
  if (!Status || (Edges && !Nodes))
    return result(cudaErrorInvalidValue);
  if (isImplicit(Of))
    return result(cudaErrorStreamCaptureImplicit);
  *Status = statusOf(*Of);
  if (*Status != cudaStreamCaptureStatusActive)
    return cudaSuccess;
  if (Id)
    *Id = Of->InCapture->Id;
  if (Graph)
    *Graph = Of->InCapture->Graph;
  if (Nodes)
    *Nodes = Of->Tail.data();
  if (Edges) {
    static thread_local std::vector<cudaGraphEdgeData> Plain;
    Plain.assign(Of->Tail.size(), cudaGraphEdgeData());
    *Edges = Plain.data();
  }
  if (Count)
    *Count = Of->Tail.size();
  return cudaSuccess;
}
SIM_PER_THREAD(cudaStreamGetCaptureInfo,
               (cudaStream_t S, cudaStreamCaptureStatus *Status, unsigned long long *Id, cudaGraph_t *Graph,
                const cudaGraphNode_t **Nodes, const cudaGraphEdgeData **Edges, size_t *Count),
               perThread(S), Status, Id, Graph, Nodes, Edges, Count)

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t S, cudaGraphNode_t *Nodes, const cudaGraphEdgeData *,
                                                size_t Count, unsigned Flags) {
  SIM_USE_STREAM(S)
  if (!Of->InCapture)
    return result(cudaErrorIllegalState);
  if (Flags > cudaStreamSetCaptureDependencies || (Count && !Nodes))
    return result(cudaErrorInvalidValue);
  if (Flags == cudaStreamSetCaptureDependencies)
    Of->Tail.clear();
  for (size_t I = 0; I < Count; ++I)
    if (std::find(Of->Tail.begin(), Of->Tail.end(), Nodes[I]) == Of->Tail.end())
      Of->Tail.push_back(Nodes[I]);
  return cudaSuccess;
}
SIM_PER_THREAD(cudaStreamUpdateCaptureDependencies,
               (cudaStream_t S, cudaGraphNode_t *Nodes, const cudaGraphEdgeData *Edges, size_t Count, unsigned Flags),
               perThread(S), Nodes, Edges, Count, Flags)

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *Mode) {
  if (!Mode || unsigned(*Mode) > unsigned(cudaStreamCaptureModeRelaxed))
    return result(cudaErrorInvalidValue);
  std::swap(*Mode, ThreadMode);
  return cudaSuccess;
}
