// A finding in generated code says how to get one with a line, and one cause is one finding: the first companion reads past the
// end of an operand at many places.
// RUN: %phobos --sim -O2 --cuda-gpu-arch=sm_90 %s -o %t
// RUN: not env PHOBOS_VARIANT=0 %t 2>&1 | FileCheck %s
// RUN: not env PHOBOS_VARIANT=0 PHOBOS_SIM=trace %t 2>&1 | FileCheck --check-prefix=TRACE %s
// RUN: not env PHOBOS_DISABLE=1 %t 2>&1 | FileCheck --check-prefix=ORIGINAL %s
#include "../Inputs/Device.h"
#include <cuda_fp16.h>

__global__ void product(const __half *A, const __half *B, float *C, int N, int K) {
  const int Row = blockIdx.y * blockDim.y + threadIdx.y, Column = blockIdx.x * blockDim.x + threadIdx.x;
  if (Row >= N || Column >= N)
    return;
  float Sum = 0;
  [[phobos::tensorcore]] for (int I = 0; I < K; ++I) Sum += __half2float(A[Row * K + I]) * __half2float(B[I * N + Column]);
  C[Row * N + Column] = Sum;
}
// CHECK: error: uninitialized read: {{.*}} of the 32768-byte allocation #1 (cudaMalloc)
// CHECK-NEXT: in kernel 'product(__half const*, __half const*, float*, int, int), companion {{0|pack_a}}', block
// CHECK-NEXT: generated code; PHOBOS_DISABLE=1 runs the original, whose findings have lines
// CHECK-NOT: {{generated code|error: uninitialized read: .* allocation #1 [(]}}
// CHECK: error: out-of-bounds: {{.*}} allocation #2 (cudaMalloc)
// CHECK-NOT: generated code
// TRACE: phobos-sim: launching 'product(__half const*, __half const*, float*, int, int), companion
// ORIGINAL-NOT: generated code
// ORIGINAL: error: uninitialized read: {{.*}} of the 32768-byte allocation #1 (cudaMalloc)
// ORIGINAL-NEXT: in kernel 'product(__half const*, __half const*, float*, int, int)', block {{.*}}, at {{.*}}companion.cu:15:

int main() {
  const int N = 128, K = 128;
  __half *A;
  cudaMalloc(&A, N * K * sizeof(__half));
  __half *B = toDevice(std::vector<__half>(N * K - 64));
  float *C = toDevice(std::vector<float>(N * N));
  product<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(A, B, C, N, K);
  return finish();
}
