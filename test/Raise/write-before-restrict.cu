// A write before the loop to a '__restrict__' array cannot change operands that come from a structure, or from one of two
// arrays.
// RUN: %raise
// CHECK: contraction in '_Z6kernel
// CHECK: accumulator: f32 in a register, 0 scales
struct View {
  const float *elements;
  int stride;
};

__global__ void kernel(View A, const float *B0, const float *B1, float *C, float *__restrict__ seen, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || column >= N)
    return;
  seen[row * N + column] = 1.0f;
  const float *B = column < 8 ? B0 : B1;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < K; ++k)
    sum += A.elements[row * A.stride + k] * B[k * N + column];
  C[row * N + column] = sum;
}
