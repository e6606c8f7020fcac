// Where there is no one chip to simulate, every call that uses the device says so, and what was printed says the way out; where
// there is no code for the chip, launches do.
// RUN: %phobos --sim -O1 --cuda-gpu-arch=sm_80,sm_90 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
// RUN: env PHOBOS_SIM_CHIP=sm_80 %t 2>&1 | FileCheck --check-prefix=CHOSEN %s
// RUN: not env PHOBOS_SIM_CHIP=sm_75 %t 2>&1 | FileCheck --check-prefix=OLDER %s
#include "../Inputs/Device.h"

__global__ void kernel(int *Data) { *Data = 1; }

#define SAY(Call) printf("%s: %s\n", #Call, cudaGetErrorName(Call))

// CHECK: error: not simulated: a program for several architectures (sm_80, sm_90) and no choice of one; set PHOBOS_SIM_CHIP=sm_80
// CHECK-NOT: cudaSuccess
// CHECK: cudaGetDeviceCount(&Count): cudaErrorNoDevice
// CHECK: devices: 0
// CHECK-COUNT-7: cudaErrorNoDevice
// CHECK: launch: cudaErrorNoDevice, run: cudaErrorNoDevice
// CHECK: cudaFree(P): cudaErrorNoDevice
// CHECK-NOT: cudaSuccess
// CHECK: phobos-sim: 1 error
// CHOSEN-NOT: error:
// CHOSEN: devices: 1
// CHOSEN: launch: cudaSuccess, run: cudaSuccess
// OLDER: devices: 1
// OLDER: error: not simulated: there is no device code for sm_75, only for sm_80, sm_90; compile with --cuda-gpu-arch=sm_75 or set PHOBOS_SIM_CHIP=sm_80
// OLDER: launch: cudaErrorNoKernelImageForDevice,

int main() {
  int Count = 7, Device = 0, Value;
  void *P = nullptr;
  cudaStream_t S;
  cudaDeviceProp Properties;
  SAY(cudaGetDeviceCount(&Count));
  printf("devices: %d\n", Count);
  SAY(cudaGetDevice(&Device));
  SAY(cudaSetDevice(0));
  SAY(cudaGetDeviceProperties(&Properties, 0));
  SAY(cudaDeviceGetAttribute(&Value, cudaDevAttrWarpSize, 0));
  SAY(cudaMalloc(&P, 4));
  SAY(cudaMemset(P, 0, 4));
  SAY(cudaStreamCreate(&S));
  cudaGetLastError();
  kernel<<<1, 1>>>(static_cast<int *>(P));
  const int Status = finish();
  SAY(cudaFree(P));
  return Status;
}
