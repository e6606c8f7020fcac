// Half of a warp waits at one barrier, half at another: reported, and goes on. Threads that ended count as arrived.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"
#include <algorithm>

__global__ void halves(int *Data) {
  if (threadIdx.x < 16) {
    Data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    Data[threadIdx.x] = 2;
    __syncthreads();
    Data[threadIdx.x] = 3;
  }
}
// CHECK: error: divergent collective: threads (0,0,0) and (16,0,0) of one warp are at different barriers; the other is at {{.*}}divergent-barrier.cu:[[@LINE-7]]:
// CHECK-NEXT: in kernel 'halves(int*)', block (0,0,0), thread (31,0,0), at {{.*}}divergent-barrier.cu:[[@LINE-5]]:
// CHECK: launch: cudaSuccess, run: cudaSuccess
__global__ void some(int *Data) {
  if (threadIdx.x < 17)
    __syncthreads();
  Data[threadIdx.x] = 4;
}
__global__ void early(int *Data) {
  if (threadIdx.x >= 17)
    return;
  __syncthreads();
  Data[threadIdx.x] = 5;
}
// CHECK-NOT: error:
// CHECK: ended: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
// CHECK-NEXT: phobos-sim: 1 error

int main() {
  int *Data = toDevice(std::vector<int>(32));
  halves<<<1, 32>>>(Data);
  int Bad = finish();
  some<<<1, 32>>>(Data);
  early<<<1, 32>>>(Data);
  std::vector<int> Want(32, 4);
  std::fill_n(Want.begin(), 17, 5);
  Bad |= check("ended", toHost(Data, 32), Want);
  return Bad | finish();
}
