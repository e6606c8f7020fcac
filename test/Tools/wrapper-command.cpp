// The wrapper adds plugin, include path and CUDA before the user's arguments, and cudart behind them where it may link.
// RUN: env CUDA_PATH=/some/cuda %phobos -### -DLAST -c %s 2>&1 | FileCheck --check-prefix=COMPILE %s
// RUN: env CUDA_PATH=/some/cuda %phobos -### %s -o %t 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: env CUDA_PATH=/some/cuda %phobos -### -r %s -o %t 2>&1 | FileCheck --check-prefix=RELOCATABLE %s
// RUN: %phobos --version 2>&1 | FileCheck --check-prefix=VERSION %s
// RUN: not %phobos 2>&1 | FileCheck --check-prefix=EMPTY %s

// COMPILE-NOT: warning
// COMPILE: "-cc1"
// COMPILE-SAME: "-I" "{{[^"]*}}include"
// COMPILE-SAME: "-D" "LAST"
// COMPILE-SAME: "-load" "{{[^"]*}}/lib/libphobos.so"
// COMPILE-NOT: cudart

// LINK: "-cc1"
// LINK: ld"
// LINK-SAME: "-L/some/cuda/lib64"
// LINK-SAME: wrapper-command-{{[^"]*}}.o" "-lcudart_static" "-ldl" "-lrt" "-lpthread"

// RELOCATABLE: ld"
// RELOCATABLE-NOT: cudart

// VERSION: clang version 22
// VERSION-NOT: warning

// EMPTY: error: no input files
int main() {}
