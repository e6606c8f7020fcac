// A chip without tensor cores that this loop could use.
// RUN: %phobos --cuda-device-only --cuda-gpu-arch=sm_75 -S -O3 %s \
// RUN:   -fplugin-arg-phobos-plan=%t.json -o %t.with.ptx 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: FileCheck %s --check-prefix=RECORD < %t.json
// RUN: %clang --cuda-device-only --cuda-gpu-arch=sm_75 -S -O3 -Wno-unknown-attributes %s -o %t.without.ptx
// RUN: diff %t.without.ptx %t.with.ptx
// RUN: %moved
// RECORD: "id": "no-tensor-cores"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: no-tensor-cores.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: sm_75 has no tensor cores that this loop could use; compile for sm_80 or newer
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
