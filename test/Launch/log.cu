// PHOBOS_LOG=debug: each outcome of each kernel once, on stderr. Nothing without it.
// RUN: %host -O0 %s -o %t.o && %link %t.o -o %t
// RUN: env PHOBOS_LOG=debug %t 2>&1 | FileCheck %s
// RUN: env PHOBOS_LOG=debug PHOBOS_DISABLE=1 %t 2>&1 | FileCheck %s --check-prefix=DISABLED
// RUN: %t 2>&1 | count 0
// RUN: env PHOBOS_LOG= PHOBOS_VARIANT= PHOBOS_MAX_CTAS= %t 2>&1 | count 0
#include "Fake.h"

template <int I> __global__ void marked(float *a, int m, int n) {}

int main() {
  fake::addKernel("a", "_Z6markedILi0EEvPfii", fake::ThreeParameters, fake::makeRecord());
  fake::addFunction("a", "_Z6markedILi1EEvPfii", fake::ThreeParameters);
  for (int I = 0; I != 3; ++I) {
    marked<0><<<100, 256>>>(nullptr, 1280, 1280);
    marked<0><<<100, 256>>>(nullptr, 100, 100);
    marked<0><<<100, 256>>>(nullptr, 0, 100);
    marked<1><<<100, 256>>>(nullptr, 0, 100);
  }
  // CHECK: phobos: kernel '_Z6markedILi0EEvPfii': the companion runs on device 0: test.cu:1:2; variant 0 of 2, grid 100, tile 128x128, 256 threads and 98304 bytes of shared memory a CTA{{$}}
  // CHECK-NEXT: phobos: kernel '_Z6markedILi0EEvPfii': the companion runs on device 0: test.cu:1:2; variant 1 of 2, grid 16, tile 32x32, 128 threads and 16384 bytes of shared memory a CTA{{$}}
  // CHECK-NEXT: phobos: kernel '_Z6markedILi0EEvPfii': the original runs: there is nothing to compute{{$}}
  // CHECK-NEXT: phobos: kernel '_Z6markedILi1EEvPfii': the original runs: there is no companion for this device{{$}}
  // CHECK-NOT: phobos

  // DISABLED: phobos: kernel '_Z6markedILi0EEvPfii': the original runs: PHOBOS_DISABLE is set{{$}}
  // DISABLED-NEXT: phobos: kernel '_Z6markedILi1EEvPfii': the original runs: PHOBOS_DISABLE is set{{$}}
  // DISABLED-NOT: phobos
  return fake::Failures;
}
