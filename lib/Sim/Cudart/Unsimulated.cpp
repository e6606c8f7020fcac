//===- Unsimulated.cpp - Calls that fail by name ----------------*- C++ -*-===//
#include "Sim/Cudart/Runtime.h"

// Their arguments are of no interest, so one signature serves all; callers' registers are theirs to clean up.
#define SIM_UNSIMULATED(Name)                                                                                          \
  extern "C" __attribute__((visibility("default"))) int phsim_no_##Name() __asm__(#Name);                              \
  int phsim_no_##Name() { return phobos::sim::notSimulated(#Name); }
#include "Sim/Cudart/Unsimulated.def"
