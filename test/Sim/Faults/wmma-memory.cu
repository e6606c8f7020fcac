// Fragments go through the checks of every access: a matrix that ends too soon, a line that starts at no multiple of what is
// loaded at once, shared memory that nobody wrote, and a warp that reads what another stores.
// RUN: %phobos --sim --cuda-gpu-arch=sm_80 -O1 %s -o %t
// RUN: not %t bounds 2>&1 | FileCheck --check-prefix=BOUNDS %s
// RUN: not %t stores 2>&1 | FileCheck --check-prefix=STORES %s
// RUN: not %t aligned 2>&1 | FileCheck --check-prefix=ALIGNED %s
// RUN: %t unwritten 2>&1 | FileCheck --check-prefix=UNWRITTEN %s
// RUN: %t race 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: %t good 2>&1 | FileCheck --check-prefix=GOOD %s
#include "../Inputs/Device.h"
#include <mma.h>
#include <string>
using namespace nvcuda;
using A16 = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Sum16 = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__global__ void load(const half *A, int Ld, half *Out) {
  A16 F;
  wmma::load_matrix_sync(F, A, Ld);
  Out[threadIdx.x] = F.x[0];
}
// BOUNDS: error: out-of-bounds: global wmma.load of 16 bytes at {{.*}} is 0 bytes past the end of the 480-byte allocation
// BOUNDS-NEXT: thread (30,0,0), at {{.*}}wmma-memory.cu:[[@LINE-4]]:
// ALIGNED: error: misaligned: wmma.load of 16 bytes at {{.*}} needs a multiple of 16

__global__ void store(float *D) {
  Sum16 F;
  wmma::fill_fragment(F, 1.0f);
  wmma::store_matrix_sync(D, F, 32, wmma::mem_row_major);
}
// STORES: error: out-of-bounds: global wmma.store of 16 bytes at {{.*}} of the 1024-byte allocation
// STORES-NEXT: at {{.*}}wmma-memory.cu:[[@LINE-3]]:

__global__ void shared(int First, int Wait, float *Out) {
  __shared__ __align__(32) float Tile[256];
  Sum16 F;
  wmma::fill_fragment(F, 1.0f);
  if (threadIdx.x / 32 == 0 && First)
    wmma::store_matrix_sync(Tile, F, 16, wmma::mem_row_major);
  if (Wait)
    __syncthreads();
  if (threadIdx.x / 32 == 1)
    wmma::load_matrix_sync(F, Tile, 16, wmma::mem_row_major);
  Out[threadIdx.x] = F.x[0];
}
// UNWRITTEN: error: uninitialized read: shared wmma.load of 16 bytes at 0x0 reads bytes that this block has not written
// RACE: error: race: shared wmma.load of 16 bytes at 0x0 and a write of the same bytes by thread (0,0,0) at {{.*}}wmma-memory.cu:[[@LINE-8]]:
// GOOD-NOT: error
// GOOD: launch: cudaSuccess, run: cudaSuccess

int main(int, char **Argv) {
  const std::string Mode = Argv[1];
  float *Out = toDevice(std::vector<float>(256));
  half *In = toDevice(std::vector<half>(Mode == "bounds" ? 240 : 512));
  if (Mode == "bounds" || Mode == "aligned" || Mode == "good")
    load<<<1, 32>>>(In, Mode == "aligned" ? 20 : 16, toDevice(std::vector<half>(32)));
  if (Mode == "stores")
    store<<<1, 32>>>(Out);
  if (Mode == "unwritten" || Mode == "race" || Mode == "good")
    shared<<<1, 64>>>(Mode != "unwritten", Mode != "race", Out);
  return finish();
}
