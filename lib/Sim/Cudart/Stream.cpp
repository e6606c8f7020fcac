//===- Stream.cpp - Streams and events --------------------------*- C++ -*-===//
//
// Everything runs when it is issued, so every stream is always idle, and an event's time is the host's.
//
//===----------------------------------------------------------------------===//
#include "Sim/Cudart/Runtime.h"
#include <chrono>
#include <set>

using namespace phobos::sim;

struct CUstream_st {
  unsigned Flags = 0;
  int Priority = 0;
  unsigned long long Id = 0;
};

struct CUevent_st {
  bool Recorded = false;
  unsigned Flags = 0;
  std::chrono::steady_clock::time_point Time;
};

static std::set<cudaStream_t> &streams() {
  static auto *All = new std::set<cudaStream_t>;
  return *All;
}

/// The default streams have no object.
static bool valid(cudaStream_t S) {
  return !S || S == cudaStreamLegacy || S == cudaStreamPerThread || streams().count(S);
}

#define SIM_USE_STREAM(S)                                                                                              \
  SIM_USE_DEVICE                                                                                                       \
  if (!valid(S))                                                                                                       \
    return result(cudaErrorInvalidResourceHandle);

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *S, unsigned Flags, int Priority) {
  SIM_USE_DEVICE
  static unsigned long long Count = 2;
  *S = new CUstream_st{Flags, Priority, ++Count};
  streams().insert(*S);
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *S) { return cudaStreamCreateWithPriority(S, 0, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *S, unsigned Flags) {
  return cudaStreamCreateWithPriority(S, Flags, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t S) {
  SIM_USE_STREAM(S)
  if (streams().erase(S))
    delete S;
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t S) {
  SIM_USE_STREAM(S)
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamSynchronize, cudaStreamSynchronize_ptsz)

cudaError_t cudaStreamQuery(cudaStream_t S) {
  SIM_USE_STREAM(S)
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamQuery, cudaStreamQuery_ptsz)

cudaError_t cudaStreamWaitEvent(cudaStream_t S, cudaEvent_t, unsigned) {
  SIM_USE_STREAM(S)
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz)

cudaError_t cudaStreamGetFlags(cudaStream_t S, unsigned *Flags) {
  SIM_USE_STREAM(S)
  *Flags = streams().count(S) ? S->Flags : 0;
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamGetFlags, cudaStreamGetFlags_ptsz)

cudaError_t cudaStreamGetPriority(cudaStream_t S, int *Priority) {
  SIM_USE_STREAM(S)
  *Priority = streams().count(S) ? S->Priority : 0;
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamGetPriority, cudaStreamGetPriority_ptsz)

cudaError_t cudaStreamGetId(cudaStream_t S, unsigned long long *Id) {
  SIM_USE_STREAM(S)
  *Id = streams().count(S) ? S->Id : S == cudaStreamPerThread ? 2 : 1;
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamGetId, cudaStreamGetId_ptsz)

cudaError_t cudaStreamGetDevice(cudaStream_t S, int *Device) {
  SIM_USE_STREAM(S)
  *Device = 0;
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamGetDevice, cudaStreamGetDevice_ptsz)

cudaError_t cudaStreamAddCallback(cudaStream_t S, cudaStreamCallback_t Callback, void *Data, unsigned) {
  {
    SIM_USE_STREAM(S)
  }
  Callback(S, cudaSuccess, Data);
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamAddCallback, cudaStreamAddCallback_ptsz)

cudaError_t cudaLaunchHostFunc(cudaStream_t S, cudaHostFn_t Function, void *Data) {
  {
    SIM_USE_STREAM(S)
  }
  Function(Data);
  return cudaSuccess;
}
SIM_ALIAS(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz)

cudaError_t cudaStreamIsCapturing(cudaStream_t S, cudaStreamCaptureStatus *Status) {
  SIM_USE_STREAM(S)
  *Status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
SIM_ALIAS(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz)

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *Mode) {
  static thread_local cudaStreamCaptureMode Current = cudaStreamCaptureModeGlobal;
  std::swap(*Mode, Current);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *E, unsigned Flags) {
  SIM_USE_DEVICE
  *E = new CUevent_st;
  (*E)->Flags = Flags;
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *E) { return cudaEventCreateWithFlags(E, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t E) {
  SIM_USE_DEVICE
  delete E;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t E, cudaStream_t S) {
  SIM_USE_STREAM(S)
  if (!E)
    return result(cudaErrorInvalidResourceHandle);
  E->Recorded = true;
  E->Time = std::chrono::steady_clock::now();
  return cudaSuccess;
}
SIM_ALIAS(cudaEventRecord, cudaEventRecord_ptsz)

cudaError_t cudaEventRecordWithFlags(cudaEvent_t E, cudaStream_t S, unsigned) { return cudaEventRecord(E, S); }
SIM_ALIAS(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz)

cudaError_t cudaEventQuery(cudaEvent_t) {
  SIM_USE_DEVICE
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t) {
  SIM_USE_DEVICE
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start, cudaEvent_t End) {
  SIM_USE_DEVICE
  if (!Start || !End || !Start->Recorded || !End->Recorded)
    return result(cudaErrorInvalidResourceHandle);
  *Milliseconds = std::chrono::duration<float, std::milli>(End->Time - Start->Time).count();
  return cudaSuccess;
}

// Where memory lies makes no difference here.
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }
cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t) { return cudaSuccess; }
SIM_ALIAS(cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz)
