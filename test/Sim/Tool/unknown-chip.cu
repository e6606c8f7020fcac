// Code for an architecture that the simulator has no chip of is compiled with a warning. A call of another file's function is
// named as it is written.
// RUN: %phobos --sim -c --cuda-gpu-arch=sm_60 %s -o %t.o 2>&1 | FileCheck %s
// CHECK: phobos-clang++: warning: the simulator has no chip 'sm_60'; set PHOBOS_SIM_CHIP when the program runs, to one of sm_70, {{.*}}sm_121a{{$}}
// RUN: %phobos --sim -c --cuda-gpu-arch=sm_87,sm_90a %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=KNOWN %s
// KNOWN-NOT: warning
// RUN: %sim-tool %t.o | FileCheck --check-prefix=CALL %s
// CALL: not simulated: call of 'other(int)', which this translation unit does not define; device code across files is not supported, at {{.*}}unknown-chip.cu:[[@LINE+2]]:
extern __device__ int other(int);
__global__ void kernel(int *Data) { *Data = other(1); }
