// What launches, calls about kernels and devices return, and how errors stay.
// RUN: %phobos --sim -O1 --cuda-gpu-arch=sm_90 %s -o %t
// RUN: %t 2>/dev/null | FileCheck %s
// CHECK-NOT: WRONG
// CHECK: == trap
// CHECK-NOT: WRONG
#include "../Inputs/Results.h"
#include <cassert>

__global__ void plain(int *P) {
  if (P)
    *P = 1;
}
__global__ void __launch_bounds__(128) bounded(int *P) {
  if (P)
    *P = 1;
}
__global__ void fixed(int *P) {
  __shared__ int Tile[8192];
  Tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (P)
    *P = Tile[threadIdx.x ^ 1];
}
__global__ void store(int *P) { *P = 1; }
__global__ void storeAt(char *P) { *reinterpret_cast<int *>(P + 1) = 1; }
__global__ void fails(int N) { assert(N == 1); }
__global__ void traps() { __trap(); }
static void notKernel() {}

/// A launch and the error that it leaves.
template <class Kernel>
static void launch(const char *What, From Known, cudaError_t Want, Kernel K, dim3 Grid, dim3 Block, size_t Shared) {
  K<<<Grid, Block, Shared>>>(nullptr);
  expect(What, Known, Want, cudaPeekAtLastError());
}

static void configuration() {
  launch("launch", Docs, cudaSuccess, plain, 1, 32, 0);
  launch("launch(1024 threads)", Docs, cudaSuccess, plain, 1, 1024, 0);
  launch("launch(1025 threads)", Gpu, cudaErrorInvalidValue, plain, 1, 1025, 0);
  launch("launch(64 x 32 threads)", Gpu, cudaErrorInvalidValue, plain, 1, dim3(64, 32), 0);
  launch("launch(65 threads in z)", Gpu, cudaErrorInvalidValue, plain, 1, dim3(1, 1, 65), 0);
  launch("launch(no blocks)", Gpu, cudaErrorInvalidValue, plain, 0, 32, 0);
  launch("launch(no threads)", Gpu, cudaErrorInvalidValue, plain, 1, 0, 0);
  launch("launch(65536 blocks in y)", Gpu, cudaErrorInvalidValue, plain, dim3(1, 65536), 32, 0);
  launch("launch(65536 blocks in z)", Gpu, cudaErrorInvalidValue, plain, dim3(1, 1, 65536), 32, 0);
  launch("launch(48 KiB shared)", Docs, cudaSuccess, plain, 1, 32, 48 << 10);
  launch("launch(48 KiB + 1 shared)", Gpu, cudaErrorInvalidValue, plain, 1, 32, (48 << 10) + 1);
  launch("launch(1 MiB shared)", Gpu, cudaErrorInvalidValue, plain, 1, 32, 1 << 20);
  launch("launch(32 KiB fixed + 16 KiB shared)", Docs, cudaSuccess, fixed, 1, 32, 16 << 10);
  launch("launch(32 KiB fixed + 16 KiB + 1 shared)", Gpu, cudaErrorInvalidValue, fixed, 1, 32, (16 << 10) + 1);
  launch("launch(more than maxntid)", Gpu, cudaErrorInvalidValue, bounded, 1, 129, 0);
  launch("launch(maxntid)", Docs, cudaSuccess, bounded, 1, 128, 0);
  void *None[] = {nullptr};
  const auto *Plain = reinterpret_cast<const void *>(plain);
  void *NoPointer = nullptr, *Arguments[] = {&NoPointer};
  expect("cudaLaunchKernel", Docs, cudaSuccess, cudaLaunchKernel(Plain, dim3(1), dim3(32), Arguments, 0, nullptr));
  expect("cudaLaunchKernel(1025 threads)", Gpu, cudaErrorInvalidValue,
         cudaLaunchKernel(Plain, dim3(1), dim3(1025), Arguments, 0, nullptr));
  expect("cudaLaunchKernel(no blocks)", Gpu, cudaErrorInvalidValue,
         cudaLaunchKernel(Plain, dim3(0), dim3(32), Arguments, 0, nullptr));
  expect("cudaLaunchKernel(no kernel)", Gpu, cudaErrorInvalidResourceHandle,
         cudaLaunchKernel(reinterpret_cast<const void *>(&notKernel), dim3(1), dim3(1), None, 0, nullptr));
  expect("cudaDeviceSynchronize", Docs, cudaSuccess, cudaDeviceSynchronize());
}

