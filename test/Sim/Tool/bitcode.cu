// Device bitcode without debug information is listed without a warning, companions by the name of their kernel.
// RUN: %phobos --cuda-device-only --cuda-gpu-arch=sm_90 -emit-llvm -c -O2 %s -o %t.bc
// RUN: %sim-tool %t.bc 2>&1 | FileCheck --implicit-check-not=warning %s
// RUN: %sim-tool --json %t.bc 2>&1 | FileCheck --check-prefix=JSON %s
#include <cuda_fp16.h>

__global__ void product(const __half *A, const __half *B, float *C, int N, int K) {
  const int Row = blockIdx.y * blockDim.y + threadIdx.y, Column = blockIdx.x * blockDim.x + threadIdx.x;
  if (Row >= N || Column >= N)
    return;
  float Sum = 0;
  [[phobos::tensorcore]] for (int I = 0; I < K; ++I) Sum += __half2float(A[Row * K + I]) * __half2float(B[I * N + Column]);
  C[Row * N + Column] = Sum;
}
// CHECK-DAG: kernel 'product(__half const*, __half const*, float*, int, int)'
// CHECK-DAG: kernel 'product(__half const*, __half const*, float*, int, int), companion 0'
// CHECK-DAG: kernel 'product(__half const*, __half const*, float*, int, int), companion 1'
// JSON-DAG: "demangled": "product(__half const*, __half const*, float*, int, int), companion 0"
// JSON-DAG: "name": "_Z7productPK6__halfS1_Pfii__phobos"
