// Packed variants in every layout and type: rows that are no multiple of a tile, trip counts that are no multiple of a slice,
// leading dimensions that are no multiple of 8.
// REQUIRES: cuda, plugin
// RUN: %phobos --sim -O2 -I%S/Inputs %s -o %t
// RUN: env PHOBOS_SIM=strict PHOBOS_LOG=debug PHOBOS_VARIANT=0 %t 2>&1 | FileCheck %s
// CHECK-DAG: IffEvPKT_PKT0_Pfiii6Layout': the companion runs {{.*}} variant 0 {{.*}}, operands packed into
// CHECK-DAG: I6__halfS0_EvPKT_PKT0_Pfiii6Layout': the companion runs {{.*}} variant 0 {{.*}}, operands packed into
// CHECK-DAG: I13__nv_bfloat16fEvPKT_PKT0_Pfiii6Layout': the companion runs {{.*}} variant 0 {{.*}}, operands packed into
// CHECK: {{^}}right
#include "Product.h"

int main() {
  bool Right = true;
  for (bool TransposeA : {false, true})
    for (bool TransposeB : {false, true}) {
      Right &= check<float, float>(130, 70, 100, TransposeA, TransposeB);
      Right &= check<__half, __half>(40, 72, 67, TransposeA, TransposeB, 3);
      Right &= check<__nv_bfloat16, float>(65, 300, 128, TransposeA, TransposeB, 1);
    }
  std::puts(Right ? "right" : "not right");
  return !Right;
}
