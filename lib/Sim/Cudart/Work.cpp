//===- Work.cpp - What streams do and graphs hold ---------------*- C++ -*-===//
#include "Sim/Cudart/Work.h"
#include "Sim/Cudart/Streams.h"
#include "Sim/Memory.h"
#include <cstring>

using namespace phobos::sim;

/// No parameter needs more.
static constexpr size_t ArgumentAlign = 128;

ArgumentCopy::ArgumentCopy(void **Arguments, const std::vector<uint32_t> &Bytes) {
  size_t Total = ArgumentAlign;
  for (uint32_t B : Bytes)
    Total += (B + ArgumentAlign - 1) / ArgumentAlign * ArgumentAlign;
  Storage = std::make_unique<char[]>(Total);
  char *At = Storage.get();
  At += ArgumentAlign - reinterpret_cast<uintptr_t>(At) % ArgumentAlign;
  for (size_t I = 0; I < Bytes.size(); ++I) {
    memcpy(At, Arguments[I], Bytes[I]);
    Pointers.push_back(At);
    At += (Bytes[I] + ArgumentAlign - 1) / ArgumentAlign * ArgumentAlign;
  }
}

namespace {

struct Validator {
  cudaError_t operator()(const KernelWork &W) { return validate(W); }
  cudaError_t operator()(const CopyWork &W) { return validate(W); }
  cudaError_t operator()(const SetWork &W) { return validate(W); }
  cudaError_t operator()(const HostWork &W) { return W.Function ? cudaSuccess : cudaErrorInvalidValue; }
  cudaError_t operator()(const RecordWork &W) {
    return isEvent(W.Event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  }
  cudaError_t operator()(const WaitWork &W) { return isEvent(W.Event) ? cudaSuccess : cudaErrorInvalidResourceHandle; }
  template <typename Other> cudaError_t operator()(const Other &) { return cudaSuccess; }
};

struct Runner {
  cudaError_t operator()(const KernelWork &W) { return launch(W, W.Arguments->pointers()); }
  cudaError_t operator()(const CopyWork &W) { return run(W); }
  cudaError_t operator()(const SetWork &W) { return run(W); }
  cudaError_t operator()(const HostWork &W) {
    runtimeLock().unlock();
    W.Function(W.Data);
    runtimeLock().lock();
    return cudaSuccess;
  }
  cudaError_t operator()(const ChildWork &W) { return run(W); }
  cudaError_t operator()(const EmptyWork &) { return cudaSuccess; }
  cudaError_t operator()(const WaitWork &) { return cudaSuccess; }
  cudaError_t operator()(const RecordWork &W) {
    recordNow(W.Event);
    return cudaSuccess;
  }
  cudaError_t operator()(const AllocateWork &W) {
    // Still allocated by an earlier run.
    return DeviceMemory::get().revive(reinterpret_cast<uint64_t>(W.At)) ? cudaSuccess : cudaErrorInvalidValue;
  }
  cudaError_t operator()(const FreeWork &W) {
    return releaseMemory(W.At, "cudaFreeAsync", {Allocation::Kind::Pool, Allocation::Kind::Device});
  }
};

} // namespace

cudaError_t phobos::sim::validate(const Work &W) { return std::visit(Validator(), W); }
cudaError_t phobos::sim::run(const Work &W) { return std::visit(Runner(), W); }

cudaError_t phobos::sim::issue(cudaStream_t S, Work W) {
  Stream *Into;
  if (cudaError_t Error = useStream(S, Into))
    return result(Error);
  if (cudaError_t Error = validate(W))
    return result(Error);
  if (Into->InCapture)
    return result(addToCapture(*Into, std::move(W)));
  return result(run(W));
}
