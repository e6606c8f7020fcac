// What phobos-sim cannot read ends with status 1 and says why: no file, no such file, text that is no IR, host code, a program
// without device code, an image of another version.
// RUN: not %sim-tool 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not %sim-tool %t.missing 2>&1 | FileCheck --check-prefix=MISSING %s
// RUN: not %sim-tool %s 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: %phobos -O2 --cuda-host-only -emit-llvm -c %s -o %t.host.bc
// RUN: not %sim-tool %t.host.bc 2>&1 | FileCheck --check-prefix=HOST %s
// RUN: %phobos -O2 --cuda-device-only --cuda-gpu-arch=sm_90 -emit-llvm -c %s -o %t.bc
// RUN: head -c 1000 %t.bc > %t.short.bc
// RUN: not %sim-tool %t.short.bc 2>&1 | FileCheck --check-prefix=SHORT %s
// RUN: %phobos -O2 --cuda-gpu-arch=sm_90 --cuda-host-only -c %s -o %t.o
// RUN: not %sim-tool %t.o 2>&1 | FileCheck --check-prefix=PROGRAM %s
// RUN: %phobos --sim -O2 -c %s -o %t.sim.o
// RUN: %python -c "import sys; b = open(sys.argv[1], 'rb').read(); open(sys.argv[2], 'wb').write(b.replace(b'PHOBOSIM\x01', b'PHOBOSIM\x09'))" %t.sim.o %t.other.o
// RUN: not %sim-tool %t.other.o 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: %sim-tool %t.sim.o | FileCheck --check-prefix=GOOD %s
__global__ void set(int *P) { *P = 1; }
void host(int *P) { set<<<1, 1>>>(P); }
// NONE: error: no file; give device code (.bc, .ll) or a program made with 'phobos-clang++ --sim'
// MISSING: error: cannot read '{{.*}}.missing': No such file or directory
// TEXT: error: '{{.*}}input-unsupported.cu' is no LLVM IR: line {{[0-9]+}}: expected top-level entity
// HOST: error: '{{.*}}.host.bc' is no device code: its target is 'x86_64{{.*}}', not nvptx64
// SHORT: error: '{{.*}}.short.bc' is no LLVM IR: {{.+}}
// PROGRAM: error: '{{.*}}.o' has no device code for the simulator; make it with 'phobos-clang++ --sim'
// OTHER: error: '{{.*}}.other.o' has a device image that is damaged or of another version; make it again
// GOOD: kernel 'set(int*)'
