// A kernel of the user's has the name that the companion would have, by which the host would find it.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "name-taken"

#ifndef TWIN
extern "C" __global__ void kernel__phobos(float *C) { C[threadIdx.x] = -1.0f; }
#else
extern "C" __global__ void kernel_phobos(float *C) { C[threadIdx.x] = -1.0f; }
#endif

extern "C" __global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: name-taken.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: 'kernel__phobos' has the name of what would be generated; give it another name
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
