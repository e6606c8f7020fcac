// Without 'phobos::' the attributes are errors, not somebody else's.
// REQUIRES: cuda, plugin
// RUN: %verify %s

__device__ void loops(int n) {
  int s = 0;
  [[tensorcore]] // expected-error {{'tensorcore' needs its namespace; write '[[phobos::tensorcore]]'}}
  for (int k = 0; k < n; ++k) s += k;
  [[pipeline(2)]] // expected-error {{'pipeline' needs its namespace; write '[[phobos::pipeline]]'}}
  for (int k = 0; k < n; ++k) s += k;
  [[other::tensorcore]] // expected-warning {{unknown attribute 'other::tensorcore' ignored}}
  for (int k = 0; k < n; ++k) s += k;
  __attribute__((tensorcore)) // expected-warning {{unknown attribute 'tensorcore' ignored}}
  for (int k = 0; k < n; ++k) s += k;
}

[[precision(f16)]] // expected-error {{'precision' needs its namespace; write '[[phobos::precision]]'}}
__global__ void kernel();
