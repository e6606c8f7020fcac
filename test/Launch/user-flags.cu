// How the program is compiled is not changed by the runtime's bitcode: neither the module's flags nor its target, and the runtime
// claims no features that the program does without.
// RUN: %host -O0 -S -emit-llvm -fno-pic -fcf-protection=branch -fshort-wchar -march=x86-64-v3 %s -o %t.with.ll
// RUN: %plain-host -O0 -S -emit-llvm -fno-pic -fcf-protection=branch -fshort-wchar -march=x86-64-v3 %s -o %t.without.ll
// RUN: grep -E '^!llvm|^![0-9]+ = !\{(i32|!"Debian|!"clang)|^target ' %t.with.ll > %t.with
// RUN: grep -E '^!llvm|^![0-9]+ = !\{(i32|!"Debian|!"clang)|^target ' %t.without.ll > %t.without
// RUN: cmp %t.with %t.without
// RUN: FileCheck %s --input-file=%t.with.ll
// CHECK: define linkonce_odr hidden {{.*}} @__phobos_v1_launch({{.*}} [[ATTRIBUTES:#[0-9]+]] comdat
// CHECK-NOT: attributes [[ATTRIBUTES]] = {{.*}}target-
__global__ void marked(float *a) {}
