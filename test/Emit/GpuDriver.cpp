//===- GpuDriver.cpp - The CUDA driver, found at run time -----------------===//
#include "GpuDriver.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

static void *Driver;

/// The driver's function Name, with its type; calls it and stops where it fails.
template <typename... Params, typename... Args> static void call(const char *Name, CUresult (*)(Params...), Args... A) {
  auto *F = reinterpret_cast<CUresult (*)(Params...)>(dlsym(Driver, Name));
  CUresult R = F ? F(A...) : CUDA_ERROR_NOT_FOUND;
  if (R != CUDA_SUCCESS) {
    std::fprintf(stderr, "%s failed: %d\n", Name, R);
    std::fflush(stdout);
    std::_Exit(3);
  }
}
#define TEXT_(X) #X
#define TEXT(X) TEXT_(X)
// cuda.h maps names to versions (cuMemAlloc to cuMemAlloc_v2); expanding before quoting gives the symbol's name.
#define CALL(Name, ...) call(TEXT(Name), static_cast<decltype(&Name)>(nullptr), __VA_ARGS__)

Gpu::Gpu() {
  Driver = Library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!Driver) {
    std::fprintf(stderr, "no CUDA driver here\n");
    std::exit(77);
  }
  CUcontext Context;
  CALL(cuInit, 0u);
  CALL(cuDeviceGet, &Device, 0);
  CALL(cuDevicePrimaryCtxRetain, &Context, Device);
  CALL(cuCtxSetCurrent, Context);
  char Name[100];
  CALL(cuDeviceGetName, Name, 100, Device);
  std::printf("device: %s, %d SMs\n", Name, multiprocessors());
}

CUdeviceptr Gpu::allocate(size_t Bytes) {
  CUdeviceptr P;
  CALL(cuMemAlloc, &P, Bytes);
  return P;
}
void Gpu::release(CUdeviceptr P) { CALL(cuMemFree, P); }
void Gpu::upload(CUdeviceptr To, const std::vector<char> &From) {
  if (!From.empty())
    CALL(cuMemcpyHtoD, To, From.data(), From.size());
}
void Gpu::download(std::vector<char> &To, CUdeviceptr From) { CALL(cuMemcpyDtoH, To.data(), From, To.size()); }
void Gpu::fill(CUdeviceptr To, unsigned char Byte, size_t Bytes) { CALL(cuMemsetD8, To, Byte, Bytes); }

CUfunction Gpu::load(const std::string &File, const std::string &Kernel, unsigned SharedBytes) {
  CUmodule M;
  CUfunction F;
  CALL(cuModuleLoad, &M, File.c_str());
  CALL(cuModuleGetFunction, &F, M, Kernel.c_str());
  CALL(cuFuncSetAttribute, F, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, int(SharedBytes));
  return F;
}

void Gpu::launch(CUfunction F, unsigned Grid, unsigned Threads, unsigned SharedBytes, void **Args) {
  CALL(cuLaunchKernel, F, Grid, 1u, 1u, Threads, 1u, 1u, SharedBytes, static_cast<CUstream>(nullptr), Args,
       static_cast<void **>(nullptr));
}

double Gpu::median(const std::function<void()> &Work) {
  CUevent Start, End;
  CALL(cuEventCreate, &Start, 0u);
  CALL(cuEventCreate, &End, 0u);
  for (int I = 0; I < 3; ++I)
    Work();
  std::vector<float> Times;
  for (int I = 0; I < 15; ++I) {
    CALL(cuEventRecord, Start, static_cast<CUstream>(nullptr));
    Work();
    CALL(cuEventRecord, End, static_cast<CUstream>(nullptr));
    CALL(cuEventSynchronize, End);
    float Milliseconds;
    CALL(cuEventElapsedTime, &Milliseconds, Start, End);
    Times.push_back(Milliseconds);
  }
  std::sort(Times.begin(), Times.end());
  return Times[Times.size() / 2];
}

int Gpu::multiprocessors() {
  int N;
  CALL(cuDeviceGetAttribute, &N, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, Device);
  return N;
}
int Gpu::residentCtas(CUfunction F, unsigned Threads, unsigned SharedBytes) {
  int N;
  CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, &N, F, int(Threads), size_t(SharedBytes));
  return N;
}
int Gpu::registers(CUfunction F) {
  int N;
  CALL(cuFuncGetAttribute, &N, CU_FUNC_ATTRIBUTE_NUM_REGS, F);
  return N;
}
int Gpu::localBytes(CUfunction F) {
  int N;
  CALL(cuFuncGetAttribute, &N, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, F);
  return N;
}

double Gpu::timeLibrary(int N) {
  if (!Blas)
    for (const char *Name :
         {"libcublas.so.13", "libcublas.so.12", "libcublas.so", "/usr/local/cuda/lib64/libcublas.so"})
      if ((Blas = dlopen(Name, RTLD_NOW)))
        break;
  if (!Blas)
    return -1;
  using Create = int (*)(void **);
  using GemmEx = int (*)(void *, int, int, int, int, int, const void *, const void *, int, int, const void *, int, int,
                         const void *, void *, int, int, int, int);
  auto *Gemm = reinterpret_cast<GemmEx>(dlsym(Blas, "cublasGemmEx"));
  if (!BlasHandle && reinterpret_cast<Create>(dlsym(Blas, "cublasCreate_v2"))(&BlasHandle))
    return -1;
  size_t Elements = size_t(N) * N;
  std::vector<char> Random(Elements * 2);
  uint64_t State = 1;
  for (size_t I = 0; I < Elements; ++I) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    // Halves of either sign between 1/16 and 1.
    uint16_t Bits = uint16_t((State >> 63) << 15 | (11 + (State >> 60 & 3)) << 10 | (State >> 40 & 0x3ff));
    Random[2 * I] = char(Bits & 0xff), Random[2 * I + 1] = char(Bits >> 8);
  }
  CUdeviceptr A = allocate(Elements * 2), B = allocate(Elements * 2), C = allocate(Elements * 2);
  upload(A, Random);
  upload(B, Random);
  float One = 1, Zero = 0;
  constexpr int F16 = 2, ComputeF32 = 68;
  int Status = 0;
  double Time = median([&] {
    Status |= Gemm(BlasHandle, 0, 0, N, N, N, &One, reinterpret_cast<void *>(A), F16, N, reinterpret_cast<void *>(B),
                   F16, N, &Zero, reinterpret_cast<void *>(C), F16, N, ComputeF32, -1);
  });
  release(A), release(B), release(C);
  return Status ? -1 : Time;
}
