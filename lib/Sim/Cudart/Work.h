//===- Work.h - What streams do and graphs hold -----------------*- C++ -*-===//
//
// A piece of work is plain data. It runs when it is issued to a stream, or becomes a node of a graph where the stream
// is being captured.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_CUDART_WORK_H
#define PHOBOS_SIM_CUDART_WORK_H

#include "Sim/Cudart/Runtime.h"
#include <memory>
#include <variant>
#include <vector>

namespace phobos::sim {

/// A copy of a kernel's arguments. Never changes, so nodes share it.
class ArgumentCopy {
  std::unique_ptr<char[]> Storage;
  std::vector<void *> Pointers;

public:
  ArgumentCopy(void **Arguments, const std::vector<uint32_t> &Bytes);
  void **pointers() const { return const_cast<void **>(Pointers.data()); }
  size_t count() const { return Pointers.size(); }
};

struct KernelWork {
  const void *Function = nullptr;
  dim3 Grid, Block;
  size_t Shared = 0;
  /// As cudaLaunchKernelExC's attributes ask.
  bool Cooperative = false;
  std::shared_ptr<const ArgumentCopy> Arguments;
};

/// A box of rows: pitches and slices in bytes from row to row and from layer to layer.
struct CopyWork {
  void *To = nullptr;
  const void *From = nullptr;
  size_t ToPitch = 0, ToSlice = 0, FromPitch = 0, FromSlice = 0;
  size_t Width = 0, Height = 1, Depth = 1;
  cudaMemcpyKind Kind = cudaMemcpyDefault;
  /// For messages.
  const char *Call = "";
};

struct SetWork {
  void *To = nullptr;
  size_t Pitch = 0, Slice = 0;
  unsigned Value = 0;
  /// Bytes of an element: 1, 2 or 4.
  unsigned ElementBytes = 1;
  /// Width in elements.
  size_t Width = 0, Height = 1, Depth = 1;
  const char *Call = "";
};

struct HostWork {
  cudaHostFn_t Function = nullptr;
  void *Data = nullptr;
};

struct RecordWork {
  cudaEvent_t Event = nullptr;
};

struct WaitWork {
  cudaEvent_t Event = nullptr;
};

/// The address is reserved when the node is made, and allocated while the graph runs.
struct AllocateWork {
  void *At = nullptr;
  size_t Bytes = 0;
};

struct FreeWork {
  void *At = nullptr;
};

struct EmptyWork {};

struct ChildWork {
  std::shared_ptr<CUgraph_st> Graph;
};

using Work = std::variant<KernelWork, CopyWork, SetWork, HostWork, ChildWork, EmptyWork, WaitWork, RecordWork,
                          AllocateWork, FreeWork>;

/// What is wrong with the work, so that neither a stream nor a graph takes it.
cudaError_t validate(const Work &W);
/// Does it now. Host functions run without the lock.
cudaError_t run(const Work &W);
/// Runs the work, or adds it to the graph into which the stream is captured.
cudaError_t issue(cudaStream_t S, Work W);

/// Launch.cpp: checks and runs a kernel.
cudaError_t validate(const KernelWork &W);
cudaError_t launch(const KernelWork &W, void **Arguments);
/// Copies what the kernel's parameters need; null, with an error, where there is no such kernel.
cudaError_t copyArguments(const void *Function, void **Arguments, std::shared_ptr<const ArgumentCopy> &Out);

/// Copy.cpp.
cudaError_t validate(const CopyWork &W);
cudaError_t run(const CopyWork &W);
cudaError_t validate(const SetWork &W);
cudaError_t run(const SetWork &W);

/// Graph.cpp: the nodes in order.
cudaError_t run(const ChildWork &W);

/// Event.cpp.
void recordNow(cudaEvent_t E);

} // namespace phobos::sim

#endif
