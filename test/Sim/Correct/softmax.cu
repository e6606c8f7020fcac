// Softmax and layer normalization of rows, a block a row, with shuffles inside warps and shared memory between them, against double.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
// CHECK: seed 31
// CHECK-NEXT: softmax: error below 1e-06
// CHECK-NEXT: normalization: error below 1e-05
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <random>

template <class Fn> __device__ float reduceBlock(float V, float None, Fn Combine) {
  __shared__ float Part[32];
  const int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  for (int D = 16; D; D /= 2)
    V = Combine(V, __shfl_xor_sync(0xFFFFFFFF, V, D));
  if (Lane == 0)
    Part[Warp] = V;
  __syncthreads();
  V = Lane < blockDim.x / 32 ? Part[Lane] : None;
  for (int D = 16; D; D /= 2)
    V = Combine(V, __shfl_xor_sync(0xFFFFFFFF, V, D));
  // Part is written again by the next reduction.
  __syncthreads();
  return V;
}

__global__ void softmax(const float *In, float *Out, int Columns) {
  const float *Row = In + blockIdx.x * Columns;
  float Largest = -FLT_MAX, Sum = 0;
  for (int I = threadIdx.x; I < Columns; I += blockDim.x)
    Largest = fmaxf(Largest, Row[I]);
  Largest = reduceBlock(Largest, -FLT_MAX, [](float A, float B) { return fmaxf(A, B); });
  for (int I = threadIdx.x; I < Columns; I += blockDim.x)
    Sum += expf(Row[I] - Largest);
  Sum = reduceBlock(Sum, 0, [](float A, float B) { return A + B; });
  for (int I = threadIdx.x; I < Columns; I += blockDim.x)
    Out[blockIdx.x * Columns + I] = expf(Row[I] - Largest) / Sum;
}

__global__ void normalize(const float *__restrict__ In, const float *__restrict__ Scale, float *__restrict__ Out, int Columns) {
  const float *Row = In + blockIdx.x * Columns;
  auto Add = [](float A, float B) { return A + B; };
  float Sum = 0, Squares = 0;
  for (int I = threadIdx.x; I < Columns; I += blockDim.x)
    Sum += Row[I];
  const float Mean = reduceBlock(Sum, 0, Add) / Columns;
  for (int I = threadIdx.x; I < Columns; I += blockDim.x)
    Squares += (Row[I] - Mean) * (Row[I] - Mean);
  const float Inverse = rsqrtf(reduceBlock(Squares, 0, Add) / Columns + 1e-5f);
  for (int I = threadIdx.x; I < Columns; I += blockDim.x)
    Out[blockIdx.x * Columns + I] = (Row[I] - Mean) * Inverse * __ldg(&Scale[I]);
}

int bounded(const char *Name, const std::vector<float> &Have, const std::vector<double> &Want, double Bound) {
  double Worst = 0;
  for (size_t I = 0; I < Want.size(); ++I)
    Worst = std::max(Worst, std::fabs(Have[I] - Want[I]) / (1 + std::fabs(Want[I])));
  printf("%s: error %s %g\n", Name, Worst < Bound ? "below" : "WRONG: above", Bound);
  return !(Worst < Bound);
}

int main() {
  printf("seed 31\n");
  std::mt19937 Random(31);
  std::normal_distribution<float> Normal;
  const int Rows = 5, Columns = 517;
  std::vector<float> In(Rows * Columns), Scale(Columns);
  for (auto &V : In)
    V = 3 * Normal(Random);
  for (auto &V : Scale)
    V = Normal(Random);
  std::vector<double> Soft(In.size()), Norm(In.size());
  for (int R = 0; R < Rows; ++R) {
    const float *Row = &In[R * Columns];
    const double Largest = *std::max_element(Row, Row + Columns);
    double Sum = 0, Mean = 0, Squares = 0;
    for (int I = 0; I < Columns; ++I)
      Sum += std::exp(Row[I] - Largest), Mean += Row[I] / double(Columns);
    for (int I = 0; I < Columns; ++I)
      Squares += (Row[I] - Mean) * (Row[I] - Mean);
    for (int I = 0; I < Columns; ++I) {
      Soft[R * Columns + I] = std::exp(Row[I] - Largest) / Sum;
      Norm[R * Columns + I] = (Row[I] - Mean) / std::sqrt(Squares / Columns + 1e-5) * Scale[I];
    }
  }
  float *DIn = toDevice(In), *Out = toDevice(std::vector<float>(In.size()));
  softmax<<<Rows, 128>>>(DIn, Out, Columns);
  int Bad = bounded("softmax", toHost(Out, In.size(), 2e-6), Soft, 1e-6);
  normalize<<<Rows, 256>>>(DIn, toDevice(Scale), Out, Columns);
  Bad |= bounded("normalization", toHost(Out, In.size(), 2e-5), Norm, 1e-5);
  return Bad | finish();
}
