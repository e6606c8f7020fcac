#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <cmath>
#include <vector>
// Small integers: every product and sum is exact, so any difference is a fault.
template <class T> T *dev(size_t n, unsigned seed = 1) {
  std::vector<T> h(n);
  for (size_t i = 0; i < n; ++i) { seed = seed * 1664525u + 1013904223u; h[i] = T(float(int((seed >> 16) % 9) - 4)); }
  T *p; cudaMalloc(&p, n * sizeof(T)); cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice); return p;
}
static int failures = 0;
template <class F> void cmp(const char *name, size_t n, F launch, float fill = -777.f) {
  std::vector<float> h[2];
  for (int w = 0; w < 2; ++w) {
    h[w].assign(n, fill); float *d; cudaMalloc(&d, n * 4);
    cudaMemcpy(d, h[w].data(), n * 4, cudaMemcpyHostToDevice);
    launch(w, d);
    cudaError_t e = cudaDeviceSynchronize();
    if (e) { printf("%s[%s]: CUDA error %s\n", name, w ? "tc" : "ref", cudaGetErrorString(e)); failures++; cudaDeviceReset(); return; }
    cudaMemcpy(h[w].data(), d, n * 4, cudaMemcpyDeviceToHost); cudaFree(d);
  }
  size_t bad = 0, first = 0;
  for (size_t i = 0; i < n; ++i) if (memcmp(&h[0][i], &h[1][i], 4) && !(h[0][i] == h[1][i]) && !(std::isnan(h[0][i]) && std::isnan(h[1][i]))) { if (!bad++) first = i; }
  if (bad) { failures++; printf("%s: WRONG %zu of %zu, first at %zu: original %g annotated %g\n", name, bad, n, first, h[0][first], h[1][first]); }
  else printf("%s: same\n", name);
  fflush(stdout);
}
#define TC [[phobos::tensorcore]]
typedef __half H;
__device__ inline float f(__half x) { return __half2float(x); }
#define ROWCOL int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x
