//===- Testing.cpp - What tests may ask of the simulator --------*- C++ -*-===//
//
// No calls of CUDA: a test declares them as weak symbols, so that it links with NVIDIA's runtime as well. They serve to
// show that a second version of a kernel reads no element that the first does not:
//
//     phobos_sim_watch_reads(); first<<<...>>>(...); cudaDeviceSynchronize();
//     phobos_sim_forget_unread(); second<<<...>>>(...);    reading anything else is an uninitialized read
//
//===----------------------------------------------------------------------===//
#include "Sim/Cudart/Runtime.h"

using namespace phobos::sim;

extern "C" void phobos_sim_watch_reads() {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  DeviceMemory::get().watchReads();
}

extern "C" void phobos_sim_forget_unread() {
  std::lock_guard<std::recursive_mutex> Guard(runtimeLock());
  DeviceMemory::get().forgetUnread();
}
