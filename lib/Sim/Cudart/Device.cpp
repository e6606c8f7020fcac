//===- Device.cpp - Device and version calls --------------------*- C++ -*-===//
#include "Sim/Cudart/Streams.h"
#include "Sim/Memory.h"
#include "Sim/Report.h"
#include <cstring>
#include <cuda_profiler_api.h>

using namespace phobos::sim;

cudaError_t cudaGetDeviceCount(int *Count) {
  if (!Count)
    return result(cudaErrorInvalidValue);
  const cudaError_t Missing = noDevice();
  *Count = Missing ? 0 : 1;
  return result(Missing);
}

cudaError_t cudaGetDevice(int *Device) {
  if (!Device)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Missing = noDevice())
    return result(Missing);
  *Device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int Device) {
  if (cudaError_t Missing = noDevice())
    return result(Missing);
  return Device == 0 ? cudaSuccess : result(cudaErrorInvalidDevice);
}
cudaError_t cudaInitDevice(int Device, unsigned, unsigned) { return cudaSetDevice(Device); }

static unsigned DeviceFlags = cudaDeviceMapHost;

cudaError_t cudaSetDeviceFlags(unsigned Flags) {
  if ((Flags & ~unsigned(cudaDeviceMask)) || (Flags & cudaDeviceScheduleMask) == cudaDeviceScheduleMask)
    return result(cudaErrorInvalidValue);
  DeviceFlags = Flags | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *Flags) {
  if (!Flags)
    return result(cudaErrorInvalidValue);
  *Flags = DeviceFlags;
  return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *Device, const cudaDeviceProp *Properties) {
  if (!Device || !Properties)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Missing = noDevice())
    return result(Missing);
  *Device = 0;
  return cudaSuccess;
}

/// Domain, bus, device and function.
static constexpr char BusId[] = "0000:01:00.0";

cudaError_t cudaDeviceGetPCIBusId(char *Id, int Bytes, int Device) {
  if (!Id || Bytes < int(sizeof(BusId)))
    return result(cudaErrorInvalidValue);
  if (Device)
    return result(cudaErrorInvalidDevice);
  memcpy(Id, BusId, sizeof(BusId));
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *Device, const char *Id) {
  if (!Device || !Id)
    return result(cudaErrorInvalidValue);
  // The domain and the function may be left out.
  if (strcmp(Id, BusId) && strcmp(Id, BusId + 5) && strcmp(Id, "01:00"))
    return result(cudaErrorInvalidDevice);
  *Device = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceReset() {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  clearDeviceError();
  forgetStreams();
  DeviceMemory::get().reset();
  Program::get().reset();
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  SIM_USE_DEVICE
  return result(waitForAll());
}

cudaError_t cudaDriverGetVersion(int *Version) {
  if (!Version)
    return result(cudaErrorInvalidValue);
  *Version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *Version) { return cudaDriverGetVersion(Version); }

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *Config) {
  if (!Config)
    return result(cudaErrorInvalidValue);
  *Config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

/// By cudaLimit; what a fresh device has. There is no room to run out of, so they limit nothing.
static size_t Limits[] = {1024, 1 << 20, 8 << 20, 0, 2048, 128, 0};

static cudaError_t checkLimit(cudaLimit L) {
  if (unsigned(L) >= std::size(Limits))
    return cudaErrorInvalidValue;
  // The depth of synchronization went with the device runtime's cudaDeviceSynchronize.
  return L == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit L, size_t Value) {
  SIM_USE_DEVICE
  if (cudaError_t Error = checkLimit(L))
    return result(Error);
  Limits[L] = Value;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *Value, cudaLimit L) {
  SIM_USE_DEVICE
  if (cudaError_t Error = checkLimit(L))
    return result(Error);
  if (!Value)
    return result(cudaErrorInvalidValue);
  *Value = Limits[L];
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *Can, int Device, int Peer) {
  if (!Can)
    return result(cudaErrorInvalidValue);
  if (Device || Peer)
    return result(cudaErrorInvalidDevice);
  *Can = 0;
  return cudaSuccess;
}

cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int Device) {
  if (!P)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Missing = noDevice())
    return result(Missing);
  if (Device != 0)
    return result(cudaErrorInvalidDevice);
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  const Chip *C = Program::get().chip();
  *P = {};
  strncpy(P->name, (std::string(C->Name) + " (simulated)").c_str(), sizeof(P->name) - 1);
  P->totalGlobalMem = C->GlobalBytes;
  P->sharedMemPerBlock = Chip::SharedPerBlock;
  P->sharedMemPerBlockOptin = C->SharedPerBlockOptin;
  P->sharedMemPerMultiprocessor = C->SharedPerSM;
  P->reservedSharedMemPerBlock = C->reservedShared();
  P->regsPerBlock = P->regsPerMultiprocessor = 65536;
  P->warpSize = 32;
  P->memPitch = 0x7FFFFFFF;
  P->maxThreadsPerBlock = 1024;
  P->maxThreadsDim[0] = P->maxThreadsDim[1] = 1024;
  P->maxThreadsDim[2] = 64;
  P->maxGridSize[0] = 0x7FFFFFFF;
  P->maxGridSize[1] = P->maxGridSize[2] = 65535;
  P->totalConstMem = 65536;
  P->major = C->major();
  P->minor = C->minor();
  P->textureAlignment = 512;
  P->texturePitchAlignment = 32;
  P->multiProcessorCount = C->SMs;
  P->canMapHostMemory = P->concurrentKernels = P->unifiedAddressing = P->managedMemory = 1;
  P->memoryBusWidth = C->BusBits;
  P->l2CacheSize = C->L2Bytes;
  P->maxThreadsPerMultiProcessor = C->ThreadsPerSM;
  P->maxBlocksPerMultiProcessor = C->BlocksPerSM;
  P->streamPrioritiesSupported = P->globalL1CacheSupported = P->localL1CacheSupported = 1;
  P->asyncEngineCount = 3;
  P->memoryPoolsSupported = P->hostRegisterSupported = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr Attribute, int Device) {
  if (!Value)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Missing = noDevice())
    return result(Missing);
  if (Device != 0)
    return result(cudaErrorInvalidDevice);
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  const Chip *C = Program::get().chip();
  switch (Attribute) {
#define SIM_ATTRIBUTE(Name, Number)                                                                                    \
  case Name:                                                                                                           \
    *Value = Number;                                                                                                   \
    return cudaSuccess;
#include "Sim/Cudart/Attributes.def"
  default:
    if (Attribute <= 0 || Attribute >= cudaDevAttrMax)
      return result(cudaErrorInvalidValue);
    return notSimulated(("cudaDeviceGetAttribute(" + std::to_string(int(Attribute)) + ")").c_str());
  }
}
