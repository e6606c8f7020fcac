// Doubles, rounded to float before the product.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "operand-type"
#ifndef TWIN
using T = double;
#else
using T = float;
#endif

__global__ void kernel(const T *A, const T *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0;
  // CHECK: operand-type-double.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: operands of type {{.*}} are not supported; use float, __half or __nv_bfloat16 operands
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += float(A[row * K + k]) * float(B[k * N + col]);
  C[row * N + col] = sum;
}
