// A directive that the host's preprocessor leaves out still makes launches go through the runtime: of every kernel, since
// nothing tells which has it.
// REQUIRES: cuda, plugin
// DEFINE: %{host} = %phobos --cuda-gpu-arch=sm_90 --cuda-host-only -w -fplugin-arg-phobos-print=directives -c -o %t.o
// RUN: %{host} %s 2>&1 | FileCheck %s
// RUN: %{host} -DMACRO %s 2>&1 | FileCheck %s
// Other text that is left out says nothing, and phobos.h is no directive.
// RUN: %{host} %S/Inputs/device-only-text.cu 2>&1 | FileCheck --allow-empty --check-prefix=NOTHING %s
// RUN: %device %s -w -fplugin-arg-phobos-print=directives 2>&1 >/dev/null | FileCheck --check-prefix=DEVICE %s
// CHECK: redirected: '_Z{{.*}}__device_stub__guarded
// CHECK: redirected: '_Z{{.*}}__device_stub__other
// NOTHING-NOT: redirected
// DEVICE: directive in '_Z7guarded{{.*}}': tensorcore = 0, on loop
#include <phobos/phobos.h>

__global__ void guarded(float *c, int n) {
#ifdef MACRO
#ifdef __CUDA_ARCH__
  PHOBOS_TENSORCORE for (int k = 0; k < n; ++k) *c += k;
#endif
#else
#ifdef __CUDA_ARCH__
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) *c += k;
#endif
#endif
}
__global__ void other(float *c) { *c = 1; }
