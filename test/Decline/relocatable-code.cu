// -fgpu-rdc: device code is linked later, and the companion could not be found.
// RUN: %device -O3 -fgpu-rdc %s -fplugin-arg-phobos-plan=%t.json \
// RUN:   -o %t.rdc.ptx 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: FileCheck %s --check-prefix=RECORD < %t.json
// RUN: not grep __phobos %t.rdc.ptx
// RUN: %moved
// RECORD: "id": "relocatable-code"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: relocatable-code.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: -fgpu-rdc links device code later; compile without -fgpu-rdc
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
