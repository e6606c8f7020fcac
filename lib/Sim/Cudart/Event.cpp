//===- Event.cpp - Events ---------------------------------------*- C++ -*-===//
//
// An event's time is the host's. One recorded in a capturing stream stands for the nodes that were captured before it.
//
//===----------------------------------------------------------------------===//
#include "Sim/Cudart/Graphs.h"
#include "Sim/Cudart/Streams.h"

using namespace phobos::sim;

static std::set<cudaEvent_t> &events() {
  static auto *All = new std::set<cudaEvent_t>;
  return *All;
}

bool phobos::sim::isEvent(cudaEvent_t E) { return events().count(E); }

void phobos::sim::recordNow(cudaEvent_t E) {
  E->Recorded = true;
  E->InCapture = nullptr;
  E->Nodes.clear();
  E->Time = std::chrono::steady_clock::now();
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *E, unsigned Flags) {
  SIM_USE_DEVICE
  constexpr unsigned All = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (!E || (Flags & ~All) || (Flags & cudaEventInterprocess && !(Flags & cudaEventDisableTiming)))
    return result(cudaErrorInvalidValue);
  *E = new CUevent_st;
  (*E)->Flags = Flags;
  events().insert(*E);
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *E) { return cudaEventCreateWithFlags(E, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t E) {
  SIM_USE_DEVICE
  if (!events().erase(E))
    return result(cudaErrorInvalidResourceHandle);
  delete E;
  return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t E, cudaStream_t S, unsigned Flags) {
  SIM_USE_DEVICE
  if (!isEvent(E))
    return result(cudaErrorInvalidResourceHandle);
  if (Flags & ~unsigned(cudaEventRecordExternal))
    return result(cudaErrorInvalidValue);
  Stream *Of;
  if (cudaError_t Error = useStream(S, Of))
    return result(Error);
  if (!Of->InCapture) {
    recordNow(E);
    return cudaSuccess;
  }
  if (Flags & cudaEventRecordExternal)
    return result(addToCapture(*Of, RecordWork{E}));
  E->Recorded = true;
  E->InCapture = Of->InCapture;
  E->Nodes = Of->Tail;
  return cudaSuccess;
}
SIM_PER_THREAD(cudaEventRecordWithFlags, (cudaEvent_t E, cudaStream_t S, unsigned Flags), E, perThread(S), Flags)

cudaError_t cudaEventRecord(cudaEvent_t E, cudaStream_t S) { return cudaEventRecordWithFlags(E, S, 0); }
SIM_PER_THREAD(cudaEventRecord, (cudaEvent_t E, cudaStream_t S), E, perThread(S))

static void append(std::vector<cudaGraphNode_t> &To, const std::vector<cudaGraphNode_t> &From) {
  for (cudaGraphNode_t N : From)
    if (std::find(To.begin(), To.end(), N) == To.end())
      To.push_back(N);
}

/// The stream waits for nodes of E's capture, of which it becomes a part.
static cudaError_t joinCapture(Stream &S, const CUevent_st &E) {
  Capture &C = *E.InCapture;
  if (!C.Graph)
    return cudaErrorInvalidValue;
  if (C.Invalid)
    return cudaErrorStreamCaptureInvalidated;
  if (S.InCapture && S.InCapture != E.InCapture) {
    C.Invalid = S.InCapture->Invalid = true;
    return cudaErrorStreamCaptureMerge;
  }
  if (!S.InCapture) {
    S.InCapture = E.InCapture;
    S.Tail.clear();
    C.Streams.insert(&S);
  }
  append(S.Tail, E.Nodes);
  return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t S, cudaEvent_t E, unsigned Flags) {
  SIM_USE_DEVICE
  if (!isEvent(E))
    return result(cudaErrorInvalidResourceHandle);
  if (Flags & ~unsigned(cudaEventWaitExternal))
    return result(cudaErrorInvalidValue);
  Stream *Of;
  if (cudaError_t Error = useStream(S, Of))
    return result(Error);
  if (Of->InCapture && Flags & cudaEventWaitExternal)
    return result(addToCapture(*Of, WaitWork{E}));
  if (E->InCapture)
    return result(joinCapture(*Of, *E));
  if (!Of->InCapture || !E->Recorded)
    return cudaSuccess;
  // What happened before the capture is none of the graph's.
  invalidate(*Of);
  return result(cudaErrorStreamCaptureIsolation);
}
SIM_PER_THREAD(cudaStreamWaitEvent, (cudaStream_t S, cudaEvent_t E, unsigned Flags), perThread(S), E, Flags)

static cudaError_t wait(cudaEvent_t E) {
  std::lock_guard<std::recursive_mutex> Lock(runtimeLock());
  if (!isEvent(E))
    return result(cudaErrorInvalidResourceHandle);
  SIM_USE_DEVICE
  if (E->InCapture) {
    E->InCapture->Invalid = true;
    return result(E->InCapture->Graph ? cudaErrorCapturedEvent : cudaErrorInvalidValue);
  }
  SIM_UNSAFE
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t E) { return wait(E); }
cudaError_t cudaEventSynchronize(cudaEvent_t E) { return wait(E); }

cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start, cudaEvent_t End) {
  SIM_USE_DEVICE
  if (!Milliseconds)
    return result(cudaErrorInvalidValue);
  for (cudaEvent_t E : {Start, End})
    if (!isEvent(E) || !E->Recorded || E->Flags & cudaEventDisableTiming)
      return result(cudaErrorInvalidResourceHandle);
  if (Start->InCapture || End->InCapture)
    return result(cudaErrorCapturedEvent);
  *Milliseconds = std::chrono::duration<float, std::milli>(End->Time - Start->Time).count();
  return cudaSuccess;
}
