// The divisor of a flat index is no launch expression: those have 64 bits.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "extent-unknown"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, long long mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef TWIN
  int columns = N + int(static_cast<__int128>(mask) * mask >> 64);
#else
  int columns = N;
#endif
  if (i >= M * columns)
    return;
  int row = i / columns, col = i % columns;
  float sum = 0.0f;
  // CHECK: extent-unknown.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: how many rows and columns the grid covers is not known at launch: {{.*}}; divide the thread index by a constant or a kernel argument
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * columns + col];
  C[i] = sum;
}
