// Device and constant variables: initial values, pointers between them, copies both ways, after a reset too.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

struct Pair {
  short A;
  double B;
};
__device__ int Table[5] = {1, 2, 3, 4, 5};
__device__ int *Middle = &Table[2];
__device__ Pair Pairs[2] = {{1, 2.5}, {-3, 4.5}};
__constant__ float Scale = 0.5f;
__device__ int Untouched;

__global__ void read(float *Out) {
  Out[0] = *Middle + Middle[1] * 10;
  Out[1] = Pairs[1].A + Pairs[0].B;
  Out[2] = Scale;
  Out[3] = ++Untouched;
  Middle = &Table[0];
}

int main() {
  int Bad = 0;
  for (int Round = 0; Round < 2; ++Round) {
    float *DOut = toDevice(std::vector<float>(4));
    read<<<1, 1>>>(DOut);
    Bad |= check("initial", toHost(DOut, 4), std::vector<float>{43, -0.5f, 0.5f, 1});
    float Two = 2;
    int Nine = 9;
    cudaMemcpyToSymbol(Scale, &Two, sizeof(float));
    cudaMemcpyToSymbol(Table, &Nine, sizeof(int), sizeof(int));
    read<<<1, 1>>>(DOut);
    Bad |= check("changed", toHost(DOut, 4), std::vector<float>{91, -0.5f, 2, 2});
    int *Address;
    cudaGetSymbolAddress(reinterpret_cast<void **>(&Address), Untouched);
    Bad |= check("address", toHost(Address, 1), std::vector<int>{2});
    cudaDeviceReset();
  }
  return Bad | finish();
}
