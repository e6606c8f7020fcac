// Without an architecture, code for sm_80 and PTX for newer chips; clang's own sm_52 is unknown to the assembler of CUDA 13.
// REQUIRES: cuda, plugin
// RUN: %phobos -### %s 2>&1 | FileCheck %s
// RUN: %phobos -### -x cuda - 2>&1 | FileCheck %s
// RUN: %phobos -### --cuda-gpu-arch=sm_90 %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %phobos -### --offload-arch=sm_90 %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %phobos -### -x c++ -c %s 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %phobos -Werror -c %s -o %t.o
// CHECK-NOT: warning
// CHECK: fatbinary"
// CHECK-DAG: kind=elf,sm=80
// CHECK-DAG: kind=ptx,sm=80
// OWN-NOT: sm_80
// OWN: kind=elf,sm=90
// NONE-NOT: fatbinary
__global__ void fill(float *Out) { Out[threadIdx.x] = 1; }
