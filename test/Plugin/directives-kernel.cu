// An attribute on a kernel holds for the kernel and each of its innermost loops without an own 'tensorcore'.
// REQUIRES: cuda, plugin
// RUN: %device %s -w -fplugin-arg-phobos-print=directives 2>&1 >/dev/null | FileCheck %s --implicit-check-not="directive in"

// CHECK: directive in '_Z6simple{{.*}}': tensorcore = 1, on kernel at directives-kernel.cu:[[@LINE+2]]:3
// CHECK: directive in '_Z6simple{{.*}}': tensorcore = 1, on loop of kernel at directives-kernel.cu:[[@LINE+3]]:3
[[phobos::tensorcore(sync)]] __global__ void simple(const float *a, const float *b, float *c, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[k] * b[k];
  c[0] = s;
}

// CHECK: directive in '_Z6nested{{.*}}': precision = 2, on kernel
// CHECK: directive in '_Z6nested{{.*}}': pipeline = 3, on kernel
// CHECK: directive in '_Z6nested{{.*}}': tensorcore = 0, on kernel
__global__ __attribute__((phobos_tensorcore, phobos_pipeline(3), phobos_precision(bf16)))
void nested(const float *a, const float *b, float *c, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    // CHECK: directive in '_Z6nested{{.*}}': tensorcore = 0, on loop of kernel at {{.*}}:[[@LINE+1]]:5
    for (int k = 0; k < n; ++k)
      s += a[k] * b[k];
  for (int i = 0; i < n; ++i)
    while (s > i)
      --s;
  // CHECK: directive in '_Z6nested{{.*}}': tensorcore = 1, on loop at {{.*}}:[[@LINE+1]]:32
  [[phobos::tensorcore(sync)]] for (int k = 0; k < n; ++k) s += a[k];
  // CHECK: directive in '_Z6nested{{.*}}': tensorcore = 0, on loop of kernel at {{.*}}:[[@LINE+2]]:29
  // CHECK: directive in '_Z6nested{{.*}}': pipeline = 4, on loop at {{.*}}:[[@LINE+1]]:29
  [[phobos::pipeline(4)]]   for (int k = 0; k < n; ++k) s += a[k];
  c[0] = s;
}

// A directive of the declaration holds for the definition.
[[phobos::tensorcore]] __global__ void declared(float *c, int n);
// CHECK: directive in '_Z8declaredPfi': tensorcore = 0, on kernel at {{.*}}:[[@LINE-1]]:3
// CHECK: directive in '_Z8declaredPfi': tensorcore = 0, on loop of kernel at {{.*}}:[[@LINE+1]]:51
__global__ void declared(float *c, int n) {       for (int k = 0; k < n; ++k) *c += k; }

// Without 'tensorcore' nothing is added to the loops.
// CHECK: directive in '_Z14onlyPrecision_{{.*}}': precision = 1, on kernel
[[phobos::precision(f16)]] __global__ void onlyPrecision_(float *c, int n) { for (int k = 0; k < n; ++k) *c += k; }

struct Holder {
  // CHECK: directive in '_ZN6Holder6memberEPfi': tensorcore = 0, on kernel
  // CHECK: directive in '_ZN6Holder6memberEPfi': tensorcore = 0, on loop of kernel
  [[phobos::tensorcore]] static __global__ void member(float *c, int n) { for (int k = 0; k < n; ++k) *c += k; }
};

namespace {
template <int Stages>
[[phobos::tensorcore, phobos::pipeline(Stages - 1)]] __global__ void instantiated(float *c, int n) {
  for (int k = 0; k < n; ++k) *c += k;
}
} // namespace
// CHECK: directive in '_ZN{{.*}}12instantiatedILi3EEEvPfi': pipeline = 2, on kernel at {{.*}}:[[@LINE-4]]:23
// CHECK: directive in '_ZN{{.*}}12instantiatedILi3EEEvPfi': tensorcore = 0, on kernel
// CHECK: directive in '_ZN{{.*}}12instantiatedILi3EEEvPfi': tensorcore = 0, on loop of kernel
// CHECK: directive in '_ZN{{.*}}12instantiatedILi5EEEvPfi': pipeline = 4, on kernel
// CHECK: directive in '_ZN{{.*}}12instantiatedILi5EEEvPfi': tensorcore = 0, on kernel
// CHECK: directive in '_ZN{{.*}}12instantiatedILi5EEEvPfi': tensorcore = 0, on loop of kernel
void launch(float *c) {
  Holder::member<<<1, 1>>>(c, 1);
  instantiated<3><<<1, 1>>>(c, 1);
  instantiated<5><<<1, 1>>>(c, 1);
}
