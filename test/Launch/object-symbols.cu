// The object needs libcudart and the C library, no C++ library and nothing of ours. Of two objects' runtimes one is left, and it
// is not visible outside the program.
// RUN: %host -O2 %s -o %t.a.o && %host-b -O0 -DB %s -o %t.b.o
// RUN: llvm-nm -u %t.a.o | FileCheck %s --check-prefix=NEEDS --implicit-check-not=_Z --implicit-check-not=__cxa \
// RUN:   --implicit-check-not=__gxx --implicit-check-not=phobos
// RUN: %link -Wl,--no-undefined %t.a.o %t.b.o -o %t && llvm-nm %t | FileCheck %s --check-prefix=MERGED
// RUN: llvm-nm -D --defined-only %t | FileCheck %s --allow-empty --check-prefix=VISIBLE
// NEEDS: U cudaLaunchKernel
// NEEDS: w dlsym
// MERGED: {{[tW]}} __phobos_v1_launch{{$}}
// MERGED-NOT: __phobos_v1_launch{{$}}
// MERGED: {{[bV]}} __phobos_v1_registry{{$}}
// MERGED-NOT: __phobos_v1_registry{{$}}
// VISIBLE-NOT: phobos
#ifdef B
__global__ void markedToo(float *a) {}
#else
__global__ void marked(float *a) {}
int main() { marked<<<1, 1>>>(nullptr); }
#endif
