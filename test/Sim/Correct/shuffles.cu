// Every shuffle, vote, match and warp reduction, with segments and partial masks.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: right
// CHECK-NOT: {error|WRONG}
// CHECK: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

__global__ void shuffles(int *Out) {
  const int Lane = threadIdx.x;
  int *Mine = Out + Lane * 16;
  Mine[0] = __shfl_sync(~0u, Lane * 3, 5);
  Mine[1] = __shfl_sync(~0u, Lane * 3, Lane + 3, 8);
  Mine[2] = __shfl_up_sync(~0u, Lane, 2, 16);
  Mine[3] = __shfl_down_sync(~0u, Lane, 5);
  Mine[4] = __shfl_xor_sync(~0u, Lane, 9);
  Mine[5] = __ballot_sync(~0u, Lane % 3 == 0);
  Mine[6] = __any_sync(~0u, Lane == 31) + 2 * __all_sync(~0u, Lane < 31) + 4 * __all_sync(~0u, Lane < 32);
  Mine[7] = __match_any_sync(~0u, Lane / 4 % 3);
  int Same;
  Mine[8] = __match_all_sync(~0u, 7, &Same) + Same;
  Mine[9] = __reduce_add_sync(~0u, Lane);
  Mine[10] = __reduce_max_sync(~0u, -Lane) + __reduce_min_sync(~0u, unsigned(Lane + 1));
  Mine[11] = __syncthreads_count(Lane % 5 == 0);
  Mine[12] = __syncthreads_and(Lane < 40) + 2 * __syncthreads_or(Lane == 40);
  if (Lane % 2) {
    Mine[13] = __shfl_sync(0xAAAAAAAA, Lane, 7);
    Mine[14] = __popc(__activemask());
  } else {
    Mine[13] = __ballot_sync(0x55555555, Lane > 20);
    Mine[14] = __popc(__activemask());
  }
  Mine[15] = __shfl_sync(~0u, (long long)Lane << 33, 4) >> 33;
}

int main() {
  int *DOut = toDevice(std::vector<int>(32 * 16));
  shuffles<<<1, 32>>>(DOut);
  std::vector<int> Want(32 * 16);
  for (int L = 0; L < 32; ++L) {
    int *W = &Want[L * 16];
    W[0] = 15;
    W[1] = (L / 8 * 8 + (L + 3) % 8) * 3;
    W[2] = L % 16 < 2 ? L : L - 2;
    W[3] = L + 5 < 32 ? L + 5 : L;
    W[4] = L ^ 9;
    for (int I = 0; I < 32; ++I) {
      W[5] |= int(I % 3 == 0) << I;
      W[7] |= int(I / 4 % 3 == L / 4 % 3) << I;
      W[11] += I % 5 == 0;
    }
    W[6] = 1 + 4;
    W[8] = -1 + 1;
    W[9] = 31 * 16;
    W[10] = 0 + 1;
    W[12] = 1;
    W[13] = L % 2 ? 7 : 0x55400000;
    W[14] = 16;
    W[15] = 4;
  }
  return check("shuffles", toHost(DOut, 32 * 16), Want) | finish();
}
