// Breadth-first levels in one block: threads that find something set one flag, all to the same value, which is no race.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
// CHECK: levels: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
__global__ void levels(const int *Start, const int *Edge, int *Level, int N) {
  __shared__ bool Changed;
  for (int Depth = 0;; ++Depth) {
    if (threadIdx.x == 0)
      Changed = false;
    __syncthreads();
    for (int V = threadIdx.x; V < N; V += blockDim.x)
      if (Level[V] == Depth)
        for (int E = Start[V]; E < Start[V + 1]; ++E)
          if (Level[Edge[E]] < 0) {
            Level[Edge[E]] = Depth + 1;
            Changed = true;
          }
    __syncthreads();
    const bool More = Changed;
    __syncthreads();
    if (!More)
      return;
  }
}
int main() {
  const int N = 200;
  std::vector<int> Start(1), Edge, Want(N, -1), Level(N, -1);
  for (int V = 0; V < N; ++V) {
    for (int K : {V * 7 % N + 1, V * 3 % 191, V + 1})
      if (K < N)
        Edge.push_back(K);
    Start.push_back(Edge.size());
  }
  Want[0] = Level[0] = 0;
  for (int D = 0, More = 1; More; ++D) {
    More = 0;
    for (int V = 0; V < N; ++V)
      if (Want[V] == D)
        for (int E = Start[V]; E < Start[V + 1]; ++E)
          if (Want[Edge[E]] < 0)
            Want[Edge[E]] = D + 1, More = 1;
  }
  int *D = toDevice(Level);
  levels<<<1, 96>>>(toDevice(Start), toDevice(Edge), D, N);
  return check("levels", toHost(D, N), Want) | finish();
}
