// What is planned is told from what is misspelled.
// REQUIRES: cuda, plugin
// RUN: %verify %s

__device__ void loops(int n) {
  int s = 0;
  [[phobos::tensorcore(wmma)]] // expected-error {{'tensorcore' does not support 'wmma' yet; accepted: 'sync', or no argument}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcore(wgmma)]] // expected-error {{'tensorcore' does not support 'wgmma' yet}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::precision(tf32)]] // expected-error {{'precision' does not support 'tf32' yet; accepted: 'f16' or 'bf16'}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::precision(f32x3)]] // expected-error {{'precision' does not support 'f32x3' yet}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tile(128, 128, 32)]] // expected-error {{'tile' is not supported yet; accepted attributes: 'tensorcore', 'pipeline', 'precision'}}
  for (int k = 0; k < n; ++k) s += k;
  __attribute__((phobos_autotune(64))) // expected-error {{'autotune' is not supported yet}}
  for (int k = 0; k < n; ++k) s += k;
  [[phobos::tensorcoer]] // expected-warning {{unknown attribute 'phobos::tensorcoer' ignored}}
  for (int k = 0; k < n; ++k) s += k;
}

[[phobos::aligned(n, 16)]] // expected-error {{'aligned' is not supported yet}}
__global__ void kernel(int n);
[[phobos::launch(256)]] // expected-error {{'launch' is not supported yet}}
__global__ void launched(int n);
