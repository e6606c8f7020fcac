// A write to the sum's array before the loop, where an operand is reached through a pointer into that array: one that
// moves in the loop, or one of two.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 -Wno-pass-failed %s -o %t
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// CHECK-NOT: {{WRONG|error}}
// CHECK: chosen: same
// CHECK-NOT: {{WRONG|error}}
#include "Inputs/Compare.h"
#define KERNEL(NAME, ATTR) __global__ void NAME(float *W, const float *B, int aOff, int bOff, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; \
  W[aOff + row * K] = 3; const float *a = W + aOff + row * K; \
  ATTR for (int k = 0; k < K; ++k) { W[row * N + col] += *a * B[k * N + col]; a += 1; } }
KERNEL(kr,) KERNEL(kt, TC)
#define KERNEL2(NAME, ATTR) __global__ void NAME(float *W, const float *B, const float *V, int valid, int aOff, int bOff, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; \
  W[aOff + row * K] = 3; const float *a = (row < valid ? W + aOff : V) + row * K; \
  ATTR for (int k = 0; k < K; ++k) { W[row * N + col] += a[k] * B[k * N + col]; } }
KERNEL2(kr2,) KERNEL2(kt2, TC)
int main() { const int M = 37, N = 29, K = 19; dim3 b(16, 8), g((N + 15) / 16, (M + 7) / 8);
  float *V = dev<float>(M * K, 5), *B = dev<float>(K * N, 6);
  auto fill = [&](float *W) {
    std::vector<float> h(M * N + M * K + K * N); for (size_t i = 0; i < h.size(); ++i) h[i] = float(i % 7) - 3; cudaMemcpy(W, h.data(), h.size() * 4, cudaMemcpyHostToDevice); };
  cmp("moving", M * N + M * K + K * N, [&](int w, float *W) { fill(W); (w ? kt : kr)<<<g, b>>>(W, B, M * N, M * N + M * K, M, N, K); });
  cmp("chosen", M * N + M * K + K * N, [&](int w, float *W) { fill(W); (w ? kt2 : kr2)<<<g, b>>>(W, B, V, 20, M * N, M * N + M * K, M, N, K); }); }
