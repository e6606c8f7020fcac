// One source, two compilations, each diagnostic once; the host speaks where it is alone.
// REQUIRES: cuda, plugin
// RUN: %phobos --cuda-gpu-arch=sm_90 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %phobos --cuda-gpu-arch=sm_90 --cuda-host-only -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %phobos --cuda-gpu-arch=sm_90 -DWRONG -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s --implicit-check-not=error:
#ifdef WRONG
// ERROR: error: 'tensorcore' does not take this argument
[[phobos::tensorcore(fast)]] __global__ void wrong();
#endif
// CHECK: warning: 'tensorcore' has no effect in a host function
int host(int n) {
  int s = 0;
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) s += k;
  return s;
}
