// Stencils with a halo: five points in shared memory with odd sizes, a convolution with its filter in constant memory, and the game of
// life on bits of bytes, against the host.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
// CHECK: seed 32
// CHECK-NEXT: heat: right
// CHECK-NEXT: convolution: right
// CHECK-NEXT: life: right
// CHECK-NEXT: checksum {{[0-9]+}}
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <random>

constexpr int Tile = 16, Radius = 3;
__constant__ int Filter[2 * Radius + 1][2 * Radius + 1];

__global__ void heat(const int *In, int *Out, int W, int H) {
  __shared__ int T[Tile + 2][Tile + 2];
  const int X = blockIdx.x * Tile + threadIdx.x, Y = blockIdx.y * Tile + threadIdx.y;
  auto At = [&](int X, int Y) { return X >= 0 && Y >= 0 && X < W && Y < H ? In[Y * W + X] : 0; };
  T[threadIdx.y + 1][threadIdx.x + 1] = At(X, Y);
  if (threadIdx.x == 0)
    T[threadIdx.y + 1][0] = At(X - 1, Y);
  if (threadIdx.x == Tile - 1)
    T[threadIdx.y + 1][Tile + 1] = At(X + 1, Y);
  if (threadIdx.y == 0)
    T[0][threadIdx.x + 1] = At(X, Y - 1);
  if (threadIdx.y == Tile - 1)
    T[Tile + 1][threadIdx.x + 1] = At(X, Y + 1);
  __syncthreads();
  if (X >= W || Y >= H)
    return;
  const int I = threadIdx.x + 1, J = threadIdx.y + 1;
  Out[Y * W + X] = 4 * T[J][I] - T[J][I - 1] - T[J][I + 1] - T[J - 1][I] - T[J + 1][I];
}

__global__ void convolve(const int *In, int *Out, int W, int H) {
  extern __shared__ int T[];
  constexpr int Side = Tile + 2 * Radius;
  for (int I = threadIdx.y * Tile + threadIdx.x; I < Side * Side; I += Tile * Tile) {
    const int X = min(max(int(blockIdx.x * Tile) + I % Side - Radius, 0), W - 1);
    const int Y = min(max(int(blockIdx.y * Tile) + I / Side - Radius, 0), H - 1);
    T[I] = In[Y * W + X];
  }
  __syncthreads();
  const int X = blockIdx.x * Tile + threadIdx.x, Y = blockIdx.y * Tile + threadIdx.y;
  int Sum = 0;
#pragma unroll
  for (int J = 0; J <= 2 * Radius; ++J)
#pragma unroll
    for (int I = 0; I <= 2 * Radius; ++I)
      Sum += Filter[J][I] * T[(threadIdx.y + J) * Side + threadIdx.x + I];
  if (X < W && Y < H)
    Out[Y * W + X] = Sum;
}

__global__ void life(const unsigned char *In, unsigned char *Out, int W, int H) {
  const int X = blockIdx.x * blockDim.x + threadIdx.x, Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X >= W || Y >= H)
    return;
  int Count = 0;
  for (int J = -1; J <= 1; ++J)
    for (int I = -1; I <= 1; ++I)
      if (I || J)
        Count += In[(Y + J + H) % H * W + (X + I + W) % W];
  Out[Y * W + X] = Count == 3 || (Count == 2 && In[Y * W + X]);
}

int main() {
  printf("seed 32\n");
  std::mt19937 Random(32);
  const int W = 45, H = 37;
  std::vector<int> In(W * H), Heat(W * H), Sums(W * H);
  int F[2 * Radius + 1][2 * Radius + 1];
  for (auto &V : In)
    V = int(Random() % 201) - 100;
  for (auto &Row : F)
    for (int &V : Row)
      V = int(Random() % 7) - 3;
  std::vector<unsigned char> Cells(W * H), Next(W * H);
  for (auto &V : Cells)
    V = Random() % 2;
  auto At = [&](int X, int Y) { return X >= 0 && Y >= 0 && X < W && Y < H ? In[Y * W + X] : 0; };
  for (int Y = 0; Y < H; ++Y)
    for (int X = 0; X < W; ++X) {
      Heat[Y * W + X] = 4 * At(X, Y) - At(X - 1, Y) - At(X + 1, Y) - At(X, Y - 1) - At(X, Y + 1);
      for (int J = -Radius; J <= Radius; ++J)
        for (int I = -Radius; I <= Radius; ++I)
          Sums[Y * W + X] += F[J + Radius][I + Radius] *
                             In[std::min(std::max(Y + J, 0), H - 1) * W + std::min(std::max(X + I, 0), W - 1)];
      int Count = 0;
      for (int N = 0; N < 9; ++N)
        Count += N == 4 ? 0 : Cells[(Y + N / 3 - 1 + H) % H * W + (X + N % 3 - 1 + W) % W];
      Next[Y * W + X] = Count == 3 || (Count == 2 && Cells[Y * W + X]);
    }
  const dim3 Block(Tile, Tile), Grid((W + Tile - 1) / Tile, (H + Tile - 1) / Tile);
  int *DIn = toDevice(In), *Out = toDevice(std::vector<int>(W * H));
  heat<<<Grid, Block>>>(DIn, Out, W, H);
  int Bad = check("heat", toHost(Out, W * H), Heat);
  cudaMemcpyToSymbol(Filter, F, sizeof(F));
  convolve<<<Grid, Block, (Tile + 2 * Radius) * (Tile + 2 * Radius) * sizeof(int)>>>(DIn, Out, W, H);
  Bad |= check("convolution", toHost(Out, W * H), Sums);
  unsigned Sum = 0;
  for (int V : toHost(Out, W * H))
    Sum = Sum * 31 + V;
  unsigned char *DNext = toDevice(std::vector<unsigned char>(W * H));
  life<<<Grid, Block>>>(toDevice(Cells), DNext, W, H);
  Bad |= check("life", toHost(DNext, W * H), Next);
  printf("checksum %u\n", Sum);
  return Bad | finish();
}
