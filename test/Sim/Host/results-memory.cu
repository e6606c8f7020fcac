// What the calls for memory return, good and bad. Nothing is reported: every call fails as on a GPU.
// RUN: %phobos --sim -O1 --cuda-gpu-arch=sm_90 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: WRONG
// CHECK-NOT: phobos-sim
// CHECK: == attributes
// CHECK-NOT: WRONG
// CHECK-NOT: phobos-sim
#include "../Inputs/Results.h"
#include <cstdint>
#include <vector>

__device__ int Variable[4];
static int NoVariable[4];

static void allocation() {
  void *P = &P, *Q;
  expect("cudaMalloc(null)", Gpu, cudaErrorInvalidValue, cudaMalloc(static_cast<void **>(nullptr), 16));
  expect("cudaMalloc(0 bytes)", Gpu, cudaSuccess, cudaMalloc(&P, 0));
  expectThat("cudaMalloc(0 bytes) gives null", Gpu, !P);
  expect("cudaMalloc(2^60 bytes)", Docs, cudaErrorMemoryAllocation, cudaMalloc(&P, size_t(1) << 60));
  expect("cudaMalloc", Docs, cudaSuccess, cudaMalloc(&P, 1024));
  expect("cudaFree(null)", Docs, cudaSuccess, cudaFree(nullptr));
  expect("cudaFree(inside)", Docs, cudaErrorInvalidValue, cudaFree(static_cast<char *>(P) + 4));
  expect("cudaFree(host)", Docs, cudaErrorInvalidValue, cudaFree(&P));
  expect("cudaFreeHost(device)", Docs, cudaErrorInvalidValue, cudaFreeHost(P));
  expect("cudaFree", Docs, cudaSuccess, cudaFree(P));
  expect("cudaMallocHost(null)", Docs, cudaErrorInvalidValue, cudaMallocHost(static_cast<void **>(nullptr), 16));
  expect("cudaMallocHost(0 bytes)", Gpu, cudaSuccess, cudaMallocHost(&Q, 0));
  expect("cudaHostAlloc(flags 128)", Docs, cudaErrorInvalidValue, cudaHostAlloc(&Q, 16, 128));
  expect("cudaMallocHost", Docs, cudaSuccess, cudaMallocHost(&Q, 1024));
  expect("cudaFree(pinned)", Docs, cudaErrorInvalidValue, cudaFree(Q));
  expect("cudaHostGetDevicePointer(flags 1)", Docs, cudaErrorInvalidValue, cudaHostGetDevicePointer(&P, Q, 1));
  expect("cudaHostGetDevicePointer", Docs, cudaSuccess, cudaHostGetDevicePointer(&P, Q, 0));
  expect("cudaHostGetDevicePointer(not pinned)", Docs, cudaErrorInvalidValue, cudaHostGetDevicePointer(&P, &P, 0));
  expect("cudaFreeHost", Docs, cudaSuccess, cudaFreeHost(Q));
  expect("cudaFreeHost(null)", Docs, cudaSuccess, cudaFreeHost(nullptr));
  expect("cudaMallocManaged(0 bytes)", Gpu, cudaSuccess, cudaMallocManaged(&P, 0));
  expect("cudaMallocManaged(flags 0)", Docs, cudaErrorInvalidValue, cudaMallocManaged(&P, 16, 0));
  expect("cudaMallocManaged", Docs, cudaSuccess, cudaMallocManaged(&P, 1024));
  cudaMemLocation Here{cudaMemLocationTypeDevice, 0};
  expect("cudaMemAdvise", Docs, cudaSuccess, cudaMemAdvise(P, 1024, cudaMemAdviseSetReadMostly, Here));
  expect("cudaMemAdvise(0 bytes)", Docs, cudaErrorInvalidValue, cudaMemAdvise(P, 0, cudaMemAdviseSetReadMostly, Here));
  expect("cudaMemAdvise(advice 99)", Docs, cudaErrorInvalidValue, cudaMemAdvise(P, 1024, cudaMemoryAdvise(99), Here));
  expect("cudaMemPrefetchAsync", Docs, cudaSuccess, cudaMemPrefetchAsync(P, 1024, Here, 0, nullptr));
  expect("cudaMemPrefetchAsync(flags 1)", Docs, cudaErrorInvalidValue, cudaMemPrefetchAsync(P, 1024, Here, 1, nullptr));
  expect("cudaFree(managed)", Docs, cudaSuccess, cudaFree(P));
  size_t Pitch;
  expect("cudaMallocPitch", Docs, cudaSuccess, cudaMallocPitch(&P, &Pitch, 100, 10));
  expectThat("cudaMallocPitch gives rows of 512 bytes", Gpu, Pitch == 512);
  cudaMemPrefetchAsync(P, 512, Here, 0, nullptr);
  cudaGetLastError();
  expect("cudaFree(pitched)", Docs, cudaSuccess, cudaFree(P));
  expect("cudaMallocPitch(null)", Docs, cudaErrorInvalidValue, cudaMallocPitch(&P, nullptr, 100, 10));
}

