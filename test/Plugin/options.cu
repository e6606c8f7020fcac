// The plugin's arguments: 'help' lists them, once for both compilations, and an unknown one is an error that does.
// REQUIRES: cuda, plugin
// RUN: %phobos --cuda-gpu-arch=sm_90 -fplugin-arg-phobos-help -c %s -o %t.o | FileCheck --check-prefix=HELP %s
// HELP-COUNT-1: arguments of the phobos plugin
// HELP: print=directives|raise|plan
// HELP: plan=FILE
// HELP-NOT: arguments of
//
// RUN: not %phobos --cuda-gpu-arch=sm_90 -fplugin-arg-phobos-hlep -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %phobos --cuda-gpu-arch=sm_90 -fplugin-arg-phobos-print=everything -c %s -o %t.o 2>&1 | FileCheck --check-prefix=VALUE %s
// CHECK: error: phobos plugin: unknown argument 'hlep'; accepted arguments follow
// CHECK: note: '-fplugin-arg-phobos-help': list these arguments
// CHECK: note: '-fplugin-arg-phobos-print=directives|raise|plan'
// VALUE: error: phobos plugin: unknown argument 'print=everything'
__global__ void kernel() {}
