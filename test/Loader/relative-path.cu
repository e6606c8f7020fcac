// REQUIRES: plugin
// The module is found beside the loader, however the loader was named, and takes its arguments through it.
// DEFINE: %{check} = --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib -fsyntax-only %s
// RUN: cd %lib && %clang -fplugin=./libphobos.so %{check}
// RUN: cd %lib && cd .. && %clang -fplugin=lib/libphobos.so %{check}
// RUN: rm -rf %t && mkdir %t && ln -s %lib/libphobos.so %lib/phobos-plugin-22.so %t
// RUN: %clang -fplugin=%t/libphobos.so %{check}
// RUN: not %clang %plugin -fplugin-arg-phobos-nonsense=1 %{check} 2>&1 | FileCheck %s
// CHECK: error: {{.*}}nonsense
#ifndef __PHOBOS__
#error "the plugin is not there"
#endif
