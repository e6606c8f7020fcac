// An annotated kernel without a loop: the warning speaks of the kernel.
// REQUIRES: cuda, plugin
// RUN: %phobos -O2 --cuda-gpu-arch=sm_90 --cuda-device-only -S %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: kernel-without-loop.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} no sum of products 'acc += a * b' was found in the kernel; accumulate one product of two loaded elements
[[phobos::tensorcore]] __global__ void single(float *A) { A[0] = 1; }
