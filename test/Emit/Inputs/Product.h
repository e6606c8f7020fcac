//===- Product.h - Products that check themselves ---------------*- C++ -*-===//
//
// One annotated kernel in all layouts and types, and its check against double. Elements are small multiples of 1/8, which
// every operand type holds exactly, so that only a wrong element or a missing one makes a difference.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_TEST_EMIT_PRODUCT_H
#define PHOBOS_TEST_EMIT_PRODUCT_H

#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

/// Strides in elements: of A from one m to the next and one k to the next, likewise of B.
struct Layout {
  int Am, Ak, Bk, Bn;
};

template <class TA, class TB>
__global__ void product(const TA *A, const TB *B, float *C, int M, int N, int K, Layout L) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    [[phobos::tensorcore]]
    for (int k = 0; k < K; ++k)
      sum += float(A[row * L.Am + k * L.Ak]) * float(B[k * L.Bk + col * L.Bn]);
    C[row * N + col] = sum;
  }
}

inline float element(int I, int Factor, int Period) { return float(I * Factor % Period - Period / 2) / 8; }

template <class T> T *makeArray(std::vector<float> &Host, size_t Length, int Factor, int Period) {
  std::vector<T> Values(Length);
  Host.resize(Length);
  for (size_t I = 0; I < Length; ++I)
    Values[I] = T(Host[I] = element(int(I), Factor, Period));
  T *Device;
  cudaMalloc(&Device, Length * sizeof(T));
  cudaMemcpy(Device, Values.data(), Length * sizeof(T), cudaMemcpyHostToDevice);
  return Device;
}

/// Padding: added to both leading dimensions. Returns whether all is right, and prints what is not.
template <class TA, class TB> bool check(int M, int N, int K, bool TransposeA, bool TransposeB, int Padding = 0) {
  int Lda = (TransposeA ? M : K) + Padding, Ldb = (TransposeB ? K : N) + Padding;
  Layout L = {TransposeA ? 1 : Lda, TransposeA ? Lda : 1, TransposeB ? 1 : Ldb, TransposeB ? Ldb : 1};
  std::vector<float> A, B, C(size_t(M) * N);
  TA *DeviceA = makeArray<TA>(A, size_t(M - 1) * L.Am + size_t(K - 1) * L.Ak + 1, 37, 17);
  TB *DeviceB = makeArray<TB>(B, size_t(N - 1) * L.Bn + size_t(K - 1) * L.Bk + 1, 53, 19);
  float *DeviceC;
  cudaMalloc(&DeviceC, C.size() * sizeof(float));
  product<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(DeviceA, DeviceB, DeviceC, M, N, K, L);
  cudaError_t E = cudaMemcpy(C.data(), DeviceC, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(DeviceA), cudaFree(DeviceB), cudaFree(DeviceC);
  double Largest = 0;
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      double Sum = 0;
      for (int k = 0; k < K; ++k)
        Sum += double(A[m * L.Am + k * L.Ak]) * B[k * L.Bk + n * L.Bn];
      Largest = std::fmax(Largest, std::fabs(Sum - C[m * N + n]));
    }
  // Sums of multiples of 1/64 below 2^18 are exact.
  bool Right = E == cudaSuccess && Largest == 0;
  if (!Right)
    std::printf("wrong: %dx%dx%d transposed %d %d, padding %d: %s, error %g\n", M, N, K, TransposeA, TransposeB, Padding,
                cudaGetErrorString(E), Largest);
  return Right;
}

#endif
