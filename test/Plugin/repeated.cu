// The same attribute twice: a warning where both say the same, an error where they do not.
// REQUIRES: cuda, plugin
// RUN: %verify %s

template <int Stages> __device__ void loops(int n) {
  int s = 0;
  // expected-warning@+2 {{'tensorcore' is given twice on the same loop; keep one of them}}
  // expected-note@+1 {{the earlier 'tensorcore' is here}}
  [[phobos::tensorcore, phobos::tensorcore]]
  for (int k = 0; k < n; ++k) s += k;
  // expected-error@+2 {{'tensorcore' contradicts an earlier 'tensorcore' on the same loop; keep one of them}}
  // expected-note@+1 {{the earlier 'tensorcore' is here}}
  [[phobos::tensorcore]] __attribute__((phobos_tensorcore(sync)))
  for (int k = 0; k < n; ++k) s += k;
  // expected-error@+2 {{'precision' contradicts an earlier 'precision' on the same loop; keep one of them}}
  // expected-note@+1 {{the earlier 'precision' is here}}
  [[phobos::tensorcore, phobos::precision(f16), phobos::precision(bf16)]]
  for (int k = 0; k < n; ++k) s += k;
  // expected-error@+2 {{'pipeline' contradicts an earlier 'pipeline' on the same loop; keep one of them}}
  // expected-note@+1 {{the earlier 'pipeline' is here}}
  [[phobos::tensorcore, phobos::pipeline(Stages), phobos::pipeline(Stages)]]
  for (int k = 0; k < n; ++k) s += k;
  // Different attributes go together.
  [[phobos::tensorcore, phobos::precision(f16), phobos::pipeline]]
  for (int k = 0; k < n; ++k) s += k;
}

// expected-warning@+2 {{'tensorcore' is given twice on the same kernel; keep one of them}}
// expected-note@+1 {{the earlier 'tensorcore' is here}}
[[phobos::tensorcore]] [[phobos::tensorcore]] __global__ void kernel() {}

// Declarations repeat attributes, and must agree.
[[phobos::tensorcore]] __global__ void same();
[[phobos::tensorcore]] __global__ void same() {}
// expected-note@+1 {{the earlier 'tensorcore' is here}}
[[phobos::tensorcore]] __global__ void differs();
// expected-error@+1 {{'tensorcore' contradicts an earlier 'tensorcore' on the same kernel; keep one of them}}
[[phobos::tensorcore(sync)]] __global__ void differs() {}

// Clang's own: what comes after the definition comes too late.
__global__ void late() {} // expected-note {{previous definition is here}}
[[phobos::tensorcore]] __global__ void late(); // expected-warning {{attribute declaration must precede definition}}
