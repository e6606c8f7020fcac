// A value of an environment variable that means nothing is ignored, and one line says what would.
// RUN: %host -O2 %s -o %t.o && %link %t.o -o %t
// RUN: env PHOBOS_LOG=info %t 2>&1 | FileCheck %s --check-prefix=LOG
// RUN: env PHOBOS_VARIANT=4 %t 2>&1 | FileCheck %s --check-prefix=VARIANT
// RUN: env PHOBOS_VARIANT=x %t 2>&1 | FileCheck %s --check-prefix=VARIANT
// RUN: env PHOBOS_MAX_CTAS=65536 %t 2>&1 | FileCheck %s --check-prefix=CTAS
// RUN: env PHOBOS_MAX_CTAS=4294967297 %t 2>&1 | FileCheck %s --check-prefix=CTAS
// RUN: env PHOBOS_MAX_CTAS=7x %t 2>&1 | FileCheck %s --check-prefix=CTAS
// RUN: env PHOBOS_VARIANT=3 PHOBOS_MAX_CTAS=65535 %t 2>&1 | count 0
#include "Fake.h"

__global__ void marked(float *a, int m, int n) {}

int main() {
  fake::addKernel("a", "_Z6markedPfii", fake::ThreeParameters, fake::makeRecord());
  for (int I = 0; I != 2; ++I)
    marked<<<100, 256>>>(nullptr, 1280, 1280);
  std::vector<fake::Launch> L = fake::takeLaunches();
  CHECK(L.size() == 2 && L[0].Name == "_Z6markedPfii__phobos" && L[0].Grid[0] == 100);
  return fake::Failures;
}
// LOG: {{^}}phobos: PHOBOS_LOG=info is ignored: it takes 'debug'{{$}}
// LOG-NOT: phobos
// VARIANT: {{^}}phobos: PHOBOS_VARIANT={{[4x]}} is ignored: it takes '0', '1', '2' or '3'{{$}}
// VARIANT-NOT: phobos
// CTAS: {{^}}phobos: PHOBOS_MAX_CTAS={{.*}} is ignored: it takes a number from 0 to 65535{{$}}
// CTAS-NOT: phobos
