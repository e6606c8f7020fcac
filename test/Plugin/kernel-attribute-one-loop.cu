// An annotated kernel: the loop that fits is moved, the others are remarks; one warning where none fits, also without any loop.
// RUN: %device -O1 %s -o %t.ptx -Rpass=phobos -Rpass-missed=phobos 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: grep -c 'warning: loop' %t.remarks | grep -x 2
// RUN: grep -q 'twoPKfS0_Pfiii__phobos(' %t.ptx && not grep -q 'nonePfi__phobos(' %t.ptx
// REQUIRES: cuda, plugin

[[phobos::tensorcore]] __global__ void two(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: loop not moved to tensor cores: {{.*}} [-Rpass-missed=phobos]
  for (int i = 0; i < 4; i++)
    sum += i * 0.5f * N;
  // CHECK: :[[#@LINE+1]]:3: remark: loop moved to tensor cores: {{.*}} [-Rpass=phobos]
  for (int k = 0; k < K; k++)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}

// CHECK: :[[#@LINE+1]]:3: warning: loop not moved to tensor cores: the loop writes memory other than its accumulator
[[phobos::tensorcore]] __global__ void none(float *C, int N) {
  for (int i = 0; i < N; i++)
    C[i] = 1;
}

// CHECK: :[[#@LINE+1]]:3: warning: loop not moved to tensor cores: no sum of products
[[phobos::tensorcore]] __global__ void without(float *C, int N) {
  C[threadIdx.x] = N;
}
