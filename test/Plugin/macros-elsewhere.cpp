// Elsewhere the macros of phobos.h are nothing, in C and C++ and without a warning: other compilers, clang without the
// plugin, and with it where the language is not CUDA.
// REQUIRES: plugin
// DEFINE: %{strict} = -I %include -Wall -Wextra -Wpedantic -Werror -fsyntax-only %s
// RUN: %clang -std=c++11 %{strict}
// RUN: %clang %plugin -std=c++11 %{strict}
// RUN: %clang %plugin -x c -std=c11 %{strict}
// RUN: g++ -std=c++11 %{strict}
// RUN: gcc -x c -std=c99 %{strict}
#include <phobos/phobos.h>
#ifdef __PHOBOS__
#error "__PHOBOS__ is defined"
#endif

int sum(int n);
PHOBOS_TENSORCORE int sum(int n) {
  int s = 0, k;
  PHOBOS_TENSORCORE PHOBOS_TENSORCORE_SYNC PHOBOS_PIPELINED PHOBOS_PIPELINE(2) PHOBOS_PRECISION(f16)
  for (k = 0; k < n; ++k)
    s += k;
  return s;
}
