//===- Memory.cpp - Allocation calls ----------------------------*- C++ -*-===//
#include "Sim/Memory.h"
#include "Sim/Cudart/Runtime.h"
#include "Sim/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

using namespace phobos::sim;

bool phobos::sim::isDevicePointer(const void *P) { return DeviceMemory::get().inRange(reinterpret_cast<uint64_t>(P)); }

bool phobos::sim::checkRange(const void *P, size_t Bytes, const char *Call) {
  const uint64_t Address = reinterpret_cast<uint64_t>(P);
  if (!Bytes || !isDevicePointer(P) || DeviceMemory::get().holding(Address, Bytes))
    return true;
  const Allocation *A = DeviceMemory::get().nearest(Address);
  std::string Text = std::string(Call) + " of " + std::to_string(Bytes) + " bytes at 0x" + llvm::utohexstr(Address, true);
  const bool Freed = A && A->Freed && Address < A->Address + A->Bytes;
  if (A)
    Text += Freed ? " is in " + A->describe() + ", which was freed"
                  : " leaves " + A->describe() + " at 0x" + llvm::utohexstr(A->Address, true);
  reportHost(Freed ? Finding::UseAfterFree : Finding::OutOfBounds, Text);
  return false;
}

static cudaError_t allocate(void **P, size_t Bytes, Allocation::Kind What) {
  if (!P)
    return result(cudaErrorInvalidValue);
  *P = nullptr;
  if (!Bytes)
    return cudaSuccess;
  const Chip *C = Program::get().chip();
  if (!C)
    return result(cudaErrorNoDevice);
  const uint64_t Address = DeviceMemory::get().allocate(Bytes, What, C->GlobalBytes);
  if (!Address)
    return result(cudaErrorMemoryAllocation);
  // The host writes pinned and managed memory where no check sees it.
  if (What != Allocation::Kind::Device)
    DeviceMemory::get().markInitialized(Address, Bytes);
  *P = reinterpret_cast<void *>(Address);
  return cudaSuccess;
}

static cudaError_t release(void *P, const char *Call) {
  if (!P)
    return cudaSuccess;
  const uint64_t Address = reinterpret_cast<uint64_t>(P);
  if (DeviceMemory::get().release(Address))
    return cudaSuccess;
  const Allocation *A = isDevicePointer(P) ? DeviceMemory::get().nearest(Address) : nullptr;
  if (A && A->Address == Address && A->Freed)
    reportHost(Finding::UseAfterFree, std::string(Call) + " of " + A->describe() + ", which was freed before");
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaMalloc(void **P, size_t Bytes) {
  SIM_USE_DEVICE
  return allocate(P, Bytes, Allocation::Kind::Device);
}

cudaError_t cudaMallocAsync(void **P, size_t Bytes, cudaStream_t) { return cudaMalloc(P, Bytes); }
SIM_ALIAS(cudaMallocAsync, cudaMallocAsync_ptsz)
cudaError_t cudaMallocFromPoolAsync(void **P, size_t Bytes, cudaMemPool_t, cudaStream_t) { return cudaMalloc(P, Bytes); }
SIM_ALIAS(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz)

// A pool has nothing of its own: freed memory is gone at once.
cudaError_t cudaMemPoolCreate(cudaMemPool_t *Pool, const cudaMemPoolProps *Properties) {
  static char Place;
  if (!Pool || !Properties)
    return result(cudaErrorInvalidValue);
  *Pool = reinterpret_cast<cudaMemPool_t>(&Place);
  return result(cudaSuccess);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return result(cudaSuccess); }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *) { return result(cudaSuccess); }

cudaError_t cudaMallocHost(void **P, size_t Bytes) {
  SIM_USE_DEVICE
  return allocate(P, Bytes, Allocation::Kind::Pinned);
}

cudaError_t cudaHostAlloc(void **P, size_t Bytes, unsigned) { return cudaMallocHost(P, Bytes); }

cudaError_t cudaMallocManaged(void **P, size_t Bytes, unsigned) {
  SIM_USE_DEVICE
  return allocate(P, Bytes, Allocation::Kind::Managed);
}

cudaError_t cudaMallocPitch(void **P, size_t *Pitch, size_t Width, size_t Height) {
  SIM_USE_DEVICE
  if (!Pitch)
    return result(cudaErrorInvalidValue);
  *Pitch = llvm::alignTo(Width, 512);
  return allocate(P, *Pitch * Height, Allocation::Kind::Device);
}

cudaError_t cudaFree(void *P) {
  SIM_USE_DEVICE
  return release(P, "cudaFree");
}

cudaError_t cudaFreeAsync(void *P, cudaStream_t) { return cudaFree(P); }
SIM_ALIAS(cudaFreeAsync, cudaFreeAsync_ptsz)

cudaError_t cudaFreeHost(void *P) {
  SIM_USE_DEVICE
  return release(P, "cudaFreeHost");
}

cudaError_t cudaHostGetDevicePointer(void **Device, void *Host, unsigned) {
  SIM_USE_DEVICE
  *Device = Host;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *Flags, void *) {
  *Flags = 0;
  return cudaSuccess;
}

cudaError_t cudaHostRegister(void *P, size_t Bytes, unsigned) {
  SIM_USE_DEVICE
  return registerHost(reinterpret_cast<uint64_t>(P), Bytes) ? cudaSuccess
                                                            : result(cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void *P) {
  SIM_USE_DEVICE
  return unregisterHost(reinterpret_cast<uint64_t>(P)) ? cudaSuccess : result(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  SIM_USE_DEVICE
  const Chip *C = Program::get().chip();
  if (!C)
    return result(cudaErrorNoDevice);
  *Total = C->GlobalBytes;
  *Free = C->GlobalBytes - DeviceMemory::get().bytesInUse();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Out, const void *P) {
  SIM_USE_DEVICE
  *Out = {};
  const Allocation *A =
      isDevicePointer(P) ? DeviceMemory::get().holding(reinterpret_cast<uint64_t>(P), 0) : nullptr;
  Out->device = A ? 0 : -2;
  Out->type = cudaMemoryTypeUnregistered;
  Out->hostPointer = const_cast<void *>(P);
  if (!A)
    return cudaSuccess;
  Out->devicePointer = const_cast<void *>(P);
  Out->type = A->What == Allocation::Kind::Pinned    ? cudaMemoryTypeHost
              : A->What == Allocation::Kind::Managed ? cudaMemoryTypeManaged
                                                     : cudaMemoryTypeDevice;
  if (Out->type == cudaMemoryTypeDevice)
    Out->hostPointer = nullptr;
  return cudaSuccess;
}
