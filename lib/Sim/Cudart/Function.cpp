//===- Function.cpp - Attributes and occupancy of kernels -------*- C++ -*-===//
#include "Sim/Cudart/Streams.h"

using namespace phobos::sim;

/// Finds a kernel and what is known of it.
static cudaError_t find(const void *Function, Kernel *&K, const KernelFacts *&Facts) {
  if (int Error = Program::get().findKernel(Function, K))
    return static_cast<cudaError_t>(Error);
  return static_cast<cudaError_t>(Program::get().kernelFacts(*K, Facts));
}

/// Declares the kernel as K and its facts as Facts.
#define SIM_USE_KERNEL(Function)                                                                                       \
  SIM_USE_DEVICE                                                                                                       \
  Kernel *K;                                                                                                           \
  const KernelFacts *Facts;                                                                                            \
  if (cudaError_t Error = find(Function, K, Facts))                                                                    \
    return result(Error);

/// Bytes that a launch may ask for.
static int mostDynamicShared(const Kernel &K, const KernelFacts &Facts) {
  return K.DynamicSharedSet ? K.MaxDynamicShared : std::max(0, int(Chip::SharedPerBlock) - int(Facts.StaticShared));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Out, const void *Function) {
  SIM_USE_KERNEL(Function)
  if (!Out)
    return result(cudaErrorInvalidValue);
  *Out = {};
  Out->sharedSizeBytes = Facts->StaticShared;
  Out->maxThreadsPerBlock = Facts->MaxThreads;
  Out->maxDynamicSharedSizeBytes = K->DynamicSharedSet
                                       ? K->MaxDynamicShared
                                       : std::max<int>(0, int(Chip::SharedPerBlock) - int(Facts->StaticShared));
  const unsigned Number = archNumber(K->Of->Chosen->Arch);
  Out->ptxVersion = Out->binaryVersion = Number;
  Out->preferredShmemCarveout = -1;
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *Function, cudaFuncAttribute Attribute, int Value) {
  SIM_USE_KERNEL(Function)
  if (Attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    const int Most = int(Program::get().chip()->SharedPerBlockOptin) - int(Facts->StaticShared);
    if (Value < 0 || Value > Most)
      return result(cudaErrorInvalidValue);
    K->MaxDynamicShared = Value;
    K->DynamicSharedSet = true;
    return cudaSuccess;
  }
  if (Attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
    return Value >= -1 && Value <= 100 ? cudaSuccess : result(cudaErrorInvalidValue);
  if (Attribute < cudaFuncAttributeMaxDynamicSharedMemorySize || Attribute >= cudaFuncAttributeMax)
    return result(cudaErrorInvalidValue);
  return notSimulated("cudaFuncSetAttribute with this attribute");
}

cudaError_t cudaFuncSetCacheConfig(const void *Function, cudaFuncCache Config) {
  SIM_USE_KERNEL(Function)
  return unsigned(Config) <= unsigned(cudaFuncCachePreferEqual) ? cudaSuccess : result(cudaErrorInvalidValue);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig) { return cudaSuccess; }

cudaError_t cudaFuncGetName(const char **Name, const void *Function) {
  SIM_USE_KERNEL(Function)
  if (!Name)
    return result(cudaErrorInvalidValue);
  *Name = K->Name.c_str();
  return cudaSuccess;
}

/// The most blocks of a kernel that an SM holds at once. Registers are not simulated, so they limit nothing.
static uint64_t blocksPerSM(const KernelFacts &Facts, const Chip &C, uint32_t Threads, uint64_t DynamicShared) {
  const uint64_t Shared = Facts.StaticShared + DynamicShared;
  if (Threads > Facts.MaxThreads || Shared > C.SharedPerBlockOptin)
    return 0;
  const uint64_t PerBlock = Shared + C.reservedShared(), Warps = (Threads + 31) / 32;
  uint64_t N = std::min<uint64_t>(C.BlocksPerSM, C.ThreadsPerSM / 32 / Warps);
  if (PerBlock)
    N = std::min(N, C.SharedPerSM / PerBlock);
  return N;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *Blocks, const void *Function, int Threads,
                                                                   size_t Shared, unsigned Flags) {
  SIM_USE_KERNEL(Function)
  if (!Blocks || Threads <= 0 || Flags > cudaOccupancyDisableCachingOverride)
    return result(cudaErrorInvalidValue);
  *Blocks = blocksPerSM(*Facts, *Program::get().chip(), Threads, Shared);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, const void *Function, int Threads,
                                                          size_t Shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Blocks, Function, Threads, Shared, 0);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes, const void *Function, int Blocks, int Threads) {
  SIM_USE_KERNEL(Function)
  const Chip &C = *Program::get().chip();
  if (!Bytes || Blocks <= 0 || Threads <= 0 || blocksPerSM(*Facts, C, Threads, 0) < uint64_t(Blocks))
    return result(cudaErrorInvalidValue);
  // In steps of 128 bytes, and no more than the kernel may have now. What the system takes of each block is not
  // subtracted.
  const uint64_t Each = C.SharedPerSM / Blocks / 128 * 128;
  *Bytes = std::min<uint64_t>(Each - Facts->StaticShared, mostDynamicShared(*K, *Facts));
  return cudaSuccess;
}
