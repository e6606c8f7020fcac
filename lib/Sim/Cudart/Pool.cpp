//===- Pool.cpp - Stream-ordered allocation and its pools -------*- C++ -*-===//
//
// A pool keeps nothing: what is freed is gone at once, so a use after it is found. Its attributes are remembered.
//
//===----------------------------------------------------------------------===//
#include "Sim/Cudart/Streams.h"
#include "Sim/Memory.h"
#include <cstring>
#include <map>
#include <set>

using namespace phobos::sim;
using Kind = Allocation::Kind;

struct CUmemPoolHandle_st {
  /// cudaMemPoolReuseFollowEventDependencies, ...AllowOpportunistic, ...AllowInternalDependencies.
  int Reuse[3] = {1, 1, 1};
  uint64_t ReleaseThreshold = 0;
  uint64_t Used = 0, UsedHigh = 0;
};

namespace {
struct Pools {
  CUmemPoolHandle_st Default;
  cudaMemPool_t Current = &Default;
  std::set<cudaMemPool_t> Created;
  /// Where each allocation came from.
  std::map<void *, cudaMemPool_t> From;

  bool isPool(cudaMemPool_t P) const { return P == &Default || Created.count(P); }
};
} // namespace

static Pools &pools() {
  static auto *All = new Pools;
  return *All;
}

static cudaError_t allocate(void **P, size_t Bytes, cudaMemPool_t From, cudaStream_t S) {
  SIM_USE_DEVICE
  Stream *Of;
  if (!P || !pools().isPool(From))
    return result(cudaErrorInvalidValue);
  if (cudaError_t Error = useStream(S, Of))
    return result(Error);
  if (Of->InCapture) {
    if (cudaError_t Error = reserveMemory(P, Bytes)) {
      invalidate(*Of);
      return result(Error);
    }
    return result(addToCapture(*Of, AllocateWork{*P, Bytes}));
  }
  if (cudaError_t Error = allocateMemory(P, Bytes, Kind::Pool))
    return Error;
  if (*P)
    pools().From[*P] = From;
  From->Used += Bytes;
  From->UsedHigh = std::max(From->UsedHigh, From->Used);
  return cudaSuccess;
}

cudaError_t cudaMallocAsync(void **P, size_t Bytes, cudaStream_t S) { return allocate(P, Bytes, pools().Current, S); }
SIM_PER_THREAD(cudaMallocAsync, (void **P, size_t Bytes, cudaStream_t S), P, Bytes, perThread(S))
cudaError_t cudaMallocFromPoolAsync(void **P, size_t Bytes, cudaMemPool_t From, cudaStream_t S) {
  return allocate(P, Bytes, From, S);
}
SIM_PER_THREAD(cudaMallocFromPoolAsync, (void **P, size_t Bytes, cudaMemPool_t From, cudaStream_t S), P, Bytes, From,
               perThread(S))

void phobos::sim::leavePool(void *P, uint64_t Bytes) {
  auto It = pools().From.find(P);
  if (It == pools().From.end())
    return;
  if (pools().isPool(It->second))
    It->second->Used -= Bytes;
  pools().From.erase(It);
}

cudaError_t cudaFreeAsync(void *P, cudaStream_t S) {
  SIM_USE_DEVICE
  return P ? issue(S, FreeWork{P}) : cudaSuccess;
}
SIM_PER_THREAD(cudaFreeAsync, (void *P, cudaStream_t S), P, perThread(S))

static bool isThisDevice(cudaMemLocation L) { return L.type == cudaMemLocationTypeDevice && L.id == 0; }

