// Launches are redirected of exactly the kernels that can reach a directive.
// REQUIRES: cuda, plugin
// RUN: %phobos --cuda-gpu-arch=sm_90 --cuda-host-only -S -o %t.s %s -w -fplugin-arg-phobos-print=directives 2>&1 | FileCheck %s --implicit-check-not=redirected

#define LOOP(Sum) [[phobos::tensorcore]] for (int k = 0; k < 3; ++k) Sum += k

__device__ float leaf(float s) { LOOP(s); return s; }
__device__ float between(float s) { return leaf(s); }
template <class T> __device__ T templated(T s) { LOOP(s); return s; }
struct Value {
  float v;
  __device__ Value(int n) : v(0) { LOOP(v); }
};
struct Member {
  float v = leaf(1);
  __device__ float operator()() const { return v; }
};
struct Leaver {
  float *c;
  __device__ ~Leaver() { LOOP(*c); }
};
struct Holder { Leaver inner; };
__device__ float defaulted(float s = leaf(2)) { return s; }
__device__ float (*const pointer)(float) = between;

// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__direct
__global__ void direct(float *c) { LOOP(*c); }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__indirect
__global__ void indirect(float *c) { *c = between(*c); }
__global__ void none(float *c) { *c = 1; }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__viaTemplate
__global__ void viaTemplate(float *c) { *c = templated(*c); }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__viaConstructor
__global__ void viaConstructor(float *c) { *c = Value(3).v; }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__viaInitializer
__global__ void viaInitializer(float *c) { *c = Member{}(); }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__viaDestructor
__global__ void viaDestructor(float *c) { Holder h{{c}}; }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__viaDefault
__global__ void viaDefault(float *c) { *c = defaulted(); }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__viaPointer
__global__ void viaPointer(float *c) { *c = pointer(*c); }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__viaLambda
__global__ void viaLambda(float *c) { auto l = [&] { LOOP(*c); }; l(); }
// CHECK: redirected: '__device_stub__plainName'
extern "C" __global__ void plainName(float *c) { LOOP(*c); }
// CHECK: redirected: '_Z{{[0-9]+}}__device_stub__wholeKernel
[[phobos::tensorcore]] __global__ void wholeKernel(float *c) { *c = 1; }
namespace outer { namespace {
// CHECK: redirected: '_ZN5outer12_GLOBAL__N_1{{[0-9]+}}__device_stub__hidden
__global__ void hidden(float *c) { LOOP(*c); }
}}
// CHECK: redirected: '_ZL{{[0-9]+}}__device_stub__internal
static __global__ void internal(float *c) { LOOP(*c); }
struct Record {
  // CHECK: redirected: '_ZN6Record{{[0-9]+}}__device_stub__member
  static __global__ void member(float *c) { LOOP(*c); }
};

template <class F> __global__ void apply(F f, float *c) { *c = f(*c); }
template <bool Product> __global__ void chooses(float *c) {
  if constexpr (Product)
    LOOP(*c);
}

void host(float *c) {
  outer::hidden<<<1, 1>>>(c);
  internal<<<1, 1>>>(c);
  Record::member<<<1, 1>>>(c);
  // Each lambda makes a kernel of its own: only the second reaches a directive.
  // CHECK: redirected: '_Z{{[0-9]+}}__device_stub__applyIZ4hostPfEUlfE0_EvT_S0_'
  apply<<<1, 1>>>([=] __device__(float s) { return s; }, c);
  apply<<<1, 1>>>([=] __device__(float s) { LOOP(s); return s; }, c);
  // CHECK: redirected: '_Z{{[0-9]+}}__device_stub__choosesILb1EEvPf'
  chooses<true><<<1, 1>>>(c);
  chooses<false><<<1, 1>>>(c);
}
