// Arguments that an attribute does not take are errors at the argument, which say what it does take.
// REQUIRES: cuda, plugin
// RUN: %verify %s

__device__ void loops(int n) {
  int s = 0;
  [[phobos::tensorcore(fast)]] // expected-error {{'tensorcore' does not take this argument; accepted: 'sync', or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore(3)]] // expected-error {{'tensorcore' does not take this argument; accepted: 'sync', or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore("sync")]] // expected-error {{'tensorcore' does not take this argument; accepted: 'sync', or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore(sync, 3)]] // expected-error {{'tensorcore' takes one argument; accepted: 'sync', or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  __attribute__((phobos_tensorcore(fast))) // expected-error {{'tensorcore' does not take this argument; accepted: 'sync', or no argument}}
  for (int k = 0; k < n; ++k) s += k;

  [[phobos::tensorcore, phobos::pipeline(n)]] // expected-error {{the argument of 'pipeline' is not an integer constant; accepted: an integer constant from 1 to 8, or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::pipeline(2.0)]] // expected-error {{the argument of 'pipeline' is not an integer constant; accepted: an integer constant from 1 to 8, or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::pipeline("two")]] // expected-error {{the argument of 'pipeline' is not an integer constant; accepted: an integer constant from 1 to 8, or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::pipeline(nothing)]] // expected-error {{use of undeclared identifier 'nothing'}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::pipeline(0)]] // expected-error {{the argument of 'pipeline' is 0, which is out of range; accepted: an integer constant from 1 to 8, or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::pipeline(8)]]
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::pipeline(9)]] // expected-error {{the argument of 'pipeline' is 9, which is out of range; accepted: an integer constant from 1 to 8, or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::pipeline(-1)]] // expected-error {{the argument of 'pipeline' is -1, which is out of range; accepted: an integer constant from 1 to 8, or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::pipeline(2, 3)]] // expected-error {{'pipeline' takes one argument; accepted: an integer constant from 1 to 8, or no argument}}
  for (int k = 0; k < n; ++k) s += k;

  [[phobos::tensorcore, phobos::precision]] // expected-error {{'precision' needs an argument; accepted: 'f16' or 'bf16'}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::precision(f32)]] // expected-error {{'precision' does not take this argument; accepted: 'f16' or 'bf16'}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore, phobos::precision(16)]] // expected-error {{'precision' does not take this argument; accepted: 'f16' or 'bf16'}}
  for (int k = 0; k < n; ++k) s += k;
}

[[phobos::tensorcore(fast)]] // expected-error {{'tensorcore' does not take this argument; accepted: 'sync', or no argument}}
__global__ void kernel() {}
[[phobos::tensorcore, phobos::pipeline(9)]] // expected-error {{the argument of 'pipeline' is 9, which is out of range; accepted: an integer constant from 1 to 8, or no argument}}
__global__ void deep() {}
