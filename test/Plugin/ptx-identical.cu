// A kernel that is declined compiles to the very same PTX as without the plugin, wherever its directives stand: each of
// these reads the clock, which no companion could.
// REQUIRES: cuda, plugin
// DEFINE: %{phobos} = %device %s -w -I %include
// DEFINE: %{plain} = %plain-device %s -w -I %include
// RUN: %{phobos} -O0 > %t.a && %{plain} -O0 > %t.b && cmp %t.a %t.b
// RUN: %{phobos} -O1 > %t.a && %{plain} -O1 > %t.b && cmp %t.a %t.b
// RUN: %{phobos} -O2 > %t.a && %{plain} -O2 > %t.b && cmp %t.a %t.b
// RUN: %{phobos} -O3 > %t.a && %{plain} -O3 > %t.b && cmp %t.a %t.b
// RUN: %{phobos} -O0 -g > %t.a && %{plain} -O0 -g > %t.b && cmp %t.a %t.b
// RUN: %{phobos} -O3 -g > %t.a && %{plain} -O3 -g > %t.b && cmp %t.a %t.b
// RUN: %{phobos} -O1 -gline-tables-only > %t.a && %{plain} -O1 -gline-tables-only > %t.b && cmp %t.a %t.b
// RUN: %{phobos} -O0 -g -fplugin-arg-phobos-print=directives 2>&1 >/dev/null | grep -c "directive in" | FileCheck %s
// CHECK: 34
#include <phobos/phobos.h>

#define TC [[phobos::tensorcore]]
struct Step {
  int i, s;
  __host__ __device__ Step &operator++() { return i += s, *this; }
  __host__ __device__ ~Step() {}
};
__host__ __device__ inline Step step(int i) { return {i, 1}; }

__device__ float ofTheDevice(const float *a, const float *b, int n) {
  float s = clock();
  __attribute__((phobos_tensorcore(sync))) for (int k = 0; k < n; k++) s += a[k] * b[k];
  return s;
}
constexpr int sumTo(int n) {
  int s = 0;
  TC for (int k = 0; k < n; ++k) s += k;
  return s;
}
constexpr int twice(int x) { return x * 2; }
template <int S, class T> __device__ T templated(const T *a, const T *b, int n) {
  T s = clock();
  [[phobos::tensorcore, phobos::pipeline(twice(S))]] for (int k = 0; k < n; k += 1) s += a[k] * b[k];
  [[phobos::tensorcore]] [[phobos::pipeline(S)]]
  for (int k = 0; k < n;) { s += a[k] * b[k]; ++k; }
  return s;
}

__global__ void increments(const float *a, const float *b, float *c, int n) {
  float s = clock();
#pragma unroll 4
  TC for (int k = 0; k < n; ++k, ++a) s += a[k] * b[k];
  TC for (Step i{0, 1}; i.i < n; ++i) s += a[i.i] * b[i.i];
  TC for (int k = 0; k < n; k += Step{k, 1}.s) s += a[k] * b[k];
  TC for (int k = 0; k < n; k = step(k).i + 1) s += a[k] * b[k];
  TC for (int k = 0; k < n; k++)
    for (int l = 0; l < n; l++) s += a[k] * b[l];
  TC for (int k = 0, e = n; int z = e - k; (z ? k++ : k--)) { s += a[k] * b[k]; }
  [[phobos::tensorcore, phobos::precision(bf16), phobos::pipeline]]
  for (int k = 0; k < n && s < 100; ++k) s += a[k] * b[k];
  c[threadIdx.x] = s + ofTheDevice(a, b, n) + templated<2>(a, b, n) + sumTo(n);
  printf("increments %f\n", s);
}
__global__ void bodies(const float *a, const float *b, float *c, int n) {
  float s = clock();
  TC for (int k = 0; k < n;) s += a[k] * b[++k];
  TC for (int k = 0; k < n;) if (a[k]) s += a[k++]; else { int q = k; s += q; k++; }
  TC for (int k = 0; k < n || s < 3;) for (int l = 0; l < n; l++, k++) s += a[k] * b[l];
  TC for (int k = 0;;) { if (k > n) break; k += 1; s += a[k] * b[k]; }
  TC for (int k = 0; k < n;) { int q = k++; s += a[q]; }
  auto lambda = [&](int x) { TC for (int k = 0; k < x; ++k) s += k * x; return s; };
  auto generic = [&](auto x) { TC for (int k = 0; k < x; ++k) s += k * x; return s; };
  c[threadIdx.x] = lambda(n) + generic(n) + generic(2.0f);
  printf("bodies %f\n", s);
}
namespace {
template <int S>
[[phobos::tensorcore(sync), phobos::pipeline(S - 1)]] __global__ void wholeKernel(const float *a, const float *b, float *c, int n) {
  float s = clock();
  printf("wholeKernel\n");
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) s += a[k] * b[k];
  auto lambda = [&](int x) { for (int k = 0; k < x; ++k) s += k * x; return s; };
  lambda(n);
  c[0] = s;
}
} // namespace
// What follows an annotated kernel keeps its names: constants are numbered through a module.
[[phobos::tensorcore]] __global__ void declared(float *c, int n);
__global__ void declared(float *c, int n) {
  const char *q = "string";
  c[0] = clock();
  for (int k = 0; k < n; ++k) *c += q[k];
}
__global__ void plain(float *c) {
  printf("plain\n");
  int a[4] = {1, 2, 3, 4};
  *c = a[threadIdx.x];
}
template <class F> __global__ void apply(F f, float *c) { *c = f(threadIdx.x); }
void host(float *c) {
  wholeKernel<3><<<1, 1>>>(c, c, c, 3);
  wholeKernel<5><<<1, 1>>>(c, c, c, 3);
  apply<<<1, 1>>>([=] __device__(int i) { float s = clock(); TC for (int k = 0; k < i; ++k) s += k; return s; }, c);
}
