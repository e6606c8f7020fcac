// The shared-memory product of every course, ragged in all three sizes, without optimization.
// RUN: %phobos --sim -O0 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

constexpr int Tile = 16;
__global__ void product(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float TA[Tile][Tile], TB[Tile][Tile];
  const int Row = blockIdx.y * Tile + threadIdx.y, Column = blockIdx.x * Tile + threadIdx.x;
  float Sum = 0;
  for (int K0 = 0; K0 < K; K0 += Tile) {
    const int KA = K0 + threadIdx.x, KB = K0 + threadIdx.y;
    TA[threadIdx.y][threadIdx.x] = Row < M && KA < K ? A[Row * K + KA] : 0;
    TB[threadIdx.y][threadIdx.x] = KB < K && Column < N ? B[KB * N + Column] : 0;
    __syncthreads();
    for (int I = 0; I < Tile; ++I)
      Sum += TA[threadIdx.y][I] * TB[I][threadIdx.x];
    __syncthreads();
  }
  if (Row < M && Column < N)
    C[Row * N + Column] = Sum;
}

int main() {
  const int M = 33, N = 50, K = 47;
  std::vector<float> A(M * K), B(K * N), Want(M * N);
  for (int I = 0; I < M * K; ++I)
    A[I] = I % 13 - 6;
  for (int I = 0; I < K * N; ++I)
    B[I] = I % 17 - 8;
  for (int I = 0; I < M; ++I)
    for (int J = 0; J < N; ++J)
      for (int L = 0; L < K; ++L)
        Want[I * N + J] += A[I * K + L] * B[L * N + J];
  float *DA = toDevice(A), *DB = toDevice(B), *DC;
  cudaMalloc(&DC, M * N * sizeof(float));
  product<<<dim3((N + Tile - 1) / Tile, (M + Tile - 1) / Tile), dim3(Tile, Tile)>>>(DA, DB, DC, M, N, K);
  return check("product", toHost(DC, M * N), Want) | finish();
}
