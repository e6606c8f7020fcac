//===- Launch.cpp - Registration and launches -------------------*- C++ -*-===//
#include "Sim/Cudart/Streams.h"
#include "Sim/Machine.h"
#include "Sim/Places.h"
#include "Sim/Report.h"
#include <vector>

using namespace phobos::sim;

namespace {

/// What clang puts into a fat binary's section.
struct FatBinaryWrapper {
  uint32_t Magic, Version;
  const void *Data;
  void *Unused;
};

struct Configuration {
  dim3 Grid, Block;
  size_t Shared;
  void *Stream;
};
thread_local std::vector<Configuration> Configurations;

} // namespace

extern "C" {

void **__cudaRegisterFatBinary(const void *Wrapper) {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  // A mistake in the environment shows before anything runs.
  Settings::get();
  const auto *W = static_cast<const FatBinaryWrapper *>(Wrapper);
  return reinterpret_cast<void **>(Program::get().addImage(W->Data));
}

void __cudaRegisterFatBinaryEnd(void **) {}

void __cudaUnregisterFatBinary(void **Handle) {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  Program::get().removeImage(reinterpret_cast<Image *>(Handle));
}

int __cudaRegisterFunction(void **Handle, const char *HostFunction, char *, const char *DeviceName, int, void *, void *,
                           void *, void *, int *) {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  Program::get().addKernel(reinterpret_cast<Image *>(Handle), HostFunction, DeviceName);
  return 0;
}

void __cudaRegisterVar(void **Handle, char *HostVariable, char *, const char *DeviceName, int, size_t Bytes, int, int) {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  Program::get().addVariable(reinterpret_cast<Image *>(Handle), HostVariable, DeviceName, Bytes);
}

void __cudaRegisterManagedVar(void **, void **, char *, const char *DeviceName, int, size_t, int, int) {
  reportHost(Finding::NotSimulated, std::string("the __managed__ variable '") + DeviceName + "'");
}

char __cudaInitModule(void **) { return 0; }

unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block, size_t Shared, void *Stream) {
  Configurations.push_back({Grid, Block, Shared, Stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *Grid, dim3 *Block, size_t *Shared, void *Stream) {
  if (Configurations.empty())
    return result(cudaErrorMissingConfiguration);
  const Configuration &C = Configurations.back();
  *Grid = C.Grid;
  *Block = C.Block;
  *Shared = C.Shared;
  *static_cast<void **>(Stream) = C.Stream;
  Configurations.pop_back();
  return cudaSuccess;
}
}

/// What a driver refuses before anything runs.
static cudaError_t checkShape(const KernelWork &W, const Kernel &K, const KernelFacts &Facts, const Chip &C) {
  const dim3 Grid = W.Grid, Block = W.Block;
  const uint64_t Threads = uint64_t(Block.x) * Block.y * Block.z;
  if (!Threads || Threads > 1024 || Block.x > 1024 || Block.y > 1024 || Block.z > 64)
    return cudaErrorInvalidValue;
  if (!Grid.x || !Grid.y || !Grid.z || Grid.x > 0x7FFFFFFF || Grid.y > 65535 || Grid.z > 65535)
    return cudaErrorInvalidValue;
  if (Threads > Facts.MaxThreads || (Facts.RequiredThreads && Threads != Facts.RequiredThreads))
    return cudaErrorInvalidValue;
  const uint64_t Limit = K.DynamicSharedSet ? K.MaxDynamicShared + Facts.StaticShared
                                            : std::max<uint64_t>(Chip::SharedPerBlock, Facts.StaticShared);
  if (Facts.StaticShared + W.Shared > std::min<uint64_t>(Limit, C.SharedPerBlockOptin))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

/// Finds the kernel, and checks that it can be launched so.
static cudaError_t prepare(const KernelWork &W, Kernel *&K, const KernelFacts *&Facts) {
  Program &P = Program::get();
  if (int Error = P.findKernel(W.Function, K))
    return static_cast<cudaError_t>(Error);
  if (int Error = P.kernelFacts(*K, Facts))
    return static_cast<cudaError_t>(Error);
  const Chip *C = P.chip();
  return C ? checkShape(W, *K, *Facts, *C) : cudaErrorNoDevice;
}

cudaError_t phobos::sim::validate(const KernelWork &W) {
  Kernel *K;
  const KernelFacts *Facts;
  return prepare(W, K, Facts);
}

cudaError_t phobos::sim::copyArguments(const void *Function, void **Arguments,
                                       std::shared_ptr<const ArgumentCopy> &Out) {
  Kernel *K;
  const KernelFacts *Facts;
  if (int Error = Program::get().findKernel(Function, K))
    return static_cast<cudaError_t>(Error);
  if (int Error = Program::get().kernelFacts(*K, Facts))
    return static_cast<cudaError_t>(Error);
  if (!Arguments && !Facts->ParameterBytes.empty())
    return cudaErrorInvalidValue;
  Out = std::make_shared<const ArgumentCopy>(Arguments, Facts->ParameterBytes);
  return cudaSuccess;
}

cudaError_t phobos::sim::launch(const KernelWork &W, void **Arguments) {
  Kernel *K;
  const KernelFacts *Facts;
  if (cudaError_t Error = prepare(W, K, Facts))
    return Error;
  if (int Error = Program::get().compile(*K))
    return static_cast<cudaError_t>(Error);
  LaunchRequest Request;
  Request.Entry = K->Entry;
  Request.Arguments = Arguments;
  Request.Grid = {W.Grid.x, W.Grid.y, W.Grid.z};
  Request.Block = {W.Block.x, W.Block.y, W.Block.z};
  Request.StaticShared = Facts->StaticShared;
  Request.DynamicShared = W.Shared;
  Request.StackBytes = K->StackBytes;
  Request.KernelName = K->Name;
  Request.Shared = K->Shared;
  trace("launching '" + kernelText(K->Name) + "', grid " + str(Request.Grid) + ", block " + str(Request.Block) + ", " +
        std::to_string(W.Shared) + " bytes of dynamic shared memory");
  if (int Error = TheMachine.launch(Request))
    setKernelFault(Error);
  return cudaSuccess;
}

/// Launches now, or adds a node where the stream is being captured.
static cudaError_t issueKernel(KernelWork W, void **Arguments, cudaStream_t S) {
  SIM_USE_DEVICE
  Stream *Into;
  if (cudaError_t Error = useStream(S, Into))
    return result(Error);
  if (!Into->InCapture)
    return result(launch(W, Arguments));
  cudaError_t Error = validate(W);
  if (Error == cudaSuccess)
    Error = copyArguments(W.Function, Arguments, W.Arguments);
  if (Error == cudaSuccess)
    return result(addToCapture(*Into, std::move(W)));
  invalidate(*Into);
  return result(Error);
}

cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block, void **Arguments, size_t Shared,
                             cudaStream_t S) {
  return issueKernel({Function, Grid, Block, Shared, false, nullptr}, Arguments, S);
}
SIM_ALIAS(cudaLaunchKernel, __cudaLaunchKernel)
SIM_PER_THREAD(cudaLaunchKernel,
               (const void *Function, dim3 Grid, dim3 Block, void **Arguments, size_t Shared, cudaStream_t S), Function,
               Grid, Block, Arguments, Shared, perThread(S))
SIM_ALIAS(cudaLaunchKernel_ptsz, __cudaLaunchKernel_ptsz)

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config, const void *Function, void **Arguments) {
  if (!Config)
    return result(cudaErrorInvalidValue);
  for (unsigned I = 0; I < Config->numAttrs; ++I) {
    const cudaLaunchAttribute &A = Config->attrs[I];
    const bool Cluster = A.id == cudaLaunchAttributeClusterDimension &&
                         (A.val.clusterDim.x > 1 || A.val.clusterDim.y > 1 || A.val.clusterDim.z > 1);
    if (Cluster || (A.id == cudaLaunchAttributeCooperative && A.val.cooperative))
      return notSimulated("cudaLaunchKernelExC with clusters or cooperation");
  }
  return issueKernel({Function, Config->gridDim, Config->blockDim, Config->dynamicSmemBytes, false, nullptr}, Arguments,
                     Config->stream);
}
SIM_ALIAS(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz)
