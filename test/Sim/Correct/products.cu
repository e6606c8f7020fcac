// Products that the plugin moves to tensor cores: every operand type, f32 and 16-bit results, transposed operands, an
// epilogue, a batch. Random operands whose products are not exact in f32, so that the order of summation shows.
// REQUIRES: plugin
// RUN: %phobos --sim -O2 --cuda-gpu-arch=sm_90 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-COUNT-7: : right
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <random>

struct Problem {
  int M, N, K, Batches;
  bool TransposeA, TransposeB;
};

template <class TA, class TB, class TC>
__global__ void product(const TA *A, const TB *B, TC *C, Problem P, float Alpha, float Bias) {
  int Row = blockIdx.y * blockDim.y + threadIdx.y, Column = blockIdx.x * blockDim.x + threadIdx.x;
  int Batch = blockIdx.z;
  if (Row >= P.M || Column >= P.N)
    return;
  const TA *OfA = A + Batch * P.M * P.K;
  const TB *OfB = B + Batch * P.K * P.N;
  int Am = P.TransposeA ? 1 : P.K, Ak = P.TransposeA ? P.M : 1, Bk = P.TransposeB ? 1 : P.N,
      Bn = P.TransposeB ? P.K : 1;
  float Sum = 0;
  [[phobos::tensorcore]]
  for (int K = 0; K < P.K; ++K)
    Sum += float(OfA[Row * Am + K * Ak]) * float(OfB[K * Bk + Column * Bn]);
  C[(Batch * P.M + Row) * P.N + Column] = TC(fmaxf(Alpha * Sum + Bias, -0.5f));
}

static std::mt19937 Random(20);

template <class T> static std::vector<T> random(size_t Count) {
  std::vector<T> V(Count);
  for (T &Each : V)
    Each = T(float(Random() % 65536) / 32768 - 1);
  return V;
}

/// How far a value of T may be from what it was rounded from, relative to it.
template <class T> constexpr double Rounding = sizeof(T) == 4 ? 0x1p-24 : std::is_same_v<T, __half> ? 0x1p-11 : 0x1p-8;

/// Results are compared, with double and between devices, in units of the sum of magnitudes. A tensor core adds K
/// products in f32 in an order of its own; operands of 32 bits are rounded to f16; the result is rounded once more.
template <class TA, class TB, class TC> static int run(const char *Name, Problem P) {
  std::vector<TA> A = random<TA>(size_t(P.M) * P.K * P.Batches);
  std::vector<TB> B = random<TB>(size_t(P.N) * P.K * P.Batches);
  TA *DeviceA = toDevice(A);
  TB *DeviceB = toDevice(B);
  TC *DeviceC = toDevice(std::vector<TC>(size_t(P.M) * P.N * P.Batches));
  const float Alpha = 0.75f, Bias = 0.125f;
  dim3 Block(16, 16), Grid((P.N + 15) / 16, (P.M + 15) / 16, P.Batches);
  product<<<Grid, Block>>>(DeviceA, DeviceB, DeviceC, P, Alpha, Bias);
  std::vector<TC> C(size_t(P.M) * P.N * P.Batches);
  cudaMemcpy(C.data(), DeviceC, C.size() * sizeof(TC), cudaMemcpyDeviceToHost);

  const double Order = P.K * 0x1p-23, Final = Rounding<TC>;
  const double Operands = sizeof(TA) == 4 || sizeof(TB) == 4 ? 2 * 0x1p-11 : 0;
  std::vector<double> Units(C.size());
  double Worst = 0;
  for (size_t I = 0; I < C.size(); ++I) {
    const size_t Batch = I / (size_t(P.M) * P.N), Row = I / P.N % P.M, Column = I % P.N;
    double Sum = 0, Magnitude = 0;
    for (int K = 0; K < P.K; ++K) {
      double X = double(float(A[Batch * P.M * P.K + (P.TransposeA ? size_t(K) * P.M + Row : Row * P.K + K)]));
      double Y = double(float(B[Batch * P.K * P.N + (P.TransposeB ? Column * P.K + K : size_t(K) * P.N + Column)]));
      Sum += X * Y, Magnitude += std::fabs(X * Y);
    }
    Magnitude = Magnitude * Alpha + Bias;
    Units[I] = double(float(C[I])) / Magnitude;
    double Error = std::fabs(Units[I] - std::fmax(Alpha * Sum + Bias, -0.5) / Magnitude);
    Worst = Error <= Worst ? Worst : Error; // a NaN becomes the worst
  }
  // Between devices the operands are the same: only the sums' order and, after it, the result's rounding can differ.
  dump(Units, Order + 2 * Final);
  bool Right = Worst <= Order + Operands + Final;
  std::printf("%s: %s\n", Name, Right ? "right" : "WRONG");
  cudaFree(DeviceA), cudaFree(DeviceB), cudaFree(DeviceC);
  return !Right;
}

int main() {
  int Failures = run<__half, __half, float>("f16", {130, 70, 200, 1, false, false});
  Failures |= run<__half, __half, __half>("f16 to f16", {65, 136, 100, 1, false, true});
  Failures |= run<__half, __half, float>("f16, A transposed", {72, 80, 333, 1, true, false});
  Failures |= run<__nv_bfloat16, __nv_bfloat16, float>("bf16", {128, 64, 160, 1, false, false});
  Failures |=
      run<__nv_bfloat16, __nv_bfloat16, __nv_bfloat16>("bf16 to bf16, both transposed", {40, 33, 95, 1, true, true});
  Failures |= run<float, float, float>("f32", {100, 100, 100, 1, false, false});
  Failures |= run<__half, float, float>("f16 and f32, a batch", {48, 64, 64, 3, false, true});
  return Failures | finish();
}
