//===- Stream.cpp - Streams -------------------------------------*- C++ -*-===//
#include "Sim/Cudart/Streams.h"

using namespace phobos::sim;

static constexpr int LeastPriority = 0, GreatestPriority = -5;

static std::set<Stream *> &streams() {
  static auto *All = new std::set<Stream *>;
  return *All;
}

static Stream &legacyStream() {
  static auto *Legacy = new Stream{cudaStreamDefault, 0, 1, nullptr, {}};
  return *Legacy;
}

static Stream &perThreadStream() {
  static thread_local Stream Own{cudaStreamDefault, 0, 2, nullptr, {}};
  return Own;
}

Stream *phobos::sim::findStream(cudaStream_t S) {
  if (!S || S == cudaStreamLegacy)
    return &legacyStream();
  if (S == cudaStreamPerThread)
    return &perThreadStream();
  return streams().count(S) ? S : nullptr;
}

cudaError_t phobos::sim::useStream(cudaStream_t S, Stream *&Out) {
  Out = findStream(S);
  if (!Out)
    return cudaErrorInvalidResourceHandle;
  if (Out->InCapture)
    return Out->InCapture->Invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
  return Out == &legacyStream() ? legacyCall() : cudaSuccess;
}

void phobos::sim::forgetStreams() {
  forgetCaptures();
  for (Stream *S : streams())
    delete S;
  streams().clear();
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *S, unsigned Flags, int Priority) {
  SIM_USE_DEVICE
  if (!S || Flags > cudaStreamNonBlocking)
    return result(cudaErrorInvalidValue);
  static unsigned long long Count = 2;
  Priority = std::min(LeastPriority, std::max(GreatestPriority, Priority));
  *S = new Stream{Flags, Priority, ++Count, nullptr, {}};
  streams().insert(*S);
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *S) { return cudaStreamCreateWithPriority(S, 0, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *S, unsigned Flags) {
  return cudaStreamCreateWithPriority(S, Flags, 0);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  if (Least)
    *Least = LeastPriority;
  if (Greatest)
    *Greatest = GreatestPriority;
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t S) {
  SIM_USE_DEVICE
  if (!streams().count(S))
    return result(cudaErrorInvalidResourceHandle);
  if (S->InCapture) {
    S->InCapture->Invalid = true;
    S->InCapture->Streams.erase(S);
  }
  streams().erase(S);
  delete S;
  return cudaSuccess;
}

/// Waits for a stream, or asks whether it is done.
static cudaError_t wait(cudaStream_t S) {
  SIM_USE_STREAM(S)
  if (Of->InCapture) {
    invalidate(*Of);
    return result(cudaErrorStreamCaptureUnsupported);
  }
  SIM_UNSAFE
  return result(useStream(S, Of));
}

cudaError_t cudaStreamSynchronize(cudaStream_t S) { return wait(S); }
SIM_PER_THREAD(cudaStreamSynchronize, (cudaStream_t S), perThread(S))
cudaError_t cudaStreamQuery(cudaStream_t S) { return wait(S); }
SIM_PER_THREAD(cudaStreamQuery, (cudaStream_t S), perThread(S))

cudaError_t cudaStreamGetFlags(cudaStream_t S, unsigned *Flags) {
  SIM_USE_STREAM(S)
  if (!Flags)
    return result(cudaErrorInvalidValue);
  *Flags = Of->Flags;
  return cudaSuccess;
}
SIM_PER_THREAD(cudaStreamGetFlags, (cudaStream_t S, unsigned *Flags), perThread(S), Flags)

cudaError_t cudaStreamGetPriority(cudaStream_t S, int *Priority) {
  SIM_USE_STREAM(S)
  if (!Priority)
    return result(cudaErrorInvalidValue);
  *Priority = Of->Priority;
  return cudaSuccess;
}
SIM_PER_THREAD(cudaStreamGetPriority, (cudaStream_t S, int *Priority), perThread(S), Priority)

cudaError_t cudaStreamGetId(cudaStream_t S, unsigned long long *Id) {
  SIM_USE_STREAM(S)
  if (!Id)
    return result(cudaErrorInvalidValue);
  *Id = Of->Id;
  return cudaSuccess;
}
SIM_PER_THREAD(cudaStreamGetId, (cudaStream_t S, unsigned long long *Id), perThread(S), Id)

cudaError_t cudaStreamGetDevice(cudaStream_t S, int *Device) {
  SIM_USE_STREAM(S)
  if (!Device)
    return result(cudaErrorInvalidValue);
  *Device = 0;
  return cudaSuccess;
}
SIM_PER_THREAD(cudaStreamGetDevice, (cudaStream_t S, int *Device), perThread(S), Device)

cudaError_t cudaStreamAddCallback(cudaStream_t S, cudaStreamCallback_t Callback, void *Data, unsigned Flags) {
  {
    SIM_USE_STREAM(S)
    if (!Callback || Flags)
      return result(cudaErrorInvalidValue);
    if (Of->InCapture) {
      invalidate(*Of);
      return result(cudaErrorStreamCaptureUnsupported);
    }
    if (cudaError_t Error = useStream(S, Of))
      return result(Error);
  }
  Callback(S, cudaSuccess, Data);
  return cudaSuccess;
}
SIM_PER_THREAD(cudaStreamAddCallback, (cudaStream_t S, cudaStreamCallback_t Callback, void *Data, unsigned Flags),
               perThread(S), Callback, Data, Flags)

cudaError_t cudaLaunchHostFunc(cudaStream_t S, cudaHostFn_t Function, void *Data) {
  SIM_USE_DEVICE
  return issue(S, HostWork{Function, Data});
}
SIM_PER_THREAD(cudaLaunchHostFunc, (cudaStream_t S, cudaHostFn_t Function, void *Data), perThread(S), Function, Data)
