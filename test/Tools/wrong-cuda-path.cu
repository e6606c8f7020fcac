// Where CUDA_PATH names no toolkit, the variable is named, as clang does not know of it.
// REQUIRES: plugin
// RUN: env CUDA_PATH=/no/cuda not %phobos -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: env CUDA_PATH=/no/cuda %phobos -fsyntax-only -x c++ %S/wrapper-command.cpp 2>&1 | count 0
// CHECK: phobos-clang++: warning: there is no CUDA toolkit in '/no/cuda', which CUDA_PATH names; correct the variable or unset it
__global__ void empty() {}