static void registration() {
  std::vector<char> Memory(1 << 16);
  char *P = Memory.data() + 4096 - reinterpret_cast<size_t>(Memory.data()) % 4096;
  void *Device;
  expect("cudaHostRegister(null)", Docs, cudaErrorInvalidValue, cudaHostRegister(nullptr, 4096, 0));
  expect("cudaHostRegister(0 bytes)", Docs, cudaErrorInvalidValue, cudaHostRegister(P, 0, 0));
  expect("cudaHostRegister(flags 128)", Docs, cudaErrorInvalidValue, cudaHostRegister(P, 4096, 128));
  expect("cudaHostRegister", Docs, cudaSuccess, cudaHostRegister(P, 8192, cudaHostRegisterMapped));
  expect("cudaHostRegister(again)", Docs, cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(P, 8192, 0));
  expect("cudaHostRegister(overlapping)", Docs, cudaErrorHostMemoryAlreadyRegistered,
         cudaHostRegister(P + 4096, 8192, 0));
  expect("cudaHostGetDevicePointer(registered)", Docs, cudaSuccess, cudaHostGetDevicePointer(&Device, P, 0));
  expect("cudaHostUnregister(inside)", Gpu, cudaErrorInvalidValue, cudaHostUnregister(P + 4096));
  expect("cudaHostUnregister", Docs, cudaSuccess, cudaHostUnregister(P));
  expect("cudaHostUnregister(again)", Docs, cudaErrorHostMemoryNotRegistered, cudaHostUnregister(P));
}

