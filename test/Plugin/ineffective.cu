// Attributes that are legal and do nothing are warned about, in -Wignored-attributes.
// REQUIRES: cuda, plugin
// RUN: %verify %s
// RUN: %verify=quiet -Wno-ignored-attributes %s
// quiet-no-diagnostics

int ofTheHost(int n) {
  int s = 0;
  // expected-warning@+1 {{'tensorcore' has no effect in a host function; it works in '__global__' and '__device__' functions}}
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) s += k;
  // A lambda without attributes can be called from a kernel.
  auto lambda = [&](int m) {
    [[phobos::tensorcore]] for (int k = 0; k < m; ++k) s += k;
  };
  lambda(n);
  return s;
}
__host__ __device__ int ofBoth(int n) {
  int s = 0;
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) s += k;
  return s;
}
constexpr int constant(int n) {
  int s = 0;
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) s += k;
  return s;
}

__global__ void kernel(float *c, int n) {
  // expected-warning@+1 {{'precision' has no effect without 'tensorcore' on the same loop or its kernel}}
  [[phobos::precision(bf16)]] for (int k = 0; k < n; ++k) *c += k;
  // expected-warning@+1 {{'pipeline' has no effect without 'tensorcore' on the same loop or its kernel}}
  [[phobos::pipeline, phobos::precision(bf16)]] for (int k = 0; k < n; ++k) *c += k;
  [[phobos::pipeline(2), phobos::tensorcore]] for (int k = 0; k < n; ++k) *c += k;
}
[[phobos::tensorcore]] __global__ void whole(float *c, int n) {
  [[phobos::precision(bf16)]] for (int k = 0; k < n; ++k) *c += k;
}
