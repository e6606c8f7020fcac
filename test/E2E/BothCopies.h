//===- BothCopies.h - Compiles KERNELS twice: annotated, and not ----------===//
//
// No include guard: a file defines KERNELS and includes this once. The copies live in the namespaces annotated and
// original. LOOP(...) stands where a user writes [[phobos::tensorcore]]; its arguments are further attributes.
//
//===----------------------------------------------------------------------===//
#ifndef KERNELS
#error "define KERNELS as the file to compile twice"
#endif

#define LOOP(...) [[phobos::tensorcore __VA_OPT__(, ) __VA_ARGS__]]
namespace annotated {
#include KERNELS
}
#undef LOOP
#define LOOP(...)
namespace original {
#include KERNELS
}
#undef LOOP

/// Both copies of a kernel, for Trial::launch.
#define BOTH(...)                                                                                                      \
  e2e::Copies<decltype(&original::__VA_ARGS__)> { { &annotated::__VA_ARGS__, &original::__VA_ARGS__ } }