cudaError_t cudaMemPoolCreate(cudaMemPool_t *Out, const cudaMemPoolProps *P) {
  SIM_USE_DEVICE
  if (!Out || !P || P->allocType != cudaMemAllocationTypePinned)
    return result(cudaErrorInvalidValue);
  if (P->location.type != cudaMemLocationTypeDevice)
    return notSimulated("cudaMemPoolCreate for host memory");
  if (!isThisDevice(P->location))
    return result(cudaErrorInvalidDevice);
  *Out = new CUmemPoolHandle_st;
  pools().Created.insert(*Out);
  return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t P) {
  SIM_USE_DEVICE
  if (!pools().Created.erase(P))
    return result(cudaErrorInvalidValue);
  if (pools().Current == P)
    pools().Current = &pools().Default;
  delete P;
  return cudaSuccess;
}

/// The value of an attribute; null where it is counted and not kept.
static void *placeOf(CUmemPoolHandle_st &P, cudaMemPoolAttr A, size_t &Bytes) {
  if (A >= cudaMemPoolReuseFollowEventDependencies && A <= cudaMemPoolReuseAllowInternalDependencies) {
    Bytes = sizeof(int);
    return &P.Reuse[A - cudaMemPoolReuseFollowEventDependencies];
  }
  Bytes = sizeof(uint64_t);
  switch (A) {
  case cudaMemPoolAttrReleaseThreshold:
    return &P.ReleaseThreshold;
  case cudaMemPoolAttrUsedMemCurrent:
  case cudaMemPoolAttrReservedMemCurrent:
    return &P.Used;
  case cudaMemPoolAttrUsedMemHigh:
  case cudaMemPoolAttrReservedMemHigh:
    return &P.UsedHigh;
  default:
    return nullptr;
  }
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t P, cudaMemPoolAttr A, void *Value) {
  SIM_USE_DEVICE
  size_t Bytes;
  void *From = pools().isPool(P) ? placeOf(*P, A, Bytes) : nullptr;
  if (!From || !Value)
    return result(cudaErrorInvalidValue);
  memcpy(Value, From, Bytes);
  return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t P, cudaMemPoolAttr A, void *Value) {
  SIM_USE_DEVICE
  size_t Bytes;
  void *To = pools().isPool(P) ? placeOf(*P, A, Bytes) : nullptr;
  if (!To || !Value || To == &P->Used)
    return result(cudaErrorInvalidValue);
  // A high-water mark can only be set back.
  if (To == &P->UsedHigh) {
    if (*static_cast<uint64_t *>(Value))
      return result(cudaErrorInvalidValue);
    P->UsedHigh = P->Used;
    return cudaSuccess;
  }
  memcpy(To, Value, Bytes);
  return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t P, size_t) {
  SIM_USE_DEVICE
  return pools().isPool(P) ? cudaSuccess : result(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t P, const cudaMemAccessDesc *List, size_t Count) {
  SIM_USE_DEVICE
  if (!pools().isPool(P) || (Count && !List))
    return result(cudaErrorInvalidValue);
  for (size_t I = 0; I < Count; ++I)
    if (!isThisDevice(List[I].location))
      return result(cudaErrorInvalidDevice);
    else if (List[I].flags != cudaMemAccessFlagsProtReadWrite)
      return result(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *Flags, cudaMemPool_t P, cudaMemLocation *Location) {
  SIM_USE_DEVICE
  if (!Flags || !pools().isPool(P) || !Location || !isThisDevice(*Location))
    return result(cudaErrorInvalidValue);
  *Flags = cudaMemAccessFlagsProtReadWrite;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *Out, int Device) {
  SIM_USE_DEVICE
  if (!Out)
    return result(cudaErrorInvalidValue);
  if (Device)
    return result(cudaErrorInvalidDevice);
  *Out = &pools().Default;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *Out, int Device) {
  SIM_USE_DEVICE
  if (!Out)
    return result(cudaErrorInvalidValue);
  if (Device)
    return result(cudaErrorInvalidDevice);
  *Out = pools().Current;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int Device, cudaMemPool_t P) {
  SIM_USE_DEVICE
  if (Device)
    return result(cudaErrorInvalidDevice);
  if (!pools().isPool(P))
    return result(cudaErrorInvalidValue);
  pools().Current = P;
  return cudaSuccess;
}
