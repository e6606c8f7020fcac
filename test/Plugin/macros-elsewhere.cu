// CUDA without the plugin: the macros are nothing.
// REQUIRES: cuda, plugin
// RUN: %clang --cuda-gpu-arch=sm_90 -I %include -Wall -Werror -fsyntax-only %s
#include <phobos/phobos.h>
#ifdef __PHOBOS__
#error "__PHOBOS__ is defined"
#endif
PHOBOS_TENSORCORE __global__ void kernel(float *c, int n) {
#pragma unroll
  PHOBOS_TENSORCORE PHOBOS_PIPELINE(2)
  for (int k = 0; k < n; ++k)
    *c += k;
}
