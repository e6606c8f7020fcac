// Small numerical programs: n-body with tiles and rsqrtf, sparse matrix times vector with a warp a row, a Mandelbrot set, half2
// arithmetic, a Monte Carlo sum with a generator of its own, a transpose with padding, against double or integers.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
// CHECK: seed 34
// CHECK-NEXT: bodies: error below 1e-05
// CHECK-NEXT: sparse: error below 1e-06
// CHECK-NEXT: half2: error below 0.002
// CHECK-NEXT: mandelbrot: right
// CHECK-NEXT: monte carlo: right
// CHECK-NEXT: transpose: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <algorithm>
#include <cmath>
#include <cuda_fp16.h>
#include <random>

constexpr int P = 128;

__global__ void bodies(const float4 *Bodies, float3 *Force, int N) {
  __shared__ float4 Tile[P];
  const int I = blockIdx.x * P + threadIdx.x;
  const float4 Me = I < N ? Bodies[I] : make_float4(0, 0, 0, 0);
  float3 F = make_float3(0, 0, 0);
  for (int First = 0; First < N; First += P) {
    const int J = First + threadIdx.x;
    Tile[threadIdx.x] = J < N ? Bodies[J] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (int K = 0; K < P; ++K) {
      const float4 B = Tile[K];
      const float X = B.x - Me.x, Y = B.y - Me.y, Z = B.z - Me.z;
      const float Inverse = rsqrtf(X * X + Y * Y + Z * Z + 0.01f), S = B.w * Inverse * Inverse * Inverse;
      F.x += X * S;
      F.y += Y * S;
      F.z += Z * S;
    }
    __syncthreads();
  }
  if (I < N)
    Force[I] = F;
}

__global__ void multiply(const int *Start, const int *Column, const float *Value, const float *X, float *Y, int Rows) {
  const int Row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, Lane = threadIdx.x % 32;
  if (Row >= Rows)
    return;
  float Sum = 0;
  for (int I = Start[Row] + Lane; I < Start[Row + 1]; I += 32)
    Sum += Value[I] * X[Column[I]];
  for (int D = 16; D; D /= 2)
    Sum += __shfl_down_sync(0xFFFFFFFF, Sum, D);
  if (Lane == 0)
    Y[Row] = Sum;
}

__global__ void halves(const half2 *A, const half2 *B, float2 *Out, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  half2 V = __hfma2(A[I], B[I], __float2half2_rn(0.5f));
  V = __hadd2(V, __hmul2(__lowhigh2highlow(A[I]), B[I]));
  if (__hgt(__low2half(V), __high2half(V)))
    V = __hmax2(V, h2sqrt(__habs2(V)));
  Out[I] = __half22float2(V);
}

__global__ void mandelbrot(int *Out, int W, int H) {
  const int X = blockIdx.x * blockDim.x + threadIdx.x, Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X >= W || Y >= H)
    return;
  // Fixed point: the same on every machine.
  const long long One = 1 << 20, CR = -2 * One + 3 * One * X / W, CI = -One + 2 * One * Y / H;
  long long R = 0, I = 0;
  int N = 0;
  for (; N < 64 && R * R + I * I <= 4 * One * One; ++N) {
    const long long T = (R * R - I * I) / One + CR;
    I = 2 * R * I / One + CI;
    R = T;
  }
  Out[Y * W + X] = N;
}

__host__ __device__ unsigned next(unsigned &S) {
  S ^= S << 13;
  S ^= S >> 17;
  S ^= S << 5;
  return S;
}
__global__ void monteCarlo(unsigned long long *Inside, int Each) {
  unsigned S = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1;
  unsigned Count = 0;
  for (int I = 0; I < Each; ++I) {
    const unsigned long long X = next(S) >> 16, Y = next(S) >> 16;
    Count += X * X + Y * Y < (1ull << 32);
  }
  Count = __reduce_add_sync(~0u, Count);
  if (threadIdx.x % 32 == 0)
    atomicAdd(Inside, (unsigned long long)Count);
}

__global__ void transpose(const double *In, double *Out, int W, int H) {
  __shared__ double T[16][17];
  int X = blockIdx.x * 16 + threadIdx.x, Y = blockIdx.y * 16 + threadIdx.y;
  if (X < W && Y < H)
    T[threadIdx.y][threadIdx.x] = In[Y * W + X];
  __syncthreads();
  X = blockIdx.y * 16 + threadIdx.x, Y = blockIdx.x * 16 + threadIdx.y;
  if (X < H && Y < W)
    Out[Y * H + X] = T[threadIdx.x][threadIdx.y];
}

int bounded(const char *Name, const float *Have, const std::vector<double> &Want, double Bound) {
  double Worst = 0;
  for (size_t I = 0; I < Want.size(); ++I)
    Worst = std::max(Worst, std::fabs(Have[I] - Want[I]) / (1 + std::fabs(Want[I])));
  printf("%s: error %s %g\n", Name, Worst < Bound ? "below" : "WRONG: above", Bound);
  return !(Worst < Bound);
}

static std::mt19937 Random(34);
static float draw() { return std::uniform_real_distribution<float>(-1, 1)(Random); }

