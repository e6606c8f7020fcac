// A hand-written tensor-core product: cp.async in two stages, swizzled shared memory, ldmatrix, mma.sync. Right against
// double, and nothing to report.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error:
// CHECK: right: error {{.*}}, no error
// CHECK-NOT: error:
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

constexpr int TileM = 128, TileN = 128, TileK = 32, Threads = 256;

__device__ uint32_t smem(const void *P) { return uint32_t(__cvta_generic_to_shared(P)); }

__device__ void copy16(uint32_t To, const void *From) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(To), "l"(From));
}

__device__ void ldmatrix4(uint32_t (&R)[4], uint32_t Address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(R[0]), "=r"(R[1]), "=r"(R[2]), "=r"(R[3])
               : "r"(Address));
}

__device__ void ldmatrix4t(uint32_t (&R)[4], uint32_t Address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(R[0]), "=r"(R[1]), "=r"(R[2]), "=r"(R[3])
               : "r"(Address));
}

__device__ void mma(float (&C)[4], const uint32_t (&A)[4], uint32_t B0, uint32_t B1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(C[0]), "+f"(C[1]), "+f"(C[2]), "+f"(C[3])
               : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B0), "r"(B1));
}

// A's tile has 4 chunks of 16 bytes a row, B's 16.
__device__ uint32_t atA(int Row, int Chunk) { return Row * 64 + ((Chunk ^ (Row / 2 % 4)) * 16); }
__device__ uint32_t atB(int Row, int Chunk) { return Row * 256 + ((Chunk ^ (Row % 8)) * 16); }

__global__ __launch_bounds__(Threads) void gemm(const half *A, const half *B, float *C, int M, int N, int K) {
  extern __shared__ __align__(128) char Shared[];
  const uint32_t BaseA = smem(Shared), BaseB = BaseA + 2 * TileM * TileK * 2;
  const int T = threadIdx.x, Lane = T % 32, Warp = T / 32, WarpM = Warp / 2 * 32, WarpN = Warp % 2 * 64;
  const int Row0 = blockIdx.y * TileM, Col0 = blockIdx.x * TileN;
  auto stage = [&](int Slice, int Buffer) {
    for (int I = T; I < TileM * 4; I += Threads)
      copy16(BaseA + Buffer * TileM * 64 + atA(I / 4, I % 4), A + size_t(Row0 + I / 4) * K + Slice * TileK + I % 4 * 8);
    for (int I = T; I < TileK * 16; I += Threads)
      copy16(BaseB + Buffer * TileK * 256 + atB(I / 16, I % 16),
             B + size_t(Slice * TileK + I / 16) * N + Col0 + I % 16 * 8);
    asm volatile("cp.async.commit_group;");
  };
  float Acc[2][8][4] = {};
  stage(0, 0);
  for (int Slice = 0; Slice < K / TileK; ++Slice) {
    const int Buffer = Slice % 2;
    if (Slice + 1 < K / TileK) {
      stage(Slice + 1, !Buffer);
      asm volatile("cp.async.wait_group 1;");
    } else {
      asm volatile("cp.async.wait_group 0;");
    }
    __syncthreads();
    for (int Kk = 0; Kk < TileK / 16; ++Kk) {
      uint32_t FA[2][4], FB[4][4];
      for (int I = 0; I < 2; ++I)
        ldmatrix4(FA[I], BaseA + Buffer * TileM * 64 + atA(WarpM + I * 16 + Lane % 16, Kk * 2 + Lane / 16));
      for (int J = 0; J < 4; ++J)
        ldmatrix4t(FB[J], BaseB + Buffer * TileK * 256 + atB(Kk * 16 + Lane % 16, WarpN / 8 + J * 2 + Lane / 16));
      for (int I = 0; I < 2; ++I)
        for (int J = 0; J < 8; ++J)
          mma(Acc[I][J], FA[I], FB[J / 2][J % 2 * 2], FB[J / 2][J % 2 * 2 + 1]);
    }
    __syncthreads();
  }
  for (int I = 0; I < 2; ++I)
    for (int J = 0; J < 8; ++J)
      for (int E = 0; E < 4; ++E)
        C[size_t(Row0 + WarpM + I * 16 + Lane / 4 + E / 2 * 8) * N + Col0 + WarpN + J * 8 + Lane % 4 * 2 + E % 2] =
            Acc[I][J][E];
}

int main() {
  const int M = 256, N = 256, K = 256;
  std::vector<half> A(M * K), B(K * N);
  std::vector<float> C(M * N);
  for (int I = 0; I < M * K; ++I)
    A[I] = __float2half((I * 37 % 101 - 50) / 64.f);
  for (int I = 0; I < K * N; ++I)
    B[I] = __float2half((I * 53 % 97 - 48) / 32.f);
  half *DA, *DB;
  float *DC;
  cudaMalloc(&DA, A.size() * 2);
  cudaMalloc(&DB, B.size() * 2);
  cudaMalloc(&DC, C.size() * 4);
  cudaMemcpy(DA, A.data(), A.size() * 2, cudaMemcpyHostToDevice);
  cudaMemcpy(DB, B.data(), B.size() * 2, cudaMemcpyHostToDevice);
  gemm<<<dim3(N / TileN, M / TileM), Threads, 2 * (TileM * TileK + TileK * TileN) * 2>>>(DA, DB, DC, M, N, K);
  cudaMemcpy(C.data(), DC, C.size() * 4, cudaMemcpyDeviceToHost);
  double Error = 0, Size = 0;
  for (int I = 0; I < M; ++I)
    for (int J = 0; J < N; ++J) {
      double Sum = 0;
      for (int L = 0; L < K; ++L)
        Sum += double(__half2float(A[I * K + L])) * __half2float(B[L * N + J]);
      Error += (C[I * N + J] - Sum) * (C[I * N + J] - Sum);
      Size += Sum * Sum;
    }
  const double Relative = std::sqrt(Error / Size);
  printf("%s: error %.3g, %s\n", Relative < 1e-6 ? "right" : "WRONG", Relative, cudaGetErrorString(cudaGetLastError()));
  return Relative < 1e-6 ? 0 : 1;
}
