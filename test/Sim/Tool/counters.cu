// phobos-sim --counters adds up the launches of each kernel, and all of them; what is no such file is refused by name.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=json=%t.json %t > /dev/null 2>&1
// RUN: %sim-tool --counters %t.json | FileCheck %s
// RUN: not %sim-tool --counters %s 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: echo '{"version":2,"launches":[]}' > %t.2.json
// RUN: not %sim-tool --counters %t.2.json 2>&1 | FileCheck --check-prefix=VERSION %s
// RUN: echo '{"version":1,"launches":[{"kernel":"k","matrix":{},"barriers":"x"}]}' > %t.3.json
// RUN: not %sim-tool --counters %t.3.json 2>&1 | FileCheck --check-prefix=NUMBER %s
// RUN: echo '{"version":1}' > %t.4.json
// RUN: not %sim-tool --counters %t.4.json 2>&1 | FileCheck --check-prefix=LAUNCHES %s
// RUN: not %sim-tool --counters %t.json %t 2>&1 | FileCheck --check-prefix=TWO %s
#include "../Inputs/Device.h"

__global__ void columns(int *Data) {
  __shared__ int Tile[32][32];
  for (int I = 0; I < 32; ++I)
    Tile[threadIdx.x][I] = Data[I * 32 + threadIdx.x];
  __syncthreads();
  for (int I = 0; I < 32; ++I)
    Data[I * 32 + threadIdx.x] = Tile[I][threadIdx.x];
}
__global__ void half(int *Data) {
  if (threadIdx.x < 16)
    Data[threadIdx.x] = 1;
}

int main() {
  int *Data = toDevice(std::vector<int>(1024));
  columns<<<1, 32>>>(Data);
  columns<<<1, 32>>>(Data);
  half<<<1, 32>>>(Data);
  return finish();
}
// CHECK: kernel 'columns(int*)', 2 launches
// CHECK-NEXT: barriers: 2, warp synchronizations: 0, cp.async waits: 0
// CHECK-NEXT: staged: 0 bytes by cp.async, 8192 by stores
// CHECK-NEXT: requests bytes lines/passes excess masked
// CHECK-NEXT: global loads 64 8192 64 0 0
// CHECK-NEXT: global stores 64 8192 64 0 0
// CHECK-NEXT: shared loads 64 8192 64 0 0
// CHECK-NEXT: shared stores 64 8192 2048 1984 0
// CHECK: kernel 'half(int*)', 1 launch
// CHECK: global stores 1 64 1 0 16
// CHECK: all kernels, 3 launches
// CHECK-NEXT: barriers: 2,
// CHECK: global stores 65 8256 65 0 16
// TEXT: error: '{{.*}}counters.cu' is no JSON: {{.*}}; PHOBOS_SIM=json=FILE writes such files
// VERSION: error: '{{.*}}.2.json' is of version 2, not 1;
// NUMBER: error: '{{.*}}.3.json' has a launch of 'k' without a number in '{{.*}}';
// LAUNCHES: error: '{{.*}}.4.json' holds no counters: it has no list 'launches';
// TWO: error: --counters takes one file and nothing else
