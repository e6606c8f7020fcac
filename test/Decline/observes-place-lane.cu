// The kernel reads its lane.
// RUN: %declined
// RUN: %moved
// RECORD: "id": "observes-place"

__global__ void kernel(const float *A, const float *B, float *C, int M, int N, int K, unsigned *places) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  float sum = 0.0f;
  // CHECK: observes-place-lane.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: loop not moved to tensor cores: the kernel reads {{.*}}, which the rewritten kernel would change; compute it from threadIdx and blockIdx
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
#ifndef TWIN
  unsigned place = __nvvm_read_ptx_sreg_laneid();
#else
  unsigned place = threadIdx.x;
#endif
  places[row * N + col] = place;
}
