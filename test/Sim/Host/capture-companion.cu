// A companion is launched into a capture before its kernel ever ran, in the strictest mode, and replays on other data.
// REQUIRES: plugin
// RUN: %phobos --sim -O2 --cuda-gpu-arch=sm_90 %s -o %t
// RUN: env PHOBOS_LOG=debug %t 2>&1 | FileCheck %s
// CHECK-NOT: phobos-sim
#include "../Inputs/Device.h"
#include <cuda_fp16.h>

constexpr int N = 64;

__global__ void product(const __half *A, const __half *B, float *C) {
  int Row = blockIdx.y * blockDim.y + threadIdx.y, Column = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  [[phobos::tensorcore]] for (int K = 0; K < N; ++K)
    Sum += __half2float(A[Row * N + K]) * __half2float(B[K * N + Column]);
  C[Row * N + Column] = Sum;
}

/// Small integers: every product and sum is exact.
static std::vector<__half> matrix(int Seed) {
  std::vector<__half> M(N * N);
  for (int I = 0; I < N * N; ++I)
    M[I] = __float2half(float((I * 7 + Seed * I % 11) % 17 - 8));
  return M;
}

static std::vector<float> reference(const std::vector<__half> &A, const std::vector<__half> &B) {
  std::vector<float> C(N * N);
  for (int I = 0; I < N * N; ++I)
    for (int K = 0; K < N; ++K)
      C[I] += __half2float(A[I / N * N + K]) * __half2float(B[K * N + I % N]);
  return C;
}

int main() {
  __half *A = toDevice(matrix(1)), *B = toDevice(matrix(2));
  float *C = toDevice(std::vector<float>(N * N));
  cudaStream_t S;
  cudaGraph_t G;
  cudaGraphExec_t E;
  cudaStreamCreateWithFlags(&S, cudaStreamNonBlocking);
  cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  product<<<dim3(4, 4), dim3(16, 16), 0, S>>>(A, B, C);
  printf("capture: %s\n", cudaGetErrorName(cudaStreamEndCapture(S, &G)));
  // CHECK: product{{.*}}companion
  // CHECK: capture: cudaSuccess
  cudaGraphInstantiate(&E, G, 0);
  cudaGraphLaunch(E, S);
  cudaStreamSynchronize(S);
  check("first", toHost(C, N * N), reference(matrix(1), matrix(2)));
  // CHECK: first: right
  cudaMemcpy(A, matrix(3).data(), N * N * sizeof(__half), cudaMemcpyHostToDevice);
  cudaGraphLaunch(E, S);
  cudaStreamSynchronize(S);
  check("second", toHost(C, N * N), reference(matrix(3), matrix(2)));
  // CHECK: second: right
  return finish();
}