static void copies() {
  char *D, Host[256] = {};
  cudaMalloc(&D, 256);
  auto Bad = static_cast<cudaMemcpyKind>(9);
  expect("cudaMemcpy(0 bytes, nulls)", Gpu, cudaSuccess, cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  expect("cudaMemcpy(kind 9)", Docs, cudaErrorInvalidMemcpyDirection, cudaMemcpy(D, Host, 16, Bad));
  expect("cudaMemcpy(0 bytes, kind 9)", Gpu, cudaSuccess, cudaMemcpy(D, Host, 0, Bad));
  expect("cudaMemcpy(to null)", Docs, cudaErrorInvalidValue, cudaMemcpy(nullptr, Host, 16, cudaMemcpyHostToDevice));
  expect("cudaMemcpy(from null)", Docs, cudaErrorInvalidValue, cudaMemcpy(D, nullptr, 16, cudaMemcpyHostToDevice));
  expect("cudaMemcpy(to device, host pointer)", Gpu, cudaErrorInvalidValue,
         cudaMemcpy(Host, Host + 16, 16, cudaMemcpyHostToDevice));
  expect("cudaMemcpy(from device, host pointer)", Gpu, cudaErrorInvalidValue,
         cudaMemcpy(Host, Host + 16, 16, cudaMemcpyDeviceToHost));
  expect("cudaMemcpy(default)", Docs, cudaSuccess, cudaMemcpy(D, Host, 16, cudaMemcpyDefault));
  expect("cudaMemcpy(host to host)", Docs, cudaSuccess, cudaMemcpy(Host, Host + 16, 16, cudaMemcpyHostToHost));
  expect("cudaMemcpyAsync", Docs, cudaSuccess, cudaMemcpyAsync(D, Host, 16, cudaMemcpyHostToDevice, nullptr));
  expect("cudaMemset(null)", Docs, cudaErrorInvalidValue, cudaMemset(nullptr, 0, 16));
  expect("cudaMemset(0 bytes)", Gpu, cudaSuccess, cudaMemset(D, 0, 0));
  expect("cudaMemset(host pointer)", Docs, cudaErrorInvalidValue, cudaMemset(Host, 0, 16));
  expect("cudaMemcpy2D(rows wider than pitch)", Docs, cudaErrorInvalidPitchValue,
         cudaMemcpy2D(D, 16, Host, 32, 17, 2, cudaMemcpyHostToDevice));
  expect("cudaMemcpy2D(no rows)", Gpu, cudaSuccess, cudaMemcpy2D(D, 16, Host, 16, 16, 0, cudaMemcpyHostToDevice));
  expect("cudaMemcpy2D(kind 9)", Docs, cudaErrorInvalidMemcpyDirection, cudaMemcpy2D(D, 16, Host, 16, 16, 2, Bad));
  expect("cudaMemcpy2D", Docs, cudaSuccess, cudaMemcpy2D(D, 16, Host, 32, 16, 4, cudaMemcpyHostToDevice));
  expect("cudaMemset2D", Docs, cudaSuccess, cudaMemset2D(D, 32, 1, 16, 4));
  expect("cudaMemset2D(rows wider than pitch)", Gpu, cudaErrorInvalidValue, cudaMemset2D(D, 16, 1, 17, 2));
  cudaMemcpy3DParms P = {};
  P.srcPtr = make_cudaPitchedPtr(Host, 8, 8, 4);
  P.dstPtr = make_cudaPitchedPtr(D, 16, 16, 4);
  P.extent = make_cudaExtent(8, 4, 2);
  P.kind = cudaMemcpyHostToDevice;
  expect("cudaMemcpy3D", Docs, cudaSuccess, cudaMemcpy3D(&P));
  expect("cudaMemcpy3D(null)", Gpu, cudaErrorInvalidValue, cudaMemcpy3D(nullptr));
  P.kind = Bad;
  expect("cudaMemcpy3D(kind 9)", Docs, cudaErrorInvalidMemcpyDirection, cudaMemcpy3D(&P));
}

static void symbols() {
  int Host[4] = {};
  void *P;
  size_t Size = 0;
  expect("cudaGetSymbolAddress", Docs, cudaSuccess, cudaGetSymbolAddress(&P, Variable));
  expect("cudaGetSymbolAddress(no symbol)", Docs, cudaErrorInvalidSymbol, cudaGetSymbolAddress(&P, NoVariable));
  expect("cudaGetSymbolAddress(null symbol)", Docs, cudaErrorInvalidSymbol,
         cudaGetSymbolAddress(&P, static_cast<const void *>(nullptr)));
  expect("cudaGetSymbolSize", Docs, cudaSuccess, cudaGetSymbolSize(&Size, Variable));
  expectThat("cudaGetSymbolSize gives 16", Docs, Size == 16);
  expect("cudaMemcpyToSymbol", Docs, cudaSuccess, cudaMemcpyToSymbol(Variable, Host, 16));
  expect("cudaMemcpyToSymbol(too long)", Docs, cudaErrorInvalidValue, cudaMemcpyToSymbol(Variable, Host, 16, 4));
  expect("cudaMemcpyToSymbol(device to host)", Docs, cudaErrorInvalidMemcpyDirection,
         cudaMemcpyToSymbol(Variable, Host, 16, 0, cudaMemcpyDeviceToHost));
  expect("cudaMemcpyFromSymbol(host to device)", Docs, cudaErrorInvalidMemcpyDirection,
         cudaMemcpyFromSymbol(Host, Variable, 16, 0, cudaMemcpyHostToDevice));
  expect("cudaMemcpyFromSymbolAsync", Docs, cudaSuccess,
         cudaMemcpyFromSymbolAsync(Host, Variable, 8, 8, cudaMemcpyDeviceToHost, nullptr));
  expect("cudaMemcpyToSymbol(no symbol)", Docs, cudaErrorInvalidSymbol, cudaMemcpyToSymbol(NoVariable, Host, 16));
}

static void pools() {
  cudaMemPool_t Pool, Other;
  void *P;
  uint64_t Value = 0;
  int Off = 0;
  expect("cudaDeviceGetDefaultMemPool(device 99)", Docs, cudaErrorInvalidDevice,
         cudaDeviceGetDefaultMemPool(&Pool, 99));
  expect("cudaDeviceGetDefaultMemPool", Docs, cudaSuccess, cudaDeviceGetDefaultMemPool(&Pool, 0));
  expect("cudaDeviceGetMemPool", Docs, cudaSuccess, cudaDeviceGetMemPool(&Other, 0));
  expectThat("the current pool is the default one", Docs, Pool == Other);
  expect("cudaMallocAsync", Docs, cudaSuccess, cudaMallocAsync(&P, 1000, nullptr));
  expect("cudaMemPoolGetAttribute", Docs, cudaSuccess,
         cudaMemPoolGetAttribute(Pool, cudaMemPoolAttrUsedMemCurrent, &Value));
  expectThat("the pool holds the allocation", Docs, Value >= 1000);
  expect("cudaMemPoolSetAttribute(used)", Gpu, cudaErrorInvalidValue,
         cudaMemPoolSetAttribute(Pool, cudaMemPoolAttrUsedMemCurrent, &Value));
  expect("cudaMemPoolSetAttribute(reuse)", Docs, cudaSuccess,
         cudaMemPoolSetAttribute(Pool, cudaMemPoolReuseAllowOpportunistic, &Off));
  Value = 1 << 20;
  expect("cudaMemPoolSetAttribute(threshold)", Docs, cudaSuccess,
         cudaMemPoolSetAttribute(Pool, cudaMemPoolAttrReleaseThreshold, &Value));
  Value = 0;
  cudaMemPoolGetAttribute(Pool, cudaMemPoolAttrReleaseThreshold, &Value);
  expectThat("the threshold is kept", Docs, Value == 1 << 20);
  expect("cudaFreeAsync", Docs, cudaSuccess, cudaFreeAsync(P, nullptr));
  void *Plain;
  cudaMalloc(&Plain, 64);
  expect("cudaFreeAsync(of cudaMalloc)", Gpu, cudaSuccess, cudaFreeAsync(Plain, nullptr));
  expect("cudaFreeAsync(null)", Gpu, cudaSuccess, cudaFreeAsync(nullptr, nullptr));
  expect("cudaMallocAsync(0 bytes)", Gpu, cudaSuccess, cudaMallocAsync(&P, 0, nullptr));
  expect("cudaMallocAsync(null)", Docs, cudaErrorInvalidValue,
         cudaMallocAsync(static_cast<void **>(nullptr), 16, static_cast<cudaStream_t>(nullptr)));
  cudaMemPoolProps Properties = {};
  expect("cudaMemPoolCreate(no kind)", Docs, cudaErrorInvalidValue, cudaMemPoolCreate(&Other, &Properties));
  Properties.allocType = cudaMemAllocationTypePinned;
  Properties.location = {cudaMemLocationTypeDevice, 0};
  expect("cudaMemPoolCreate", Docs, cudaSuccess, cudaMemPoolCreate(&Other, &Properties));
  expect("cudaMallocFromPoolAsync", Docs, cudaSuccess, cudaMallocFromPoolAsync(&P, 1000, Other, nullptr));
  expect("cudaFree(of a pool)", Docs, cudaSuccess, cudaFree(P));
  expect("cudaMemPoolTrimTo", Docs, cudaSuccess, cudaMemPoolTrimTo(Other, 0));
  expect("cudaMemPoolDestroy", Docs, cudaSuccess, cudaMemPoolDestroy(Other));
  expect("cudaMemPoolDestroy(default)", Gpu, cudaErrorInvalidValue, cudaMemPoolDestroy(Pool));
}

static void attributes() {
  cudaPointerAttributes A;
  char *D, *Managed, *Pinned, Host;
  cudaMalloc(&D, 256);
  cudaMallocManaged(&Managed, 256);
  cudaMallocHost(&Pinned, 256);
  expect("cudaPointerGetAttributes(null)", Docs, cudaErrorInvalidValue, cudaPointerGetAttributes(nullptr, D));
  expect("cudaPointerGetAttributes(device)", Docs, cudaSuccess, cudaPointerGetAttributes(&A, D + 4));
  expectThat("is device memory", Docs, A.type == cudaMemoryTypeDevice && A.device == 0 && A.devicePointer == D + 4);
  cudaPointerGetAttributes(&A, Managed);
  expectThat("is managed memory", Docs, A.type == cudaMemoryTypeManaged && A.hostPointer == Managed);
  cudaPointerGetAttributes(&A, Pinned);
  expectThat("is host memory", Docs, A.type == cudaMemoryTypeHost && A.hostPointer == Pinned && A.devicePointer);
  expect("cudaPointerGetAttributes(host)", Docs, cudaSuccess, cudaPointerGetAttributes(&A, &Host));
  expectThat("is not registered", Docs, A.type == cudaMemoryTypeUnregistered && !A.devicePointer);
  size_t Free = 0, Total = 0;
  expect("cudaMemGetInfo", Docs, cudaSuccess, cudaMemGetInfo(&Free, &Total));
  expectThat("less is free than there is", Docs, Free > 0 && Free < Total);
}

int main() {
  part("allocation", allocation);
  part("registration", registration);
  part("copies", copies);
  part("symbols", symbols);
  part("pools", pools);
  part("attributes", attributes);
  return Wrong != 0;
}
