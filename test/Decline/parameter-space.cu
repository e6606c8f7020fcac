// The parameter list is nearly full: the moved kernel's own parameters have no room.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "parameter-space"
struct Ballast {
#ifndef TWIN
  char bytes[32720];
#else
  char bytes[3000];
#endif
};

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, Ballast ballast) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = ballast.bytes[0];
  // CHECK: parameter-space.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the kernel's parameters leave no room for {{[0-9]+}} more bytes; pass a pointer to a structure
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
