// Structures of pointer, width, height and stride, by value.
// RUN: %raise
// CHECK: contraction in '_Z6kernel
// CHECK-NEXT: m: global.y
// CHECK-NEXT: n: global.x
// CHECK-NEXT: batch:{{ *$}}
// CHECK-NEXT: trips: at run time
// CHECK-NEXT: a: f32, contiguous along k proven, along its own axis unknown, stride 4 bytes
// CHECK-NEXT: b: f32, contiguous along k unknown, along its own axis proven, stride at run time
// CHECK-NEXT: accumulator: f32 in a register, 0 scales
// CHECK-NEXT: live: separable, conditions m 1, n 1, both 0, uniform 1
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
