//===- Cudart.h - The CUDA runtime functions that launches need -------------===//
//
// Declared here so that the runtime needs no CUDA headers: its bitcode serves every CUDA version that is supported.
// Values and layouts below are part of CUDA's stable ABI.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIME_CUDART_H
#define PHOBOS_LAUNCH_RUNTIME_CUDART_H

#include <stddef.h>
#include <stdint.h>

namespace phobos_v1 {

/// dim3.
struct Dim3 {
  uint32_t X, Y, Z;
};
/// cudaStream_t.
using Stream = void *;

/// cudaFuncAttributes, with room for fields that later versions add.
struct FunctionAttributes {
  size_t SharedBytes, ConstBytes, LocalBytes;
  int MaxThreads, Registers, PtxVersion, BinaryVersion, CacheModeCA, MaxDynamicSharedBytes, PreferredCarveout;
  int ClusterDimMustBeSet, ClusterWidth, ClusterHeight, ClusterDepth;
  int Reserved[64];
};

enum Error : int {
  Success = 0,
  InvalidSymbol = 13,
  InvalidDeviceFunction = 98,
  NoKernelImage = 209,
  SymbolNotFound = 500,
};

enum DeviceAttribute : int {
  MaxBlockDimX = 2, // Y and Z follow
  MaxGridDimX = 5,  // Y and Z follow
  MultiProcessorCount = 16,
  MemoryPoolsSupported = 115,
};

/// cudaMemPoolProps: memory of one device, for this process alone.
struct PoolProperties {
  int AllocationType = 1 /* pinned */, HandleTypes = 0;
  int LocationType = 1 /* device */, LocationId = 0;
  void *SecurityAttributes = nullptr;
  unsigned char Reserved[64] = {};
};
using Pool = void *;

enum PoolAttribute : int {
  PoolReuseAllowInternalDependencies = 3, // int
  PoolReleaseThreshold = 4,               // uint64_t
};

inline constexpr int MaxDynamicSharedMemorySize = 8; // cudaFuncAttribute
inline constexpr int StreamCaptureModeRelaxed = 2;
inline constexpr unsigned StreamNonBlocking = 1;
inline constexpr int MemcpyDeviceToHost = 2;
/// cudaStreamPerThread.
inline const Stream PerThreadStream = reinterpret_cast<Stream>(2);

using LaunchFunction = int(const void *, Dim3, Dim3, void **, size_t, Stream);

} // namespace phobos_v1

extern "C" {
phobos_v1::LaunchFunction cudaLaunchKernel, cudaLaunchKernel_ptsz;
int cudaGetDevice(int *);
int cudaPeekAtLastError();
int cudaGetLastError();
int cudaDeviceGetAttribute(int *, int, int);
int cudaFuncGetAttributes(phobos_v1::FunctionAttributes *, const void *);
int cudaFuncSetAttribute(const void *, int, int);
int cudaGetSymbolAddress(void **, const void *);
int cudaStreamCreateWithFlags(phobos_v1::Stream *, unsigned);
int cudaStreamSynchronize(phobos_v1::Stream);
int cudaStreamDestroy(phobos_v1::Stream);
int cudaMemcpyAsync(void *, const void *, size_t, int, phobos_v1::Stream);
int cudaThreadExchangeStreamCaptureMode(int *);
int cudaStreamIsCapturing(phobos_v1::Stream, int *);
int cudaMemPoolCreate(phobos_v1::Pool *, const phobos_v1::PoolProperties *);
int cudaMemPoolSetAttribute(phobos_v1::Pool, int, void *);
int cudaMemPoolDestroy(phobos_v1::Pool);
int cudaMallocFromPoolAsync(void **, size_t, phobos_v1::Pool, phobos_v1::Stream);
int cudaFreeAsync(void *, phobos_v1::Stream);
}

#endif
