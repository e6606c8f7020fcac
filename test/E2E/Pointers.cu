//===- Pointers.cu - Row pointers, moving pointers, structures ------------===//
#include "Forms.h"
#define KERNELS "Pointers.inc"
#include "BothCopies.h"

using namespace e2e;

template <class E>
using Strided = Copies<void (*)(const E *, const E *, float *, int, int, int, int, int, int)>;

template <class E> static void run(Trial &T, Strided<E> Kernels) {
  auto A = T.input<E>(T.M, T.K), B = T.input<E>(T.K, T.N);
  auto C = T.output<float>(T.M, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.launch(Kernels, Grid, Block, A.data(), B.data(), C.data(), T.M, T.N, T.K, A.Ld, B.Ld, C.Ld);
  T.expectProduct(C, A, B);
}

template <class E> static void rowPointers(Trial &T) { run<E>(T, BOTH(rowPointers<E>)); }
template <class E> static void movingPointers(Trial &T) { run<E>(T, BOTH(movingPointers<E>)); }
template <class E> static void movingParameters(Trial &T) { run<E>(T, BOTH(movingParameters<E>)); }
template <class E> static void restricted(Trial &T) { run<E>(T, BOTH(restricted<E>)); }
template <class E> static void readOnlyLoads(Trial &T) { run<E>(T, BOTH(readOnlyLoads<E>)); }

/// The copies have structures of their own, in their own namespaces.
#define STRUCTURES(KERNEL)                                                                                             \
  template <class E> static void KERNEL(Trial &T) {                                                                    \
    auto A = T.input<E>(T.M, T.K), B = T.input<E>(T.K, T.N);                                                           \
    auto C = T.output<float>(T.M, T.N);                                                                                \
    dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);                                                           \
    T.each([&](Copy Which) {                                                                                           \
      if (Which == Copy::Annotated)                                                                                    \
        annotated::KERNEL<E><<<Grid, Block>>>({A.data(), T.K, T.M, A.Ld}, {B.data(), T.N, T.K, B.Ld},                  \
                                              {C.data(), T.N, T.M, C.Ld});                                             \
      else                                                                                                             \
        original::KERNEL<E><<<Grid, Block>>>({A.data(), T.K, T.M, A.Ld}, {B.data(), T.N, T.K, B.Ld},                   \
                                             {C.data(), T.N, T.M, C.Ld});                                              \
    });                                                                                                                \
    T.expectProduct(C, A, B);                                                                                          \
  }
STRUCTURES(structures)
STRUCTURES(accessors)

template <class E> static void gram(Trial &T) {
  auto A = T.input<E>(T.M, T.K);
  auto C = T.output<float>(T.M, T.M);
  dim3 Block = T.block(), Grid = T.cover(Block, T.M, T.M);
  T.launch(BOTH(gram<E>), Grid, Block, A.data(), C.data(), T.M, T.K, A.Ld, C.Ld);
  T.expectProduct(C, A, A.transposed());
}

template <class E> static void gramDown(Trial &T) {
  auto A = T.input<E>(T.K, T.N);
  auto C = T.output<float>(T.N, T.N);
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.N);
  T.launch(BOTH(gramDown<E>), Grid, Block, A.data(), C.data(), T.N, T.K, A.Ld, C.Ld);
  T.expectProduct(C, A.transposed(), A);
}

static const RegisterForms Registered{
    {"pointer/rows/f16", rowPointers<__half>},
    {"pointer/rows/f32", rowPointers<float>},
    {"pointer/moving/f16", movingPointers<__half>},
    {"pointer/moving/f32", movingPointers<float>},
    {"pointer/moving-parameters/bf16", movingParameters<__nv_bfloat16>},
    {"pointer/restrict/f16", restricted<__half>},
    {"pointer/restrict/f32", restricted<float>},
    {"pointer/ldg/f16", readOnlyLoads<__half>},
    {"pointer/ldg/bf16", readOnlyLoads<__nv_bfloat16>},
    {"pointer/ldg/f32", readOnlyLoads<float>},
    {"pointer/struct/f16", structures<__half>},
    {"pointer/struct/f32", structures<float>},
    {"pointer/struct-accessors/f32", accessors<float>},
    {"pointer/gram/f16", gram<__half>},
    {"pointer/gram/f32", gram<float>},
    {"pointer/gram-down/f16", gramDown<__half>},
};
