// The macros of phobos.h are the attributes where the plugin runs.
// REQUIRES: cuda, plugin
// RUN: %device %s -w -fplugin-arg-phobos-print=directives 2>&1 >/dev/null | FileCheck %s --implicit-check-not="directive in"
// RUN: %device -std=c++11 %s -w -fplugin-arg-phobos-print=directives 2>&1 >/dev/null | FileCheck %s --implicit-check-not="directive in"
#include <phobos/phobos.h>
#ifndef __PHOBOS__
#error "__PHOBOS__ is not defined"
#endif

// CHECK: directive in {{.*}}: tensorcore = 0, on kernel
PHOBOS_TENSORCORE __global__ void kernel(const float *a, const float *b, float *c, int n) {
  float s = 0;
  // CHECK: directive in {{.*}}: precision = 2, on loop
  // CHECK: directive in {{.*}}: pipeline = 3, on loop
  // CHECK: directive in {{.*}}: tensorcore = 1, on loop
#pragma unroll 2
  PHOBOS_TENSORCORE_SYNC PHOBOS_PIPELINE(3) PHOBOS_PRECISION(bf16)
  for (int k = 0; k < n; ++k)
    s += a[k] * b[k];
  // CHECK: directive in {{.*}}: pipeline = 0, on loop
  // CHECK: directive in {{.*}}: tensorcore = 0, on loop
  PHOBOS_TENSORCORE PHOBOS_PIPELINED
  for (int k = 0; k < n; ++k)
    s += a[k] * b[k];
  c[0] = s;
}
