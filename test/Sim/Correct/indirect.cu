// Calls that the code alone does not resolve: tables of function pointers in device and constant memory, a pointer that the host
// reads and passes on, virtual functions, recursion, an extended lambda.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error:|WRONG}}
// CHECK: tables: right
// CHECK-NEXT: pointer from the host: right
// CHECK-NEXT: virtual: right
// CHECK-NEXT: lambda: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"

using Function = int (*)(int);
__device__ int Offset = 5;
__device__ int fibonacci(int N) { return N < 2 ? N : fibonacci(N - 1) + fibonacci(N - 2); }
__device__ int negate(int N) { return Offset - N; }
__device__ int square(int N) { return N * N; }
__device__ Function Table[] = {fibonacci, negate};
__constant__ Function Fixed[] = {square, fibonacci};
__device__ Function Chosen = square;

__global__ void tables(int *Out) {
  const int I = threadIdx.x;
  Out[I] = Table[I % 2](I % 12) + 1000 * Fixed[I / 2 % 2](I % 10);
}
__global__ void apply(Function F, int *Out) { Out[threadIdx.x] = F(threadIdx.x); }

struct Shape {
  int Side;
  __device__ explicit Shape(int Side) : Side(Side) {}
  __device__ virtual int area() const = 0;
  __device__ virtual int corners() const { return 4; }
};
struct Square : Shape {
  using Shape::Shape;
  __device__ int area() const override { return Side * Side; }
};
struct Triangle : Shape {
  using Shape::Shape;
  __device__ int area() const override { return Side * Side / 2; }
  __device__ int corners() const override { return 3; }
};
__global__ void shapes(Shape **Made, int *Out) {
  const int I = threadIdx.x;
  Made[I] = I % 3 ? static_cast<Shape *>(new Square(I)) : new Triangle(I);
  __syncthreads();
  const Shape *Other = Made[31 - I];
  Out[I] = Other->area() + 1000 * Other->corners();
}

template <class Fn> __global__ void each(Fn Do, int N) {
  for (int I = threadIdx.x; I < N; I += blockDim.x)
    Do(I);
}

int main() {
  int *Out = toDevice(std::vector<int>(32));
  auto Fibonacci = [](int N) {
    int A = 0, B = 1;
    for (; N; --N) {
      const int T = A + B;
      A = B;
      B = T;
    }
    return A;
  };
  std::vector<int> Want(32);
  for (int I = 0; I < 32; ++I)
    Want[I] = (I % 2 ? 5 - I % 12 : Fibonacci(I % 12)) + 1000 * (I / 2 % 2 ? Fibonacci(I % 10) : I % 10 * (I % 10));
  tables<<<1, 32>>>(Out);
  int Bad = check("tables", toHost(Out, 32), Want);

  Function F;
  cudaMemcpyFromSymbol(&F, Chosen, sizeof(F));
  apply<<<1, 32>>>(F, Out);
  for (int I = 0; I < 32; ++I)
    Want[I] = I * I;
  Bad |= check("pointer from the host", toHost(Out, 32), Want);

  shapes<<<1, 32>>>(toDevice(std::vector<Shape *>(32)), Out);
  for (int I = 0; I < 32; ++I) {
    const int Side = 31 - I;
    Want[I] = Side % 3 ? Side * Side + 4000 : Side * Side / 2 + 3000;
  }
  Bad |= check("virtual", toHost(Out, 32), Want);

  const int Factor = 7;
  each<<<1, 8>>>([=] __device__(int I) { Out[I] = Factor * I; }, 32);
  for (int I = 0; I < 32; ++I)
    Want[I] = 7 * I;
  return Bad | check("lambda", toHost(Out, 32), Want) | finish();
}
