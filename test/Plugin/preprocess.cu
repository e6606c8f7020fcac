// Preprocessing alone leaves the attributes in place, and phobos.h's macros become attributes.
// REQUIRES: cuda, plugin
// RUN: %phobos --cuda-gpu-arch=sm_90 --cuda-device-only -E %s | FileCheck %s
#include <phobos/phobos.h>
// CHECK: void kernel
__global__ void kernel(float *c, int n) {
  // CHECK: {{\[\[}}phobos::tensorcore(sync)]]
  PHOBOS_TENSORCORE_SYNC
  for (int k = 0; k < n; ++k)
    *c += k;
}
