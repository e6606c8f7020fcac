// Work that overlaps: double buffering with __pipeline_memcpy_async, streams and events with asynchronous copies, the last block that
// finishes a sum, a kernel on a pinned host buffer.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
// CHECK: pipeline: right
// CHECK-NEXT: last block: right
// CHECK-NEXT: streams: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include <cuda_pipeline.h>
#include <numeric>

__global__ void pipelined(const int4 *In, int *Out, int Tiles) {
  __shared__ int4 Buffer[2][64];
  auto Fetch = [&](int T) {
    if (T < Tiles)
      __pipeline_memcpy_async(&Buffer[T % 2][threadIdx.x], &In[T * 64 + threadIdx.x], sizeof(int4));
    __pipeline_commit();
  };
  int Sum = 0;
  Fetch(0);
  for (int T = 0; T < Tiles; ++T) {
    Fetch(T + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    const int4 V = Buffer[T % 2][63 - threadIdx.x];
    Sum += V.x + 2 * V.y + 3 * V.z + 4 * V.w;
    // The next copy goes where this tile was.
    __syncthreads();
  }
  Out[threadIdx.x] = Sum;
}

__device__ unsigned Finished;
__global__ void total(const int *In, int *Part, int *Out) {
  __shared__ int Sum;
  __shared__ bool Last;
  if (threadIdx.x == 0)
    Sum = 0;
  __syncthreads();
  atomicAdd(&Sum, In[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    Part[blockIdx.x] = Sum;
    __threadfence();
    Last = atomicInc(&Finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (Last && threadIdx.x == 0) {
    int All = 0;
    for (int B = 0; B < gridDim.x; ++B)
      All += Part[B];
    *Out = All;
  }
}

__global__ void scale(int *Data, int Factor, int N) {
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N; I += gridDim.x * blockDim.x)
    Data[I] *= Factor;
}

int main() {
  const int Tiles = 7;
  std::vector<int> In(Tiles * 256), Want(64);
  std::iota(In.begin(), In.end(), 1);
  for (int I = 0; I < 64; ++I)
    for (int T = 0; T < Tiles; ++T)
      for (int K = 0; K < 4; ++K)
        Want[I] += (K + 1) * In[(T * 64 + 63 - I) * 4 + K];
  int *DIn = toDevice(In), *Out = toDevice(std::vector<int>(64));
  pipelined<<<1, 64>>>(reinterpret_cast<int4 *>(DIn), Out, Tiles);
  int Bad = check("pipeline", toHost(Out, 64), Want);

  total<<<7, 256>>>(DIn, toDevice(std::vector<int>(7)), Out);
  Bad |= check("last block", toHost(Out, 1), {std::accumulate(In.begin(), In.end(), 0)});

  const int N = 1000, Streams = 3;
  int *Host, *Device;
  cudaMallocHost(&Host, Streams * N * sizeof(int));
  cudaMalloc(&Device, Streams * N * sizeof(int));
  std::vector<int> Scaled(Streams * N);
  cudaStream_t S[Streams];
  cudaEvent_t Ready;
  cudaEventCreateWithFlags(&Ready, cudaEventDisableTiming);
  for (int I = 0; I < Streams * N; ++I) {
    Host[I] = I;
    Scaled[I] = I * (2 + I / N) * 3;
  }
  for (int K = 0; K < Streams; ++K) {
    cudaStreamCreateWithFlags(&S[K], cudaStreamNonBlocking);
    cudaMemcpyAsync(Device + K * N, Host + K * N, N * sizeof(int), cudaMemcpyHostToDevice, S[K]);
    scale<<<4, 64, 0, S[K]>>>(Device + K * N, 2 + K, N);
    cudaMemcpyAsync(Host + K * N, Device + K * N, N * sizeof(int), cudaMemcpyDeviceToHost, S[K]);
    cudaEventRecord(Ready, S[K]);
    cudaStreamWaitEvent(S[0], Ready, 0);
  }
  // Pinned memory is the device's to use.
  scale<<<2, 128, 0, S[0]>>>(Host, 3, Streams * N);
  cudaStreamSynchronize(S[0]);
  Bad |= check("streams", std::vector<int>(Host, Host + Streams * N), Scaled);
  for (cudaStream_t T : S)
    cudaStreamDestroy(T);
  cudaEventDestroy(Ready);
  cudaFreeHost(Host);
  return Bad | finish();
}
