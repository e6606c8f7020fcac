//===- Memory.cpp - Allocation calls ----------------------------*- C++ -*-===//
#include "Sim/Memory.h"
#include "Sim/Cudart/Streams.h"
#include "Sim/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

using namespace phobos::sim;
using Kind = Allocation::Kind;

bool phobos::sim::isDevicePointer(const void *P) { return DeviceMemory::get().inRange(reinterpret_cast<uint64_t>(P)); }

bool phobos::sim::checkRange(const void *P, size_t Bytes, const char *Call) {
  const uint64_t Address = reinterpret_cast<uint64_t>(P);
  if (!Bytes || !isDevicePointer(P) || DeviceMemory::get().holding(Address, Bytes))
    return true;
  const Allocation *A = DeviceMemory::get().nearest(Address);
  std::string Text =
      std::string(Call) + " of " + std::to_string(Bytes) + " bytes at 0x" + llvm::utohexstr(Address, true);
  const bool Freed = A && A->Freed && Address < A->Address + A->Bytes;
  if (A)
    Text += Freed ? " is in " + A->describe() + ", which was freed"
                  : " leaves " + A->describe() + " at 0x" + llvm::utohexstr(A->Address, true);
  reportHost(Freed ? Finding::UseAfterFree : Finding::OutOfBounds, Text);
  return false;
}

cudaError_t phobos::sim::allocateMemory(void **P, size_t Bytes, Kind What) {
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
  if (What == Kind::Pinned || What == Kind::Managed)
    DeviceMemory::get().markInitialized(Address, Bytes);
  *P = reinterpret_cast<void *>(Address);
  return cudaSuccess;
}

cudaError_t phobos::sim::reserveMemory(void **P, size_t Bytes) {
  const Chip *C = Program::get().chip();
  if (!P || !Bytes || !C)
    return cudaErrorInvalidValue;
  *P = reinterpret_cast<void *>(DeviceMemory::get().reserve(Bytes, C->GlobalBytes));
  return *P ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t phobos::sim::releaseMemory(void *P, const char *Call, llvm::ArrayRef<Kind> Kinds) {
  const uint64_t Address = reinterpret_cast<uint64_t>(P);
  const Allocation *A = isDevicePointer(P) ? DeviceMemory::get().nearest(Address) : nullptr;
  if (!A || A->Address != Address)
    return cudaErrorInvalidValue;
  if (A->Freed) {
    reportHost(Finding::UseAfterFree, std::string(Call) + " of " + A->describe() + ", which was freed before");
    return cudaErrorInvalidValue;
  }
  if (!llvm::is_contained(Kinds, A->What))
    return cudaErrorInvalidValue;
  leavePool(P, A->Bytes);
  DeviceMemory::get().release(Address);
  return cudaSuccess;
}

static cudaError_t release(void *P, const char *Call, llvm::ArrayRef<Kind> Kinds) {
  return P ? result(releaseMemory(P, Call, Kinds)) : cudaSuccess;
}

cudaError_t cudaMalloc(void **P, size_t Bytes) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  return allocateMemory(P, Bytes, Kind::Device);
}

cudaError_t cudaHostAlloc(void **P, size_t Bytes, unsigned Flags) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  if (Flags & ~unsigned(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
    return result(cudaErrorInvalidValue);
  return allocateMemory(P, Bytes, Kind::Pinned);
}

cudaError_t cudaMallocHost(void **P, size_t Bytes) { return cudaHostAlloc(P, Bytes, cudaHostAllocDefault); }

cudaError_t cudaMallocManaged(void **P, size_t Bytes, unsigned Flags) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  if ((Flags != cudaMemAttachGlobal && Flags != cudaMemAttachHost))
    return result(cudaErrorInvalidValue);
  return allocateMemory(P, Bytes, Kind::Managed);
}

/// What rows are padded to.
static constexpr size_t PitchAlign = 512;

cudaError_t cudaMallocPitch(void **P, size_t *Pitch, size_t Width, size_t Height) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  if (!P || !Pitch)
    return result(cudaErrorInvalidValue);
  *Pitch = llvm::alignTo(Width, PitchAlign);
  return allocateMemory(P, *Pitch * Height, Kind::Device);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *Out, cudaExtent Extent) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  if (!Out)
    return result(cudaErrorInvalidValue);
  Out->pitch = llvm::alignTo(Extent.width, PitchAlign);
  Out->xsize = Extent.width;
  Out->ysize = Extent.height;
  return allocateMemory(&Out->ptr, Out->pitch * Extent.height * Extent.depth, Kind::Device);
}

cudaError_t cudaFree(void *P) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  return release(P, "cudaFree", {Kind::Device, Kind::Managed, Kind::Pool});
}

cudaError_t cudaFreeHost(void *P) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  return release(P, "cudaFreeHost", {Kind::Pinned});
}

/// The pinned allocation that holds P; null where there is none.
static const Allocation *pinned(const void *P) {
  const Allocation *A = isDevicePointer(P) ? DeviceMemory::get().holding(reinterpret_cast<uint64_t>(P), 1) : nullptr;
  return A && A->What == Kind::Pinned ? A : nullptr;
}

