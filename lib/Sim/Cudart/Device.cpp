//===- Device.cpp - Device and version calls --------------------*- C++ -*-===//
#include "Sim/Cudart/Runtime.h"
#include "Sim/Memory.h"
#include "Sim/Report.h"
#include <cstring>

using namespace phobos::sim;

cudaError_t cudaGetDeviceCount(int *Count) {
  *Count = 1;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int *Device) {
  *Device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int Device) { return Device == 0 ? cudaSuccess : result(cudaErrorInvalidDevice); }
cudaError_t cudaInitDevice(int Device, unsigned, unsigned) { return cudaSetDevice(Device); }
cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }

cudaError_t cudaGetDeviceFlags(unsigned *Flags) {
  *Flags = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceReset() {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  clearDeviceError();
  DeviceMemory::get().reset();
  Program::get().reset();
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  SIM_USE_DEVICE
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *Version) {
  *Version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *Version) {
  *Version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *Config) {
  *Config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }

cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  if (Least)
    *Least = 0;
  if (Greatest)
    *Greatest = -5;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *Can, int, int) {
  *Can = 0;
  return cudaSuccess;
}

cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int Device) {
  if (Device != 0)
    return result(cudaErrorInvalidDevice);
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  const Chip *C = Program::get().chip();
  if (!C)
    return result(cudaErrorNoDevice);
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
  if (Device != 0)
    return result(cudaErrorInvalidDevice);
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  const Chip *C = Program::get().chip();
  if (!C)
    return result(cudaErrorNoDevice);
  switch (Attribute) {
#define SIM_ATTRIBUTE(Name, Number)                                                                                    \
  case Name:                                                                                                           \
    *Value = Number;                                                                                                   \
    return cudaSuccess;
#include "Sim/Cudart/Attributes.def"
  default:
    return notSimulated(("cudaDeviceGetAttribute(" + std::to_string(int(Attribute)) + ")").c_str());
  }
}
