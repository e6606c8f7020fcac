// The names of redirected stubs are those of the object, for kernels of local, unnamed and internal types as well.
// REQUIRES: cuda, plugin
// DEFINE: %{names} = grep redirected | sed "s/.*'\(.*\)'.*/\1/" | sort
// DEFINE: %{host} = %phobos --cuda-gpu-arch=sm_90 --cuda-host-only -w -fplugin-arg-phobos-print=directives -c %s -o %t.o
// RUN: %{host} 2>&1 | %{names} > %t.redirected
// RUN: %{host} -O0 -funique-internal-linkage-names 2>&1 | %{names} > %t.unique
// RUN: %phobos --cuda-gpu-arch=sm_90 --cuda-host-only -w -S -emit-llvm %s -o - | grep "^define.*__device_stub__" | sed 's/.*@"\?\([^"(]*\)"\?(.*/\1/' | sort > %t.defined
// RUN: %phobos --cuda-gpu-arch=sm_90 --cuda-host-only -w -O0 -funique-internal-linkage-names -S -emit-llvm %s -o - | grep "^define.*__device_stub__" | sed 's/.*@"\?\([^"(]*\)"\?(.*/\1/' | sort > %t.defined.unique
// RUN: cmp %t.redirected %t.defined
// RUN: cmp %t.unique %t.defined.unique
// RUN: wc -l < %t.defined | FileCheck %s
// RUN: FileCheck --check-prefix=UNIQUE --input-file=%t.unique %s
// CHECK: 16
// UNIQUE: .__uniq.

template <class T> [[phobos::tensorcore]] __global__ void kernel(T, float *c) { for (int k = 0; k < 3; ++k) *c += k; }
template <auto V> __global__ void value(float *c) { [[phobos::tensorcore]] for (int k = 0; k < 3; ++k) *c += k; }
static __global__ void internal(float *c) { [[phobos::tensorcore]] for (int k = 0; k < 3; ++k) *c += k; }

typedef struct { int q; } Named;
namespace {
struct Hidden {};
struct { int z; } unnamed;
enum { A, B };
} // namespace

void host(float *c) {
  struct { int a; } x;
  struct { int b; } y;
  struct Local {} z;
  enum { First } e;
  auto plain = [=](int) {};
  kernel<<<1, 1>>>(y, c);
  kernel<<<1, 1>>>(x, c);
  kernel<<<1, 1>>>(z, c);
  kernel<<<1, 1>>>(e, c);
  kernel<<<1, 1>>>(plain, c);
  kernel<<<1, 1>>>(Named{}, c);
  kernel<<<1, 1>>>(Hidden{}, c);
  kernel<<<1, 1>>>(unnamed, c);
  kernel<<<1, 1>>>(A, c);
  kernel<<<1, 1>>>([=] __device__(int) {}, c);
  kernel<<<1, 1>>>([=] __host__ __device__(auto) {}, c);
  value<B><<<1, 1>>>(c);
  value<First><<<1, 1>>>(c);
  value<&internal><<<1, 1>>>(c);
  internal<<<1, 1>>>(c);
}
template <class T> void hostTemplate(float *c) { kernel<<<1, 1>>>([](T) {}, c); }
template void hostTemplate<int>(float *);
