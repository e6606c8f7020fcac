//===- Runtime.h - Shared by the simulated cudart's calls -------*- C++ -*-===//
//
// Each call is one function with CUDA's own signature, from CUDA's headers. Error rules: a call that fails leaves its
// error as the thread's last error; a fault in a kernel comes back from the next call that uses the device, and from
// every one after it, until cudaDeviceReset.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_CUDART_RUNTIME_H
#define PHOBOS_SIM_CUDART_RUNTIME_H

#include "Sim/Memory.h"
#include "Sim/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <cuda_runtime_api.h>
#include <mutex>

namespace phobos::sim {

/// Guards everything: calls from several host threads take turns.
std::recursive_mutex &runtimeLock();

/// Remembers a call's error and returns it.
cudaError_t result(cudaError_t Error);
inline cudaError_t result(int Error) { return result(static_cast<cudaError_t>(Error)); }

/// A kernel ended with an error; the next call that uses the device returns it.
void setKernelFault(int Error);
/// cudaErrorNoDevice where there is no chip to simulate.
cudaError_t noDevice();
/// The same, or the error of an earlier kernel.
cudaError_t deviceError();
void clearDeviceError();
/// Whether a kernel failed since the last call that could say so.
bool hasFault();

/// What most calls start with: takes the lock, and returns the device's error if it has one.
#define SIM_USE_DEVICE                                                                                                 \
  std::lock_guard<std::recursive_mutex> Guard(phobos::sim::runtimeLock());                                             \
  if (cudaError_t Earlier = phobos::sim::deviceError())                                                                \
    return phobos::sim::result(Earlier);

/// Prints that the call is not simulated and returns cudaErrorNotSupported.
cudaError_t notSimulated(const char *Call);

/// Gives the function a second name, for per-thread default streams.
#define SIM_ALIAS(Name, Other) extern "C" __attribute__((alias(#Name), visibility("default"))) void Other();

/// Checks that device memory holds [P, P + Bytes). Host addresses pass.
bool checkRange(const void *P, size_t Bytes, const char *Call);
bool isDevicePointer(const void *P);
/// Null for no bytes. Remembers the error.
cudaError_t allocateMemory(void **P, size_t Bytes, Allocation::Kind What);
/// An address that a graph allocates while it runs.
cudaError_t reserveMemory(void **P, size_t Bytes);
/// Frees an allocation of one of Kinds; reports one that was freed before.
cudaError_t releaseMemory(void *P, const char *Call, llvm::ArrayRef<Allocation::Kind> Kinds);
/// Memory of a pool was freed.
void leavePool(void *P, uint64_t Bytes);

} // namespace phobos::sim

#endif
