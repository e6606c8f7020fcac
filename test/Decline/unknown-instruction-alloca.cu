// Memory of a size that is known at run time only.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "unknown-instruction"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: unknown-instruction-alloca.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the kernel uses {{.*}}; write the loop with plain loads, products and sums
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
#ifndef TWIN
  float *copies = static_cast<float *>(__builtin_alloca(K * sizeof(float)));
  for (int i = 0; i < K; ++i)
    copies[i] = sum * A[i];
  sum = copies[N % K] + copies[M % K];
#endif
  C[row * N + col] = sum;
}
