// Only 'for' loops and kernels carry attributes; the error says so.
// REQUIRES: cuda, plugin
// RUN: %verify %s

// expected-error@+1 {{'tensorcore' cannot stand on a function that is not a kernel; it applies to 'for (...; ...; ...)' loops and '__global__' functions}}
[[phobos::tensorcore]] __device__ int notKernel(int n) {
  int a[3] = {};
  // expected-error@+1 {{'tensorcore' cannot stand on a 'while' loop; it applies to 'for (...; ...; ...)' loops and '__global__' functions}}
  [[phobos::tensorcore]] while (n > 3) --n;
  // expected-error@+1 {{'pipeline' cannot stand on a 'do' loop}}
  [[phobos::pipeline(2)]] do --n; while (n > 2);
  // expected-error@+1 {{'tensorcore' cannot stand on a range-based 'for' loop}}
  [[phobos::tensorcore]] for (int x : a) n += x;
  // expected-error@+1 {{'precision' cannot stand on this declaration}}
  [[phobos::precision(f16)]] int local = n;
  // expected-error@+1 {{'tensorcore' cannot stand on this statement}}
  [[phobos::tensorcore]];
  // expected-error@+1 {{'tensorcore' cannot stand on this statement}}
  [[phobos::tensorcore]] if (n) return local;
  // expected-error@+1 {{'tensorcore' cannot stand on this statement}}
  __attribute__((phobos_tensorcore)) { n = 1; }
  // expected-error@+1 {{an attribute list cannot appear here}}
  [[phobos::tensorcore]]
#pragma unroll
  for (int k = 0; k < n; ++k) local += k;
  return n;
}

// expected-error@+1 {{'tensorcore' cannot stand on this declaration}}
[[phobos::tensorcore]] __device__ int variable;
// expected-error@+1 {{'tensorcore' cannot stand on this declaration}}
struct [[phobos::tensorcore]] Record {};
// expected-error@+1 {{'tensorcore' cannot stand on this declaration}}
__global__ void parameter(int p [[phobos::tensorcore]]);
// expected-error@+1 {{'phobos::tensorcore' attribute cannot be applied to types}}
__global__ void type() [[phobos::tensorcore]];
// expected-error@+2 {{'tensorcore' cannot stand on a function that is not a kernel}}
template <class T>
[[phobos::tensorcore]] __device__ void templated(T) {}
