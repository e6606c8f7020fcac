// Directives in device functions, host/device functions, constexpr functions, lambdas and instantiations.
// REQUIRES: cuda, plugin
// RUN: %device %s -w -fplugin-arg-phobos-print=directives 2>&1 >/dev/null | FileCheck %s --implicit-check-not="directive in"
// RUN: %phobos --cuda-host-only --cuda-gpu-arch=sm_90 -S -emit-llvm %s -o - -w | FileCheck --check-prefix=HOST %s

// The host has no use for them.
// HOST-NOT: __phobos
// HOST-NOT: annotations

// CHECK-DAG: directive in '_Z11ofTheDevicePKfi': tensorcore = 0, on loop at {{.*}}:[[@LINE+3]]:26
__device__ float ofTheDevice(const float *a, int n) {
  float s = 0;
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) s += a[k];
  return s;
}

// CHECK-DAG: directive in '_Z6ofBothPKfi': tensorcore = 0, on loop at {{.*}}:[[@LINE+3]]:26
__host__ __device__ float ofBoth(const float *a, int n) {
  float s = 0;
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) s += a[k];
  return s;
}

// A directive is no obstacle to constant evaluation.
// CHECK-DAG: directive in '_Z5sumToi': tensorcore = 0, on loop at {{.*}}:[[@LINE+3]]:26
constexpr int sumTo(int n) {
  int s = 0;
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) s += k;
  return s;
}
static_assert(sumTo(4) == 6, "");

template <class Function> __global__ void apply(Function f, float *out) { out[threadIdx.x] = f(threadIdx.x); }

__global__ void kernel(const float *a, float *c, int n) {
  c[0] = ofTheDevice(a, n) + ofBoth(a, n) + sumTo(n);
  // CHECK-DAG: directive in '_ZZ6kernel{{.*}}clEi': tensorcore = 0, on loop at {{.*}}:[[@LINE+3]]:28
  auto sum = [&](int m) {
    float s = 0;
    [[phobos::tensorcore]] for (int k = 0; k < m; ++k) s += a[k];
    return s;
  };
  // CHECK-DAG: directive in '_ZZ6kernel{{.*}}clIiEEDaS2_': tensorcore = 0, on loop at {{.*}}:[[@LINE+4]]:28
  // CHECK-DAG: directive in '_ZZ6kernel{{.*}}clIlEEDaS2_': tensorcore = 0, on loop at {{.*}}:[[@LINE+3]]:28
  auto generic = [&](auto m) {
    float s = 0;
    [[phobos::tensorcore]] for (decltype(m) k = 0; k < m; ++k) s += a[k];
    return s;
  };
  c[1] = sum(n) + generic(n) + generic(long(n));
}

void launch(float *c) {
  // CHECK-DAG: directive in '_ZZ6launchPfENKUliE_clEi': tensorcore = 0, on loop at {{.*}}:[[@LINE+3]]:28
  apply<<<1, 1>>>([=] __device__(int i) {
    float s = 0;
    [[phobos::tensorcore]] for (int k = 0; k < i; ++k) s += k;
    return s;
  }, c);
}