cudaError_t cudaHostGetDevicePointer(void **Device, void *Host, unsigned Flags) {
  SIM_USE_DEVICE
  if (!Device || Flags || (!pinned(Host) && !isRegisteredHost(reinterpret_cast<uint64_t>(Host), 1)))
    return result(cudaErrorInvalidValue);
  *Device = Host;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *Flags, void *Host) {
  SIM_USE_DEVICE
  if (!Flags || (!pinned(Host) && !isRegisteredHost(reinterpret_cast<uint64_t>(Host), 1)))
    return result(cudaErrorInvalidValue);
  *Flags = cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t cudaHostRegister(void *P, size_t Bytes, unsigned Flags) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  constexpr unsigned All =
      cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
  if (!P || !Bytes || (Flags & ~All))
    return result(cudaErrorInvalidValue);
  if (Flags & cudaHostRegisterIoMemory)
    return notSimulated("cudaHostRegister of I/O memory");
  if (isDevicePointer(P) || !registerHost(reinterpret_cast<uint64_t>(P), Bytes))
    return result(cudaErrorHostMemoryAlreadyRegistered);
  return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *P) {
  SIM_USE_DEVICE
  SIM_UNSAFE
  if (!P)
    return result(cudaErrorInvalidValue);
  const uint64_t Address = reinterpret_cast<uint64_t>(P);
  if (unregisterHost(Address))
    return cudaSuccess;
  return result(isRegisteredHost(Address, 1) ? cudaErrorInvalidValue : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  SIM_USE_DEVICE
  const Chip *C = Program::get().chip();
  if (!C)
    return result(cudaErrorNoDevice);
  if (Total)
    *Total = C->GlobalBytes;
  if (Free)
    *Free = C->GlobalBytes - DeviceMemory::get().bytesInUse();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Out, const void *P) {
  SIM_USE_DEVICE
  if (!Out)
    return result(cudaErrorInvalidValue);
  *Out = {};
  const uint64_t Address = reinterpret_cast<uint64_t>(P);
  const Allocation *A = isDevicePointer(P) ? DeviceMemory::get().holding(Address, 1) : nullptr;
  const bool Registered = isRegisteredHost(Address, 1);
  Out->device = A || Registered ? 0 : -2;
  Out->type = cudaMemoryTypeUnregistered;
  Out->hostPointer = const_cast<void *>(P);
  if (!A && !Registered)
    return cudaSuccess;
  Out->devicePointer = const_cast<void *>(P);
  Out->type = Registered || A->What == Kind::Pinned ? cudaMemoryTypeHost
              : A->What == Kind::Managed            ? cudaMemoryTypeManaged
                                                    : cudaMemoryTypeDevice;
  if (Out->type == cudaMemoryTypeDevice)
    Out->hostPointer = nullptr;
  return cudaSuccess;
}

/// Whether [P, P + Bytes) is in one managed allocation.
static bool isManaged(const void *P, size_t Bytes) {
  const Allocation *A =
      isDevicePointer(P) ? DeviceMemory::get().holding(reinterpret_cast<uint64_t>(P), Bytes) : nullptr;
  return Bytes && A && A->What == Kind::Managed;
}

static bool isPlace(cudaMemLocation L) {
  return (L.type == cudaMemLocationTypeDevice && L.id == 0) || L.type == cudaMemLocationTypeHost ||
         L.type == cudaMemLocationTypeHostNuma || L.type == cudaMemLocationTypeHostNumaCurrent;
}

// Where memory lies makes no difference here.
cudaError_t cudaMemAdvise(const void *P, size_t Bytes, cudaMemoryAdvise Advice, cudaMemLocation Location) {
  SIM_USE_DEVICE
  if (!isManaged(P, Bytes) || Advice < cudaMemAdviseSetReadMostly || Advice > cudaMemAdviseUnsetAccessedBy)
    return result(cudaErrorInvalidValue);
  const bool AsksPlace = Advice == cudaMemAdviseSetPreferredLocation || Advice >= cudaMemAdviseSetAccessedBy;
  return AsksPlace && !isPlace(Location) ? result(cudaErrorInvalidDevice) : cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *P, size_t Bytes, cudaMemLocation Location, unsigned Flags,
                                 cudaStream_t S) {
  SIM_USE_STREAM(S)
  if (Flags || !isManaged(P, Bytes))
    return result(cudaErrorInvalidValue);
  return isPlace(Location) ? result(useStream(S, Of)) : result(cudaErrorInvalidDevice);
}
SIM_PER_THREAD(cudaMemPrefetchAsync,
               (const void *P, size_t Bytes, cudaMemLocation Location, unsigned Flags, cudaStream_t S), P, Bytes,
               Location, Flags, perThread(S))

cudaError_t cudaStreamAttachMemAsync(cudaStream_t S, void *P, size_t, unsigned Flags) {
  SIM_USE_STREAM(S)
  if (!isManaged(P, 1) || (Flags != cudaMemAttachGlobal && Flags != cudaMemAttachHost && Flags != cudaMemAttachSingle))
    return result(cudaErrorInvalidValue);
  return result(useStream(S, Of));
}
SIM_PER_THREAD(cudaStreamAttachMemAsync, (cudaStream_t S, void *P, size_t Bytes, unsigned Flags), perThread(S), P,
               Bytes, Flags)
