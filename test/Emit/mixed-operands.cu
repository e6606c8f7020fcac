// One operand comes by cp.async and the other through registers. Whichever it is, copies are committed and waited for, in the
// slices before the loop too.
// REQUIRES: cuda, plugin
// RUN: %phobos --sim -O2 -I%S/Inputs %s -o %t
// RUN: env PHOBOS_SIM=strict PHOBOS_LOG=debug %t 2>&1 | FileCheck %s
// CHECK-DAG: If6__halfEvPKT_PKT0_Pfiii6Layout': the companion runs
// CHECK-DAG: I13__nv_bfloat16fEvPKT_PKT0_Pfiii6Layout': the companion runs
// CHECK: {{^}}right
#include "Product.h"

int main() {
  bool Right = true;
  for (bool TransposeA : {false, true})
    for (bool TransposeB : {false, true}) {
      Right &= check<float, __half>(72, 40, 100, TransposeA, TransposeB);
      Right &= check<__nv_bfloat16, float>(40, 72, 100, TransposeA, TransposeB);
    }
  std::puts(Right ? "right" : "not right");
  return !Right;
}
