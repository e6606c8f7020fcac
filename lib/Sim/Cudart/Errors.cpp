//===- Errors.cpp - Last error, names and strings ---------------*- C++ -*-===//
#include "Sim/Cudart/Runtime.h"
#include "Sim/Program.h"
#include "Sim/Report.h"

using namespace phobos::sim;

std::recursive_mutex &phobos::sim::runtimeLock() {
  static auto *Lock = new std::recursive_mutex;
  return *Lock;
}

static thread_local cudaError_t LastError = cudaSuccess;
/// Ended a kernel, and was not seen by a call yet.
static cudaError_t PendingFault = cudaSuccess;
/// Was seen; stays.
static cudaError_t StickyError = cudaSuccess;

cudaError_t phobos::sim::result(cudaError_t Error) {
  if (Error != cudaSuccess)
    LastError = Error;
  return Error;
}

void phobos::sim::setKernelFault(int Error) {
  if (PendingFault == cudaSuccess && StickyError == cudaSuccess)
    PendingFault = static_cast<cudaError_t>(Error);
}

cudaError_t phobos::sim::noDevice() {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  return Program::get().chip() ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t phobos::sim::deviceError() {
  if (cudaError_t Missing = noDevice())
    return Missing;
  if (PendingFault != cudaSuccess) {
    StickyError = PendingFault;
    PendingFault = cudaSuccess;
  }
  return StickyError;
}

bool phobos::sim::hasFault() { return PendingFault != cudaSuccess || StickyError != cudaSuccess; }

void phobos::sim::clearDeviceError() { PendingFault = StickyError = cudaSuccess; }

cudaError_t phobos::sim::notSimulated(const char *Call) {
  reportHost(Finding::NotSimulated, std::string("the call ") + Call);
  return result(cudaErrorNotSupported);
}

cudaError_t cudaGetLastError() {
  const cudaError_t Error = LastError;
  LastError = cudaSuccess;
  return Error;
}

cudaError_t cudaPeekAtLastError() { return LastError; }

namespace {
struct ErrorText {
  cudaError_t Code;
  const char *Name;
  const char *Text;
};
const ErrorText Texts[] = {
#define SIM_ERROR(Name, Text) {Name, #Name, Text},
#include "Sim/Cudart/Errors.def"
};
} // namespace

const char *cudaGetErrorName(cudaError_t Error) {
  for (const ErrorText &T : Texts)
    if (T.Code == Error)
      return T.Name;
  return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t Error) {
  for (const ErrorText &T : Texts)
    if (T.Code == Error)
      return T.Text;
  return "unrecognized error code";
}
