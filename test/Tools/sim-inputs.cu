// Inputs of --sim: standard input, C++ files beside CUDA's, --sim said twice.
// REQUIRES: cuda, plugin
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %phobos --sim -x cuda - -o %t/one < %s && %t/one
// RUN: %phobos --sim -c -x cuda - -o %t/two.o < %s
// RUN: %phobos --sim --sim %t/two.o -o %t/two && %t/two
// RUN: echo 'int three() { return 3; }' > %t/three.cpp
// RUN: %phobos --sim -c %t/three.cpp %s 2>&1 | count 0
// RUN: %phobos --sim three.o sim-inputs.o -o %t/three && %t/three
// RUN: %phobos --sim -DTHREE -x cuda %s -x c++ %t/three.cpp -o %t/four 2>&1 | count 0
// RUN: %t/four
// RUN: not %phobos --sim -c %t/three.cpp %s -o %t/five.o 2>&1 | FileCheck %s
// CHECK: error: -o with -c and several files
#ifdef THREE
int three();
#else
static int three() { return 3; }
#endif
__global__ void store(int *Out, int Value) { *Out = Value; }

int main() {
  int *Out, Value = 0;
  cudaMalloc(&Out, sizeof(int));
  store<<<1, 1>>>(Out, three());
  cudaMemcpy(&Value, Out, sizeof(int), cudaMemcpyDeviceToHost);
  return Value == 3 ? 0 : 1;
}
