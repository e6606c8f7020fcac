// NaN as an integer, by the widths of both: 0 only from other than double to other than 64 bits. Zeros are ordered by sign in fmin and
// fmax. Of values that the compiler does not know.
// RUN: %phobos --sim -O0 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK: integers: right
// CHECK-NEXT: signs: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <climits>
#include <cuda_fp16.h>

__global__ void convert(const float *F, const double *D, long long *Out) {
  const float Single = F[threadIdx.x];
  const double Double = D[threadIdx.x];
  long long *O = Out + threadIdx.x * 12;
  O[0] = __double2int_rz(Double);
  O[1] = __double2uint_rz(Double);
  O[2] = __double2ll_rz(Double);
  O[3] = __double2ull_rn(Double);
  O[4] = __float2int_rz(Single);
  O[5] = __float2uint_rn(Single);
  O[6] = __float2ll_rz(Single);
  O[7] = __float2ull_rz(Single);
  O[8] = __half2ll_rz(__float2half(Single));
  O[9] = __half2int_rz(__float2half(Single));
  O[10] = int(Double);
  O[11] = (long long)Single;
}

__global__ void signs(const float *F, const double *D, int *Out) {
  const float Plus = F[1] * 0, Minus = F[2] * 0;
  const double DPlus = D[1] * 0, DMinus = D[2] * 0;
  Out[0] = signbit(fminf(Plus, Minus)) && signbit(fminf(Minus, Plus));
  Out[1] = !signbit(fmaxf(Plus, Minus)) && !signbit(fmaxf(Minus, Plus));
  Out[2] = signbit(fmin(DPlus, DMinus)) && signbit(fmin(DMinus, DPlus));
  Out[3] = !signbit(fmax(DPlus, DMinus)) && !signbit(fmax(DMinus, DPlus));
  Out[4] = fminf(F[0], Plus) == 0 && fmax(D[2], D[0]) == D[2];
}

int main() {
  float *F = toDevice(std::vector<float>{__builtin_nanf(""), 5.75f, -3.0f});
  double *D = toDevice(std::vector<double>{__builtin_nan(""), 5.75, -3.0});
  const long long Top = LLONG_MIN;
  const std::vector<long long> Want = {INT_MIN, 1ll << 31, Top, Top, 0, 0, Top, Top, Top, 0, INT_MIN, Top,
                                       5,       5,         5,   6,   5, 6, 5,   5,   5,   5, 5,       5};
  auto *Out = toDevice(std::vector<long long>(24));
  convert<<<1, 2>>>(F, D, Out);
  int Bad = check("integers", toHost(Out, 24), Want);
  int *Signs = toDevice(std::vector<int>(5));
  signs<<<1, 1>>>(F, D, Signs);
  Bad |= check("signs", toHost(Signs, 5), std::vector<int>(5, 1));
  return Bad | finish();
}
