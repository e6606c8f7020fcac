// Sum and operands in one array, with a write to an operand before the loop.
// RUN: %phobos --sim --cuda-gpu-arch=sm_90 -O2 -Wno-pass-failed %s -o %t
// RUN: env PHOBOS_SIM=strict %t | FileCheck %s
// CHECK-NOT: {{WRONG|error}}
// CHECK: same
// CHECK-NOT: {{WRONG|error}}
#include "Inputs/Compare.h"
#define KERNEL(NAME, ATTR) __global__ void NAME(float *W, int aOff, int bOff, int M, int N, int K) { \
  ROWCOL; if (row >= M || col >= N) return; \
  W[aOff + row * K] = 3; \
  ATTR for (int k = 0; k < K; ++k) W[row * N + col] += W[aOff + row * K + k] * W[bOff + k * N + col]; }
KERNEL(kr,) KERNEL(kt, TC)
int main() { const int M = 37, N = 29, K = 19; dim3 b(16, 8), g((N + 15) / 16, (M + 7) / 8);
  cmp("4 workspace", M * N + M * K + K * N, [&](int w, float *W) {
    std::vector<float> h(M * N + M * K + K * N); for (size_t i = 0; i < h.size(); ++i) h[i] = float(i % 7) - 3; cudaMemcpy(W, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
    (w ? kt : kr)<<<g, b>>>(W, M * N, M * N + M * K, M, N, K); }); }
