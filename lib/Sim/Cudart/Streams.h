//===- Streams.h - Streams, events and captures -----------------*- C++ -*-===//
//
// Everything runs when it is issued, so every stream is always idle. What a stream has is its part in a capture.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_CUDART_STREAMS_H
#define PHOBOS_SIM_CUDART_STREAMS_H

#include "Sim/Cudart/Runtime.h"
#include "Sim/Cudart/Work.h"
#include <chrono>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace phobos::sim {

/// A sequence from cudaStreamBeginCapture to cudaStreamEndCapture.
struct Capture {
  unsigned long long Id = 0;
  cudaStreamCaptureMode Mode = cudaStreamCaptureModeGlobal;
  std::thread::id Thread;
  CUstream_st *Origin = nullptr;
  /// Origin and those that joined it by waiting for an event.
  std::set<CUstream_st *> Streams;
  cudaGraph_t Graph = nullptr;
  /// The program gave the graph.
  bool IntoGraph = false;
  /// A call broke the rules; the end of the capture says so.
  bool Invalid = false;
};

} // namespace phobos::sim

struct CUstream_st {
  unsigned Flags = 0;
  int Priority = 0;
  unsigned long long Id = 0;
  std::shared_ptr<phobos::sim::Capture> InCapture;
  /// Nodes that the next one captured depends on.
  std::vector<cudaGraphNode_t> Tail;
};

struct CUevent_st {
  unsigned Flags = 0;
  bool Recorded = false;
  std::chrono::steady_clock::time_point Time;
  /// Where it was last recorded in a capturing stream.
  std::shared_ptr<phobos::sim::Capture> InCapture;
  std::vector<cudaGraphNode_t> Nodes;
};

namespace phobos::sim {

using Stream = CUstream_st;

/// The stream behind a handle, null being the legacy stream; null where there is none.
Stream *findStream(cudaStream_t S);
/// The handle that a call for per-thread default streams means.
inline cudaStream_t perThread(cudaStream_t S) { return S ? S : cudaStreamPerThread; }
bool isEvent(cudaEvent_t E);
/// Finds a stream to put work into. An error where there is none, where its capture is invalid, and where it is the
/// legacy stream while a stream that waits for it is captured.
cudaError_t useStream(cudaStream_t S, Stream *&Out);

/// Adds a node after the stream's last ones.
cudaError_t addToCapture(Stream &S, Work W);
/// A failed call ends what is good about the stream's capture, if there is one.
void invalidate(Stream &S);
/// Whether a call that could wait for work elsewhere is forbidden to this thread now, which spoils the captures.
cudaError_t unsafeCall();
/// The same for the implicit use of the legacy stream.
cudaError_t legacyCall();
/// cudaDeviceSynchronize: no mode allows it.
cudaError_t waitForAll();
/// cudaDeviceReset ends them all.
void forgetStreams();
void forgetCaptures();

/// Returns from a call that a capture forbids.
#define SIM_UNSAFE                                                                                                     \
  if (cudaError_t Forbidden = phobos::sim::unsafeCall())                                                               \
    return phobos::sim::result(Forbidden);

/// Declares Stream *Of for the handle S.
#define SIM_USE_STREAM(S)                                                                                              \
  SIM_USE_DEVICE                                                                                                       \
  phobos::sim::Stream *Of = phobos::sim::findStream(S);                                                                \
  if (!Of)                                                                                                             \
    return phobos::sim::result(cudaErrorInvalidResourceHandle);

/// The variant of a call for per-thread default streams.
#define SIM_PER_THREAD(Name, Parameters, ...)                                                                          \
  extern "C" __attribute__((visibility("default"))) cudaError_t Name##_ptsz Parameters { return Name(__VA_ARGS__); }

} // namespace phobos::sim

#endif
