// A padded tile, ragged edges, with early returns behind the barrier.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__global__ void transpose(const float *In, float *Out, int Rows, int Columns) {
  __shared__ float Tile[32][33];
  int X = blockIdx.x * 32 + threadIdx.x, Y = blockIdx.y * 32 + threadIdx.y;
  for (int J = 0; J < 32; J += 8)
    if (X < Columns && Y + J < Rows)
      Tile[threadIdx.y + J][threadIdx.x] = In[(Y + J) * Columns + X];
  __syncthreads();
  X = blockIdx.y * 32 + threadIdx.x;
  Y = blockIdx.x * 32 + threadIdx.y;
  if (X >= Rows)
    return;
  for (int J = 0; J < 32; J += 8)
    if (Y + J < Columns)
      Out[(Y + J) * Rows + X] = Tile[threadIdx.x][threadIdx.y + J];
}

int main() {
  const int Rows = 70, Columns = 45;
  std::vector<float> In(Rows * Columns), Want(Rows * Columns);
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Columns; ++J)
      Want[J * Rows + I] = In[I * Columns + J] = I * 100 + J;
  float *DIn = toDevice(In), *DOut;
  cudaMalloc(&DOut, In.size() * sizeof(float));
  transpose<<<dim3(2, 3), dim3(32, 8)>>>(DIn, DOut, Rows, Columns);
  return check("transpose", toHost(DOut, In.size()), Want) | finish();
}