int testBodies() {
  const int N = 300;
  std::vector<float4> B(N);
  for (auto &V : B)
    V = make_float4(draw(), draw(), draw(), 1 + draw());
  std::vector<double> Want(3 * N);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      const double X = double(B[J].x) - B[I].x, Y = double(B[J].y) - B[I].y, Z = double(B[J].z) - B[I].z;
      const double S = B[J].w * std::pow(X * X + Y * Y + Z * Z + 0.01, -1.5);
      Want[3 * I] += X * S, Want[3 * I + 1] += Y * S, Want[3 * I + 2] += Z * S;
    }
  float3 *F = toDevice(std::vector<float3>(N));
  bodies<<<(N + P - 1) / P, P>>>(toDevice(B), F, N);
  // Twice what each device may be off; the reciprocal square root is approximate.
  const double Largest = std::fabs(*std::max_element(Want.begin(), Want.end(), [](double A, double B) { return std::fabs(A) < std::fabs(B); }));
  auto Have = toHost(F, N, 2e-5 * (1 + Largest));
  return bounded("bodies", &Have[0].x, Want, 1e-5);
}

int testSparse() {
  const int Rows = 53, Columns = 97;
  std::vector<int> Start(1), Column;
  std::vector<float> Value, X(Columns);
  std::vector<double> Want(Rows);
  for (auto &V : X)
    V = draw();
  for (int R = 0; R < Rows; ++R) {
    for (int C = 0; C < Columns; ++C)
      if (Random() % 97 < unsigned(R)) {
        Column.push_back(C);
        Value.push_back(draw());
        Want[R] += double(Value.back()) * X[C];
      }
    Start.push_back(Column.size());
  }
  float *Y = toDevice(std::vector<float>(Rows));
  multiply<<<(Rows * 32 + 127) / 128, 128>>>(toDevice(Start), toDevice(Column), toDevice(Value), toDevice(X), Y, Rows);
  return bounded("sparse", toHost(Y, Rows).data(), Want, 1e-6);
}

int testHalves() {
  const int N = 200;
  std::vector<half2> A(N), B(N);
  std::vector<double> Want;
  for (int I = 0; I < N; ++I) {
    A[I] = __floats2half2_rn(draw(), draw());
    B[I] = __floats2half2_rn(draw(), draw());
    const double AX = __low2float(A[I]), AY = __high2float(A[I]), BX = __low2float(B[I]), BY = __high2float(B[I]);
    double X = AX * BX + 0.5 + AY * BX, Y = AY * BY + 0.5 + AX * BY;
    // Far from the comparison's edge only: rounding decides there.
    if (std::fabs(X - Y) < 0.01) {
      A[I] = B[I] = __floats2half2_rn(0, 0);
      X = Y = 0.5;
    }
    if (X > Y)
      X = std::max(X, std::sqrt(std::fabs(X))), Y = std::max(Y, std::sqrt(std::fabs(Y)));
    Want.push_back(X), Want.push_back(Y);
  }
  float2 *Out = toDevice(std::vector<float2>(N));
  halves<<<2, 128>>>(toDevice(A), toDevice(B), Out, N);
  // The square root is approximate: it may round to the next half, here below 4.
  auto Have = toHost(Out, N, 0x1p-9);
  return bounded("half2", &Have[0].x, Want, 2e-3);
}

int testIntegers() {
  const int W = 61, H = 43;
  std::vector<int> Set(W * H);
  for (int Y = 0; Y < H; ++Y)
    for (int X = 0; X < W; ++X) {
      const long long One = 1 << 20, CR = -2 * One + 3 * One * X / W, CI = -One + 2 * One * Y / H;
      long long R = 0, I = 0;
      int &N = Set[Y * W + X];
      for (; N < 64 && R * R + I * I <= 4 * One * One; ++N) {
        const long long T = (R * R - I * I) / One + CR;
        I = 2 * R * I / One + CI;
        R = T;
      }
    }
  int *Out = toDevice(std::vector<int>(W * H));
  mandelbrot<<<dim3(4, 6), dim3(16, 8)>>>(Out, W, H);
  int Bad = check("mandelbrot", toHost(Out, W * H), Set);

  unsigned long long Inside = 0;
  for (unsigned T = 0; T < 256; ++T) {
    unsigned S = T * 2654435761u + 1;
    for (int I = 0; I < 100; ++I) {
      const unsigned long long X = next(S) >> 16, Y = next(S) >> 16;
      Inside += X * X + Y * Y < (1ull << 32);
    }
  }
  auto *Count = toDevice(std::vector<unsigned long long>(1));
  monteCarlo<<<2, 128>>>(Count, 100);
  Bad |= check("monte carlo", toHost(Count, 1), std::vector<unsigned long long>{Inside});

  std::vector<double> In(W * H), Turned(W * H);
  for (int I = 0; I < W * H; ++I)
    Turned[I % W * H + I / W] = In[I] = I;
  double *D = toDevice(std::vector<double>(W * H));
  transpose<<<dim3(4, 3), dim3(16, 16)>>>(toDevice(In), D, W, H);
  return Bad | check("transpose", toHost(D, W * H), Turned);
}

int main() {
  printf("seed 34\n");
  return testBodies() | testSparse() | testHalves() | testIntegers() | finish();
}
