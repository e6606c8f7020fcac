//===- Launch.cpp - Registration and launches -------------------*- C++ -*-===//
#include "Sim/Cudart/Runtime.h"
#include "Sim/Machine.h"
#include "Sim/Report.h"
#include "llvm/Demangle/Demangle.h"
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
static cudaError_t validate(const Kernel &K, const KernelFacts &Facts, const Chip &C, dim3 Grid, dim3 Block,
                            size_t Shared) {
  const uint64_t Threads = uint64_t(Block.x) * Block.y * Block.z;
  if (!Threads || Threads > 1024 || Block.x > 1024 || Block.y > 1024 || Block.z > 64)
    return cudaErrorInvalidConfiguration;
  if (!Grid.x || !Grid.y || !Grid.z || Grid.x > 0x7FFFFFFF || Grid.y > 65535 || Grid.z > 65535)
    return cudaErrorInvalidConfiguration;
  if (Threads > Facts.MaxThreads || (Facts.RequiredThreads && Threads != Facts.RequiredThreads))
    return cudaErrorInvalidValue;
  const uint64_t Limit = K.DynamicSharedSet ? K.MaxDynamicShared + Facts.StaticShared
                                            : std::max<uint64_t>(Chip::SharedPerBlock, Facts.StaticShared);
  if (Facts.StaticShared + Shared > std::min<uint64_t>(Limit, C.SharedPerBlockOptin))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

static cudaError_t launch(const void *Function, dim3 Grid, dim3 Block, void **Arguments, size_t Shared) {
  Program &P = Program::get();
  Kernel *K;
  if (int Error = P.findKernel(Function, K))
    return result(Error);
  const KernelFacts *Facts;
  if (int Error = P.kernelFacts(*K, Facts))
    return result(Error);
  const Chip *C = P.chip();
  if (!C)
    return result(cudaErrorNoDevice);
  if (cudaError_t Error = validate(*K, *Facts, *C, Grid, Block, Shared))
    return result(Error);
  if (int Error = P.compile(*K))
    return result(Error);
  LaunchRequest Request;
  Request.Entry = K->Entry;
  Request.Arguments = Arguments;
  Request.Grid = {Grid.x, Grid.y, Grid.z};
  Request.Block = {Block.x, Block.y, Block.z};
  Request.StaticShared = Facts->StaticShared;
  Request.DynamicShared = Shared;
  Request.StackBytes = K->StackBytes;
  Request.KernelName = K->Name;
  trace("launching '" + llvm::demangle(K->Name) + "', grid " + str(Request.Grid) + ", block " + str(Request.Block) +
        ", " + std::to_string(Shared) + " bytes of dynamic shared memory");
  if (int Error = TheMachine.launch(Request))
    setKernelFault(Error);
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block, void **Arguments, size_t Shared,
                             cudaStream_t) {
  SIM_USE_DEVICE
  return launch(Function, Grid, Block, Arguments, Shared);
}
SIM_ALIAS(cudaLaunchKernel, cudaLaunchKernel_ptsz)
SIM_ALIAS(cudaLaunchKernel, __cudaLaunchKernel)
SIM_ALIAS(cudaLaunchKernel, __cudaLaunchKernel_ptsz)

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config, const void *Function, void **Arguments) {
  SIM_USE_DEVICE
  for (unsigned I = 0; I < Config->numAttrs; ++I) {
    const cudaLaunchAttribute &A = Config->attrs[I];
    const bool Cluster = A.id == cudaLaunchAttributeClusterDimension &&
                         (A.val.clusterDim.x > 1 || A.val.clusterDim.y > 1 || A.val.clusterDim.z > 1);
    if (Cluster || (A.id == cudaLaunchAttributeCooperative && A.val.cooperative))
      return notSimulated("cudaLaunchKernelExC with clusters or cooperation");
  }
  return launch(Function, Config->gridDim, Config->blockDim, Arguments, Config->dynamicSmemBytes);
}
SIM_ALIAS(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz)

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Out, const void *Function) {
  SIM_USE_DEVICE
  Program &P = Program::get();
  Kernel *K;
  if (int Error = P.findKernel(Function, K))
    return result(Error);
  const KernelFacts *Facts;
  if (int Error = P.kernelFacts(*K, Facts))
    return result(Error);
  *Out = {};
  Out->sharedSizeBytes = Facts->StaticShared;
  Out->maxThreadsPerBlock = Facts->MaxThreads;
  Out->maxDynamicSharedSizeBytes =
      K->DynamicSharedSet ? K->MaxDynamicShared
                          : std::max<int>(0, int(Chip::SharedPerBlock) - int(Facts->StaticShared));
  const unsigned Number = archNumber(K->Of->Chosen->Arch);
  Out->ptxVersion = Out->binaryVersion = Number;
  Out->preferredShmemCarveout = -1;
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *Function, cudaFuncAttribute Attribute, int Value) {
  SIM_USE_DEVICE
  Program &P = Program::get();
  Kernel *K;
  if (int Error = P.findKernel(Function, K))
    return result(Error);
  const KernelFacts *Facts;
  if (int Error = P.kernelFacts(*K, Facts))
    return result(Error);
  if (Attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    const int Most = int(P.chip()->SharedPerBlockOptin) - int(Facts->StaticShared);
    if (Value < 0 || Value > Most)
      return result(cudaErrorInvalidValue);
    K->MaxDynamicShared = Value;
    K->DynamicSharedSet = true;
    return cudaSuccess;
  }
  if (Attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
    return cudaSuccess;
  return notSimulated("cudaFuncSetAttribute with this attribute");
}

cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig) { return cudaSuccess; }

cudaError_t cudaFuncGetName(const char **Name, const void *Function) {
  SIM_USE_DEVICE
  Kernel *K;
  if (int Error = Program::get().findKernel(Function, K))
    return result(Error);
  *Name = K->Name.c_str();
  return cudaSuccess;
}

/// Registers are not simulated, so they limit nothing.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *Blocks, const void *Function, int BlockSize,
                                                                   size_t Shared, unsigned) {
  SIM_USE_DEVICE
  Program &P = Program::get();
  Kernel *K;
  if (int Error = P.findKernel(Function, K))
    return result(Error);
  const KernelFacts *Facts;
  if (int Error = P.kernelFacts(*K, Facts))
    return result(Error);
  if (BlockSize <= 0)
    return result(cudaErrorInvalidValue);
  const Chip &C = *P.chip();
  const uint64_t PerBlock = Facts->StaticShared + Shared + C.reservedShared();
  const uint64_t Warps = (BlockSize + 31) / 32;
  uint64_t N = std::min<uint64_t>(C.BlocksPerSM, C.ThreadsPerSM / 32 / Warps);
  if (PerBlock)
    N = std::min<uint64_t>(N, C.SharedPerSM / PerBlock);
  *Blocks = unsigned(BlockSize) > Facts->MaxThreads || Facts->StaticShared + Shared > C.SharedPerBlockOptin ? 0 : N;
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, const void *Function, int BlockSize,
                                                          size_t Shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Blocks, Function, BlockSize, Shared, 0);
}
