//===- GpuDriver.h - The CUDA driver, found at run time ---------*- C++ -*-===//
#ifndef PHOBOS_TEST_EMIT_GPUDRIVER_H
#define PHOBOS_TEST_EMIT_GPUDRIVER_H

#include <cuda.h>
#include <functional>
#include <string>
#include <vector>

/// One device and its context. Every failed call ends the program with the call's name.
class Gpu {
  void *Library, *Blas = nullptr, *BlasHandle = nullptr;
  CUdevice Device;

public:
  Gpu();
  CUdeviceptr allocate(size_t Bytes);
  void release(CUdeviceptr P);
  void upload(CUdeviceptr To, const std::vector<char> &From);
  void download(std::vector<char> &To, CUdeviceptr From);
  void fill(CUdeviceptr To, unsigned char Byte, size_t Bytes);
  CUfunction load(const std::string &File, const std::string &Kernel, unsigned SharedBytes);
  void launch(CUfunction F, unsigned Grid, unsigned Threads, unsigned SharedBytes, void **Args);
  /// Milliseconds of one call of Work: the median of several, after warming up.
  double median(const std::function<void()> &Work);
  int multiprocessors();
  int residentCtas(CUfunction F, unsigned Threads, unsigned SharedBytes);
  int registers(CUfunction F);
  int localBytes(CUfunction F);
  /// Milliseconds of cuBLAS' f16 product of N x N matrices; negative where there is no library.
  double timeLibrary(int N);
};

#endif
