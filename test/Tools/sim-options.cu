// Options that do not go with --sim are refused; those that only ask are clang's; -### runs nothing.
// REQUIRES: cuda, plugin
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %phobos --sim -### %s -o %t/none 2>&1 | FileCheck --check-prefix=PRINT %s
// RUN: %phobos --sim -### -c -x cuda - 2>&1 | FileCheck --check-prefix=PRINT-C %s
// RUN: ls %t | count 0
// RUN: %phobos --sim --version | FileCheck --check-prefix=VERSION %s
// RUN: not %phobos --sim -E %s 2>&1 | FileCheck --check-prefix=NO-OBJECT %s
// RUN: not %phobos --sim -M %s 2>&1 | FileCheck --check-prefix=NO-OBJECT %s
// RUN: not %phobos --sim -MM %s 2>&1 | FileCheck --check-prefix=NO-OBJECT %s
// RUN: not %phobos --sim -S %s 2>&1 | FileCheck --check-prefix=NO-OBJECT %s
// RUN: not %phobos --sim -static %s 2>&1 | FileCheck --check-prefix=STATIC %s
// RUN: ls %t | count 0
// RUN: %phobos --sim -shared -fPIC %s -o %t/library.so 2>&1 | count 0
// RUN: %phobos --sim -MD -MF %t/deps -c %s 2>&1 | count 0
// RUN: ls %t/sim-options.o %t/deps
// RUN: %phobos --sim -shared -fPIC -MMD -o%t/joined.so %s 2>&1 | count 0
// RUN: ls %t/joined.so %t/sim-options.d
// RUN: not %phobos --sim 2>&1 | FileCheck --check-prefix=NO-INPUT %s
// RUN: not %phobos --sim -c 2>&1 | FileCheck --check-prefix=NO-INPUT %s
// RUN: not %phobos --sim %s -o 2>&1 | FileCheck --check-prefix=NO-NAME %s
// RUN: not %phobos --sim @%t/flags %s 2>&1 | FileCheck --check-prefix=RESPONSE %s
// NO-INPUT: phobos-clang++: error: no input files
// NO-NAME: phobos-clang++: error: '-o' needs the name of a file
// RESPONSE: phobos-clang++: error: '@{{.*}}': response files do not go with --sim and CUDA files; give the arguments themselves
// PRINT: "--cuda-device-only"
// PRINT: "--cuda-host-only"
// PRINT: "-lphobos-sim-cudart"
// PRINT-C: "--cuda-device-only"
// PRINT-C: "--cuda-host-only"
// PRINT-C-NOT: "-lphobos-sim-cudart"
// VERSION: clang version 22
// NO-OBJECT: phobos-clang++: error: '-{{.*}}' does not go with --sim, which makes objects and programs that are complete
// STATIC: phobos-clang++: error: '-static' does not go with --sim, whose runtime is a shared library
__global__ void fill(float *Out) { Out[threadIdx.x] = 1; }
