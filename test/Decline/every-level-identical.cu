// Declined kernels at every level of optimization, with debug information too: PTX as without the plugin.
// RUN: %plain-device -O0 -Wno-unknown-attributes %s -o %t.0 && %device -O0 %s -o %t.0p 2>/dev/null && diff %t.0 %t.0p
// RUN: %plain-device -O1 -Wno-unknown-attributes %s -o %t.1 && %device -O1 %s -o %t.1p 2>/dev/null && diff %t.1 %t.1p
// RUN: %plain-device -O2 -Wno-unknown-attributes %s -o %t.2 && %device -O2 %s -o %t.2p 2>/dev/null && diff %t.2 %t.2p
// RUN: %plain-device -O3 -Wno-unknown-attributes %s -o %t.3 && %device -O3 %s -o %t.3p 2>/dev/null && diff %t.3 %t.3p
// RUN: %plain-device -O0 -g -Wno-unknown-attributes %s -o %t.g && %device -O0 -g %s -o %t.gp 2>/dev/null && diff %t.g %t.gp
// RUN: %plain-device -O3 -g -Wno-unknown-attributes %s -o %t.h && %device -O3 -g %s -o %t.hp 2>/dev/null && diff %t.h %t.hp
#include <cuda_fp16.h>

template <class T> __device__ float product(const T *a, const T *b, int stride, int K) {
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k) {
    if (float(a[k]) > 1.0f)
      break;
    sum += float(a[k]) * float(b[k * stride]);
  }
  return sum;
}

template <class T> __global__ void inFunction(const T *A, const T *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N)
    C[row * N + col] = product(A + row * K, B + col, N, K);
}
template __global__ void inFunction(const float *, const float *, float *, int, int, int);
template __global__ void inFunction(const __half *, const __half *, float *, int, int, int);

__global__ void largest(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
#pragma unroll 2
  [[phobos::tensorcore, phobos::pipeline(3)]] for (int k = 0; k < K; ++k)
    sum = fmaxf(sum, A[row * K + k] * B[k * N + col]);
  C[row * N + col] = sum;
}

// No increment to carry the directive.
__global__ void noIncrement(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K;) {
    sum = fmaxf(sum, A[row * K + k] * B[k * N + col]);
    if (sum > 0)
      ++k;
    else
      k += 2;
  }
  C[row * N + col] = sum;
}
