// With -save-temps each side is compiled in steps, and nothing but the first sees attributes: the passes run at its end, on
// the bitcode about to be written. Macros work, too, though the step before only preprocesses.
// REQUIRES: cuda, plugin
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %phobos --cuda-gpu-arch=sm_90 -O3 -save-temps -w -fplugin-arg-phobos-print=directives -c %s -o out.o 2>&1 | FileCheck %s
// CHECK: directive in '_Z6kernel{{.*}}': tensorcore = 1, on loop at save-temps.cu:[[# @LINE + 13]]:3
// CHECK: redirected: '_Z{{.*}}__device_stub__kernel
//
// RUN: llvm-dis < save-temps-cuda-nvptx64-nvidia-cuda-sm_90.bc | FileCheck --check-prefix=GONE %s
// RUN: llvm-dis < save-temps-host-x86_64-pc-linux-gnu.bc | FileCheck --check-prefix=GONE %s
// GONE: kernel
// GONE-NOT: __phobos_directive
// GONE-NOT: phobos.tensorcore
#include <phobos/phobos.h>

__global__ void kernel(const float *a, const float *b, float *c, int n) {
  float s = 0;
  PHOBOS_TENSORCORE_SYNC
  for (int k = 0; k < n; ++k)
    s += a[k] * b[k];
  c[threadIdx.x] = s;
}
void launch(float *a) { kernel<<<1, 1>>>(a, a, a, 1); }
