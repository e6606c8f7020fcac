// A compiler of another version, or none at all, is told so and ends with an error: it neither crashes nor goes on.
// RUN: %clang -rdynamic -DMAJOR=19 %s -o %t.19 -ldl
// RUN: not %t.19 %plugin 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: %clang -rdynamic -DMAJOR=22 %s -o %t.22 -ldl
// RUN: not %t.22 %plugin 2>&1 | FileCheck --check-prefix=STATIC %s
// RUN: %clang -rdynamic %s -o %t.none -ldl
// RUN: not %t.none %plugin 2>&1 | FileCheck --check-prefix=NONE %s

// OTHER: phobos: error: the compiler is clang 19.1.7; this plugin works with clang 22, e.g. 'clang++-22'
// OTHER-NOT: went on
// STATIC: phobos: error: the compiler does not use the shared library libclang-cpp.so.22.{{[0-9]+}};
// STATIC-NOT: went on
// NONE: phobos: error: the compiler is not clang, or is older than clang 16;
// NONE-NOT: went on
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

#ifdef MAJOR
extern "C" void LLVMGetVersion(unsigned *Major, unsigned *Minor, unsigned *Patch) {
  *Major = MAJOR;
  *Minor = 1;
  *Patch = 7;
}
#endif

// Loads the plugin of '-fplugin=PATH' as clang does.
int main(int, char **Argv) {
  void *Handle = dlopen(std::strchr(Argv[1], '=') + 1, RTLD_LAZY | RTLD_GLOBAL);
  std::printf("went on: %s\n", Handle ? "loaded" : dlerror());
}
