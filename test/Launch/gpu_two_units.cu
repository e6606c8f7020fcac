// On a GPU: a template kernel that two objects define. CUDA runs the kernel of one of them; the companion must be that object's,
// which shows here because the two differ (as they may not in a program that keeps to the one-definition rule).
// REQUIRES: gpu, plugin
// RUN: %phobos -O2 --cuda-gpu-arch=sm_90 -DUNIT=1 -c %s -o %t.1.o && %phobos -O2 --cuda-gpu-arch=sm_90 -DUNIT=2 -c %s -o %t.2.o
// RUN: %phobos %t.1.o %t.2.o -o %t.12 && %phobos %t.2.o %t.1.o -o %t.21
// RUN: %t.12 > %t.12.with && env PHOBOS_DISABLE=1 %t.12 > %t.12.without && cat %t.12.with && cmp %t.12.with %t.12.without
// RUN: %t.21 > %t.21.with && env PHOBOS_DISABLE=1 %t.21 > %t.21.without && cat %t.21.with && cmp %t.21.with %t.21.without
#include <cstdio>
#include <cuda_fp16.h>

template <int Id> __global__ void product(const __half *A, const __half *B, float *C, int N) {
  int Row = blockIdx.y * blockDim.y + threadIdx.y, Col = blockIdx.x * blockDim.x + threadIdx.x;
  if (Row >= N || Col >= N)
    return;
  float Sum = 0;
  [[phobos::tensorcore]] for (int I = 0; I < N; ++I)
    Sum += __half2float(A[Row * N + I]) * __half2float(B[I * N + Col]);
  C[Row * N + Col] = UNIT * Sum;
}

static float launch() {
  constexpr int N = 64;
  __half *A;
  float *C;
  cudaMallocManaged(&A, sizeof(__half) * N * N);
  cudaMallocManaged(&C, sizeof(float) * N * N);
  for (int I = 0; I != N * N; ++I)
    A[I] = __float2half(0.125f);
  product<0><<<dim3(4, 4), dim3(16, 16)>>>(A, A, C, N);
  cudaDeviceSynchronize();
  return C[0];
}

#if UNIT == 1
float launchFromOther();
int main() {
  float Here = launch(), There = launchFromOther();
  // 64 products of 1/64.
  printf("launched from unit 1: unit %g's kernel; from unit 2: unit %g's; error %d\n", Here, There, cudaGetLastError());
  return 0;
}
#else
float launchFromOther() { return launch(); }
#endif
