// A wmma.mma that half a warp never reaches, and lanes that give wmma.load different addresses.
// RUN: %phobos --sim --cuda-gpu-arch=sm_80 -O1 %s -o %t
// RUN: not %t half 2>&1 | FileCheck --check-prefix=HALF %s
// RUN: not %t apart 2>&1 | FileCheck --check-prefix=APART %s
// RUN: %t good 2>&1 | FileCheck --check-prefix=GOOD %s
#include "../Inputs/Device.h"
#include <cstring>
#include <mma.h>
using namespace nvcuda;

__global__ void square(const half *A, half *D, int Lanes, int Apart) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> FA;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> FB;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> Sum;
  wmma::fill_fragment(Sum, half(0));
  wmma::load_matrix_sync(FA, A + threadIdx.x % 2 * Apart, 16);
  wmma::load_matrix_sync(FB, A, 16);
  if (threadIdx.x < Lanes)
    wmma::mma_sync(Sum, FA, FB, Sum);
  wmma::store_matrix_sync(D, Sum, 16, wmma::mem_row_major);
}
// The load of what only they need may have moved to those that reach the multiplication.
// HALF: error: divergent collective: not all threads arrive: 16 wait at wmma.{{.*}}; 16 wait at wmma.store ({{.*}}divergent-wmma.cu:[[@LINE-3]]:
// HALF: run: cudaErrorLaunchFailure
// APART: error: divergent collective: wmma.load: lanes 0 and 1 of a warp give different addresses
// APART-NEXT: at {{.*}}divergent-wmma.cu:[[@LINE-10]]:
// GOOD-NOT: error
// GOOD: launch: cudaSuccess, run: cudaSuccess

int main(int, char **Argv) {
  half *A = toDevice(std::vector<half>(512)), *D = toDevice(std::vector<half>(256));
  square<<<1, 32>>>(A, D, strcmp(Argv[1], "half") ? 32 : 16, strcmp(Argv[1], "apart") ? 0 : 16);
  return finish();
}