static void optIn() {
  const auto *Plain = reinterpret_cast<const void *>(plain), *Fixed = reinterpret_cast<const void *>(fixed);
  int Most = 0;
  cudaDeviceGetAttribute(&Most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  auto Set = [](const void *K, int Bytes) {
    return cudaFuncSetAttribute(K, cudaFuncAttributeMaxDynamicSharedMemorySize, Bytes);
  };
  expectThat("the most shared memory is 227 KiB", Docs, Most == 227 << 10);
  expect("cudaFuncSetAttribute(most + 1)", Docs, cudaErrorInvalidValue, Set(Plain, Most + 1));
  expect("cudaFuncSetAttribute(-1)", Gpu, cudaErrorInvalidValue, Set(Plain, -1));
  expect("cudaFuncSetAttribute(fixed, most)", Docs, cudaErrorInvalidValue, Set(Fixed, Most));
  expect("cudaFuncSetAttribute(most)", Docs, cudaSuccess, Set(Plain, Most));
  launch("launch(most shared)", Docs, cudaSuccess, plain, 1, 32, Most);
  launch("launch(most + 1 shared)", Gpu, cudaErrorInvalidValue, plain, 1, 32, Most + 1);
  expect("cudaFuncSetAttribute(1000)", Docs, cudaSuccess, Set(Plain, 1000));
  launch("launch(1001 shared after that)", Gpu, cudaErrorInvalidValue, plain, 1, 32, 1001);
  expect("cudaFuncSetAttribute(attribute 99)", Docs, cudaErrorInvalidValue,
         cudaFuncSetAttribute(Plain, cudaFuncAttribute(99), 1));
  expect("cudaFuncSetAttribute(carveout 101)", Gpu, cudaErrorInvalidValue,
         cudaFuncSetAttribute(Plain, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  expect("cudaFuncSetAttribute(no kernel)", Gpu, cudaErrorInvalidResourceHandle,
         Set(reinterpret_cast<const void *>(&notKernel), 0));
  cudaFuncAttributes A;
  expect("cudaFuncGetAttributes", Docs, cudaSuccess, cudaFuncGetAttributes(&A, Fixed));
  expectThat("its own shared memory is 32 KiB", Docs, A.sharedSizeBytes == 32 << 10);
  expectThat("it may have 16 KiB more", Docs, A.maxDynamicSharedSizeBytes == 16 << 10);
  expect("cudaFuncGetAttributes(null)", Gpu, cudaErrorInvalidValue,
         cudaFuncGetAttributes(static_cast<cudaFuncAttributes *>(nullptr), Plain));
  expect("cudaFuncGetAttributes(no kernel)", Gpu, cudaErrorInvalidResourceHandle,
         cudaFuncGetAttributes(&A, reinterpret_cast<const void *>(&notKernel)));
}

static void occupancy() {
  int N = -1, Grid = 0, Block = 0;
  expect("cudaOccupancyMax...(64 threads)", Docs, cudaSuccess,
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&N, plain, 64, 0));
  expectThat("32 blocks an SM", Docs, N == 32);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&N, plain, 1024, 0);
  expectThat("2 blocks of 1024 threads an SM", Docs, N == 2);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&N, fixed, 64, 0);
  expectThat("6 blocks with 32 KiB an SM", Docs, N == 6);
  expect("cudaOccupancyMax...(no threads)", Docs, cudaErrorInvalidValue,
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&N, plain, 0, 0));
  expect("cudaOccupancyMaxPotentialBlockSize", Docs, cudaSuccess,
         cudaOccupancyMaxPotentialBlockSize(&Grid, &Block, plain, 0, 0));
  expectThat("the best block has 1024 threads", Gpu, Block == 1024 && Grid == 2 * 132);
  size_t Bytes = 0;
  expect("cudaOccupancyAvailableDynamicSMemPerBlock", Docs, cudaSuccess,
         cudaOccupancyAvailableDynamicSMemPerBlock(&Bytes, plain, 2, 64));
  expectThat("2 blocks have 48 KiB each without asking", Gpu, Bytes == 48 << 10);
}

