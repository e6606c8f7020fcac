// Every way to write an attribute on a loop reaches the device pass, with its argument and the place of the 'for'.
// REQUIRES: cuda, plugin
// RUN: %device %s -w -fplugin-arg-phobos-print=directives 2>&1 >/dev/null | FileCheck %s --implicit-check-not="directive in"

__global__ void spellings(const float *a, const float *b, float *c, int n) {
  float s = 0;
  // CHECK: directive in '_Z9spellings{{.*}}': tensorcore = 0, on loop at directives-loop.cu:[[@LINE+2]]:3
  [[phobos::tensorcore]]
  for (int k = 0; k < n; ++k)
    s += a[k] * b[k];

  // CHECK: directive in {{.*}}: tensorcore = 1, on loop at {{.*}}:[[@LINE+1]]:32
  [[phobos::tensorcore(sync)]] for (int k = 0; k < n; k++)
    s += a[k] * b[k];

  // CHECK: directive in {{.*}}: precision = 2, on loop at {{.*}}:[[@LINE+4]]:3
  // CHECK: directive in {{.*}}: pipeline = 3, on loop at {{.*}}:[[@LINE+3]]:3
  // CHECK: directive in {{.*}}: tensorcore = 1, on loop at {{.*}}:[[@LINE+2]]:3
  [[using phobos: tensorcore(sync), pipeline(2 + 1), precision(bf16)]]
  for (int k = 0; k < n; k += 1)
    s += a[k] * b[k];

  // CHECK: directive in {{.*}}: precision = 1, on loop at {{.*}}:[[@LINE+4]]:3
  // CHECK: directive in {{.*}}: pipeline = 0, on loop at {{.*}}:[[@LINE+3]]:3
  // CHECK: directive in {{.*}}: tensorcore = 1, on loop at {{.*}}:[[@LINE+2]]:3
  __attribute__((phobos_tensorcore(sync))) __attribute__((phobos_pipeline, __phobos_precision__(f16)))
  for (int k = 0; k < n; ++k)
    s += a[k] * b[k];
  c[0] = s;
}

__global__ void bodies(const float *a, const float *b, float *c, int n) {
  float s = 0;
  // A pragma comes first.
  // CHECK: directive in '_Z6bodies{{.*}}': tensorcore = 0, on loop at {{.*}}:[[@LINE+3]]:3
#pragma unroll 4
  [[phobos::tensorcore]]
  for (int k = 0; k < n; ++k, ++a)
    s += a[0] * b[k];

  // Without an increment: braces, an expression, a statement.
  // CHECK: directive in {{.*}}: tensorcore = 0, on loop at {{.*}}:[[@LINE+1]]:26
  [[phobos::tensorcore]] for (int k = 0; k < n;) {
    s += a[k] * b[k];
    ++k;
  }
  // CHECK: directive in {{.*}}: tensorcore = 0, on loop at {{.*}}:[[@LINE+1]]:26
  [[phobos::tensorcore]] for (; n > 0;) s += a[0] * b[--n];
  // CHECK: directive in {{.*}}: tensorcore = 0, on loop at {{.*}}:[[@LINE+1]]:26
  [[phobos::tensorcore]] for (; n > 0;) if (--n) s += a[n];
  // CHECK: directive in {{.*}}: tensorcore = 0, on loop at {{.*}}:[[@LINE+1]]:26
  [[phobos::tensorcore]] for (;;) if (s += a[n]) break;
  c[0] = s;
}

#define TWICE(Sum)                                                                                                     \
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) Sum += a[k];                                                      \
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) Sum += a[k]
// Loops of one macro stand where the macro is used.
__global__ void macro(const float *a, float *c, int n) {
  float s = 0;
  // CHECK: directive in '_Z5macro{{.*}}': tensorcore = 0, on loop at {{.*}}:[[@LINE+2]]:3
  // CHECK: directive in '_Z5macro{{.*}}': tensorcore = 0, on loop at {{.*}}:[[@LINE+1]]:3
  TWICE(s);
  c[0] = s;
}
