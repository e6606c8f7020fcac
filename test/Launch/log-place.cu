// PHOBOS_LOG=debug names the loop's place, and says what the variant that runs is: the plan has the same figures for it.
// REQUIRES: cuda, plugin
// RUN: %phobos --sim -O2 %s -o %t
// RUN: %device -O2 %s -fplugin-arg-phobos-print=plan 2>&1 >/dev/null | FileCheck --check-prefix=PLAN %s
// RUN: env PHOBOS_LOG=debug PHOBOS_VARIANT=0 %t 2>&1 | FileCheck --check-prefix=ZERO %s
// RUN: env PHOBOS_LOG=debug PHOBOS_VARIANT=3 %t 2>&1 | FileCheck --check-prefix=THREE %s
#include <cuda_fp16.h>

// PLAN: variant 0: {{.*}} tile 128x256x64, {{.*}} 256 threads,
// PLAN: shared: 147456 bytes
// PLAN: variant 3: {{.*}} tile 64x64x32, {{.*}} 128 threads,
// PLAN: shared: 34816 bytes
__global__ void product(const __half *A, const __half *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0;
  // ZERO: runs on device 0: log-place.cu:[[#@LINE+2]]:26; variant 0 of 4, grid 1, tile 128x256, 256 threads and 147456 bytes of shared memory a CTA, operands packed
  // THREE: runs on device 0: log-place.cu:[[#@LINE+1]]:26; variant 3 of 4, grid 1, tile 64x64, 128 threads and 34816 bytes of shared memory a CTA{{$}}
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += float(A[row * K + k]) * float(B[k * N + col]);
  C[row * N + col] = sum;
}

int main() {
  __half *A, *B;
  float *C;
  cudaMalloc(&A, 64 * 64 * 2);
  cudaMalloc(&B, 64 * 64 * 2);
  cudaMalloc(&C, 64 * 64 * 4);
  cudaMemset(A, 0, 64 * 64 * 2);
  cudaMemset(B, 0, 64 * 64 * 2);
  product<<<dim3(4, 4), dim3(16, 16)>>>(A, B, C, 64, 64, 64);
  return cudaDeviceSynchronize() != cudaSuccess;
}
