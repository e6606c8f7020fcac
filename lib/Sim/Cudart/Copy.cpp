//===- Copy.cpp - memcpy and memset calls -----------------------*- C++ -*-===//
#include "Sim/Cudart/Runtime.h"
#include "Sim/Memory.h"
#include <cstring>

using namespace phobos::sim;

/// Whether the pointers are what the direction says. Pinned and managed memory are both.
static bool matches(const void *P, bool Device) {
  if (!Device)
    return true;
  return isDevicePointer(P) || isRegisteredHost(reinterpret_cast<uint64_t>(P), 1);
}

static bool validKind(cudaMemcpyKind Kind) { return unsigned(Kind) <= unsigned(cudaMemcpyDefault); }

static cudaError_t copy(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind, const char *Call) {
  if (!Bytes)
    return cudaSuccess;
  if (!validKind(Kind))
    return result(cudaErrorInvalidMemcpyDirection);
  if (!To || !From || !matches(To, Kind == cudaMemcpyHostToDevice || Kind == cudaMemcpyDeviceToDevice) ||
      !matches(From, Kind == cudaMemcpyDeviceToHost || Kind == cudaMemcpyDeviceToDevice))
    return result(cudaErrorInvalidValue);
  if (!checkRange(To, Bytes, Call) || !checkRange(From, Bytes, Call))
    return result(cudaErrorInvalidValue);
  memmove(To, From, Bytes);
  if (isDevicePointer(To)) {
    const auto ToAddress = reinterpret_cast<uint64_t>(To), FromAddress = reinterpret_cast<uint64_t>(From);
    if (isDevicePointer(From))
      DeviceMemory::get().copyInitialized(ToAddress, FromAddress, Bytes);
    else
      DeviceMemory::get().markInitialized(ToAddress, Bytes);
  }
  return cudaSuccess;
}

static cudaError_t set(void *To, int Value, size_t Bytes, const char *Call) {
  if (!Bytes)
    return cudaSuccess;
  if (!isDevicePointer(To) || !checkRange(To, Bytes, Call))
    return result(cudaErrorInvalidValue);
  memset(To, Value, Bytes);
  DeviceMemory::get().markInitialized(reinterpret_cast<uint64_t>(To), Bytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  return copy(To, From, Bytes, Kind, "cudaMemcpy");
}
SIM_ALIAS(cudaMemcpy, cudaMemcpy_ptds)

cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind, cudaStream_t) {
  SIM_USE_DEVICE
  return copy(To, From, Bytes, Kind, "cudaMemcpyAsync");
}
SIM_ALIAS(cudaMemcpyAsync, cudaMemcpyAsync_ptsz)

cudaError_t cudaMemcpyPeer(void *To, int, const void *From, int, size_t Bytes) {
  return cudaMemcpy(To, From, Bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  if (Width > ToPitch || Width > FromPitch)
    return result(cudaErrorInvalidPitchValue);
  for (size_t Row = 0; Row < Height; ++Row)
    if (cudaError_t Error = copy(static_cast<char *>(To) + Row * ToPitch,
                                 static_cast<const char *>(From) + Row * FromPitch, Width, Kind, "cudaMemcpy2D"))
      return Error;
  return cudaSuccess;
}
SIM_ALIAS(cudaMemcpy2D, cudaMemcpy2D_ptds)

cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width,
                              size_t Height, cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpy2D(To, ToPitch, From, FromPitch, Width, Height, Kind);
}
SIM_ALIAS(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz)

cudaError_t cudaMemset(void *To, int Value, size_t Bytes) {
  SIM_USE_DEVICE
  return set(To, Value, Bytes, "cudaMemset");
}
SIM_ALIAS(cudaMemset, cudaMemset_ptds)

cudaError_t cudaMemsetAsync(void *To, int Value, size_t Bytes, cudaStream_t) {
  SIM_USE_DEVICE
  return set(To, Value, Bytes, "cudaMemsetAsync");
}
SIM_ALIAS(cudaMemsetAsync, cudaMemsetAsync_ptsz)

cudaError_t cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width, size_t Height) {
  SIM_USE_DEVICE
  for (size_t Row = 0; Row < Height; ++Row)
    if (cudaError_t Error = set(static_cast<char *>(To) + Row * Pitch, Value, Width, "cudaMemset2D"))
      return Error;
  return cudaSuccess;
}
SIM_ALIAS(cudaMemset2D, cudaMemset2D_ptds)

cudaError_t cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width, size_t Height, cudaStream_t) {
  return cudaMemset2D(To, Pitch, Value, Width, Height);
}
SIM_ALIAS(cudaMemset2DAsync, cudaMemset2DAsync_ptsz)

cudaError_t cudaGetSymbolAddress(void **P, const void *Symbol) {
  SIM_USE_DEVICE
  uint64_t Address, Bytes;
  if (int Error = Program::get().findVariable(Symbol, Address, Bytes))
    return result(Error);
  *P = reinterpret_cast<void *>(Address);
  return cudaSuccess;
}

cudaError_t cudaGetSymbolSize(size_t *Size, const void *Symbol) {
  SIM_USE_DEVICE
  uint64_t Address, Bytes;
  if (int Error = Program::get().findVariable(Symbol, Address, Bytes))
    return result(Error);
  *Size = Bytes;
  return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *From, size_t Bytes, size_t Offset,
                               cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  uint64_t Address, Size;
  if (int Error = Program::get().findVariable(Symbol, Address, Size))
    return result(Error);
  return copy(reinterpret_cast<char *>(Address) + Offset, From, Bytes, Kind, "cudaMemcpyToSymbol");
}
SIM_ALIAS(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds)

cudaError_t cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Bytes, size_t Offset, cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  uint64_t Address, Size;
  if (int Error = Program::get().findVariable(Symbol, Address, Size))
    return result(Error);
  return copy(To, reinterpret_cast<char *>(Address) + Offset, Bytes, Kind, "cudaMemcpyFromSymbol");
}
SIM_ALIAS(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds)

cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol, const void *From, size_t Bytes, size_t Offset,
                                    cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpyToSymbol(Symbol, From, Bytes, Offset, Kind);
}
SIM_ALIAS(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz)

cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Bytes, size_t Offset, cudaMemcpyKind Kind,
                                      cudaStream_t) {
  return cudaMemcpyFromSymbol(To, Symbol, Bytes, Offset, Kind);
}
SIM_ALIAS(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz)