static void device() {
  int Value = -1;
  cudaDeviceProp P;
  size_t Limit = 0;
  char Id[32];
  expect("cudaGetDeviceCount(null)", Gpu, cudaErrorInvalidValue, cudaGetDeviceCount(nullptr));
  expect("cudaGetDevice(null)", Docs, cudaErrorInvalidValue, cudaGetDevice(nullptr));
  expect("cudaSetDevice(-1)", Docs, cudaErrorInvalidDevice, cudaSetDevice(-1));
  expect("cudaSetDevice(99)", Docs, cudaErrorInvalidDevice, cudaSetDevice(99));
  expect("cudaGetDeviceProperties(device 99)", Docs, cudaErrorInvalidDevice, cudaGetDeviceProperties(&P, 99));
  expect("cudaDeviceGetAttribute(attribute 9999)", Docs, cudaErrorInvalidValue,
         cudaDeviceGetAttribute(&Value, cudaDeviceAttr(9999), 0));
  expect("cudaDeviceGetAttribute(device 99)", Docs, cudaErrorInvalidDevice,
         cudaDeviceGetAttribute(&Value, cudaDevAttrWarpSize, 99));
  expect("cudaDeviceGetAttribute(null)", Docs, cudaErrorInvalidValue,
         cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  expect("cudaGetDeviceProperties", Docs, cudaSuccess, cudaGetDeviceProperties(&P, 0));
  expect("cudaChooseDevice", Docs, cudaSuccess, cudaChooseDevice(&Value, &P));
  expectThat("it is the first device", Docs, Value == 0);
  expect("cudaDeviceGetPCIBusId(room for 4)", Docs, cudaErrorInvalidValue, cudaDeviceGetPCIBusId(Id, 4, 0));
  expect("cudaDeviceGetPCIBusId", Docs, cudaSuccess, cudaDeviceGetPCIBusId(Id, 32, 0));
  expect("cudaDeviceGetByPCIBusId", Docs, cudaSuccess, cudaDeviceGetByPCIBusId(&Value, Id));
  expect("cudaDeviceGetByPCIBusId(null)", Docs, cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&Value, nullptr));
  expect("cudaDeviceGetLimit(stack)", Docs, cudaSuccess, cudaDeviceGetLimit(&Limit, cudaLimitStackSize));
  expectThat("the stack has 1 KiB", Gpu, Limit == 1024);
  expect("cudaDeviceGetLimit(heap)", Docs, cudaSuccess, cudaDeviceGetLimit(&Limit, cudaLimitMallocHeapSize));
  expectThat("the heap has 8 MiB", Docs, Limit == 8 << 20);
  expect("cudaDeviceSetLimit(heap)", Docs, cudaSuccess, cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  expect("cudaDeviceGetLimit(limit 99)", Gpu, cudaErrorInvalidValue, cudaDeviceGetLimit(&Limit, cudaLimit(99)));
  expect("cudaDeviceGetLimit(synchronization depth)", Docs, cudaErrorUnsupportedLimit,
         cudaDeviceGetLimit(&Limit, cudaLimitDevRuntimeSyncDepth));
  expect("cudaDeviceGetLimit(null)", Docs, cudaErrorInvalidValue, cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
}

/// An error of a call is the last one until it is taken; it hinders nothing.
static void lastError() {
  void *P;
  int *D;
  cudaMalloc(&P, size_t(1) << 60);
  expectThat("peeking leaves the error", Docs,
             cudaPeekAtLastError() == cudaErrorMemoryAllocation && cudaPeekAtLastError() == cudaErrorMemoryAllocation);
  cudaMalloc(&D, 4);
  expectThat("a good call leaves it too", Docs, cudaPeekAtLastError() == cudaErrorMemoryAllocation);
  plain<<<1, 1>>>(D);
  expectThat("a good launch leaves it too", Docs, cudaPeekAtLastError() == cudaErrorMemoryAllocation);
  cudaFree(&P);
  expectThat("a later error takes its place", Docs, cudaPeekAtLastError() == cudaErrorInvalidValue);
  expectThat("it is taken", Docs, cudaGetLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess);
  expect("cudaDeviceSynchronize after those", Docs, cudaSuccess, cudaDeviceSynchronize());
  cudaStreamQuery(nullptr);
  expectThat("a query leaves no error", Docs, cudaPeekAtLastError() == cudaSuccess);
}

/// A fault comes back from every call that uses the device.
static void sticky(cudaError_t Fault) {
  int *D;
  char Host[4];
  expect("launch of the faulting kernel", Docs, cudaSuccess, cudaGetLastError());
  expect("cudaDeviceSynchronize", Docs, Fault, cudaDeviceSynchronize());
  expect("cudaDeviceSynchronize again", Docs, Fault, cudaDeviceSynchronize());
  expect("cudaMalloc", Docs, Fault, cudaMalloc(&D, 4));
  expect("cudaMemcpy", Docs, Fault, cudaMemcpy(Host, Host, 4, cudaMemcpyHostToHost));
  plain<<<1, 1>>>(nullptr);
  expect("launch", Docs, Fault, cudaPeekAtLastError());
  cudaDeviceSynchronize();
  expectThat("the last error is taken as any other", Gpu,
             cudaPeekAtLastError() == Fault && cudaGetLastError() == Fault && cudaGetLastError() == cudaSuccess);
  expect("cudaEventQuery(null), which is wrong anyway", Gpu, cudaErrorInvalidResourceHandle, cudaEventQuery(nullptr));
  int Device = -1;
  expect("cudaGetDevice, which needs no device", Gpu, cudaSuccess, cudaGetDevice(&Device));
  expect("cudaSetDevice, which needs no device", Gpu, cudaSuccess, cudaSetDevice(0));
}

static void illegalAddress() {
  store<<<1, 1>>>(nullptr);
  sticky(cudaErrorIllegalAddress);
}
static void misaligned() {
  char *P;
  cudaMalloc(&P, 64);
  storeAt<<<1, 1>>>(P);
  sticky(cudaErrorMisalignedAddress);
}
static void assertion() {
  fails<<<1, 1>>>(0);
  sticky(cudaErrorAssert);
}
static void trap() {
  traps<<<1, 1>>>();
  sticky(cudaErrorLaunchFailure);
}

int main() {
  part("configuration", configuration);
  part("opt-in", optIn);
  part("occupancy", occupancy);
  part("device", device);
  part("last error", lastError);
  part("illegal address", illegalAddress);
  part("misaligned", misaligned);
  part("assertion", assertion);
  part("trap", trap);
  return Wrong != 0;
}
