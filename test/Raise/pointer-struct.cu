// Structures of pointer, width, height and stride, by value.
// RUN: %raise
struct Matrix {
  float *elements;
  int width, height, stride;
};

__global__ void kernel(Matrix A, Matrix B, Matrix C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= C.height || col >= C.width)
    return;
  float sum = 0.0f;
  [[phobos::tensorcore]] for (int k = 0; k < A.width; ++k)
    sum += A.elements[row * A.stride + k] * B.elements[k * B.stride + col];
  C.elements[row * C.stride + col] = sum;
}
