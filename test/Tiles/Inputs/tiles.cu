//===- tiles.cu - Products of every tile that is planned ------------------===//
//
//     tiles M N K PADDING-A PADDING-B DISTANCE [FILTER]
//
// One kernel for each way in which operands come into shared memory: both orders of A, of B and of C, each element
// type, and operands without a contiguous dimension. The leading dimensions are padded. Elements are random multiples
// of 1/8 below 1, which every operand type holds and whose sums are exact, so results must equal those in double.
// Prints a line for each kernel whose name contains FILTER, and goes on after a fault. With ONE defined as the arguments
// of product<>, that is the only one.
//
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <random>
#include <vector>

/// Neighbours in memory are those of a row or of a column; or none, as the compiler knows (for at most 1024 columns);
/// or those of a row at the distance that the kernel is told.
enum Order { Row, Column, Apart, Told };

template <Order O> __device__ __host__ int place(int row, int col, int ld, int distance) {
  return O == Row      ? row * ld + col
         : O == Column ? col * ld + row
         : O == Apart  ? row * 2048 + col * 2
                       : distance * (row * ld + col);
}

static int M, N, K, PaddingA, PaddingB, Distance;

template <class TA, Order OA, class TB, Order OB, Order OC>
__global__ void product(const TA *A, const TB *B, float *C, int M, int N, int K, int lda, int ldb, int ldc,
                        int distance) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    [[phobos::tensorcore]]
    for (int k = 0; k < K; ++k)
      sum += float(A[place<OA>(row, k, lda, distance)]) * float(B[place<OB>(k, col, ldb, distance)]);
    C[place<OC>(row, col, ldc, distance)] = sum;
  }
}

static std::mt19937 Random;

template <class T, Order O> struct Matrix {
  int Rows, Columns, Ld;
  std::vector<float> Values;
  T *Device = nullptr;

  Matrix(int Rows, int Columns, int Padding)
      : Rows(Rows), Columns(Columns), Ld((O == Column ? Rows : Columns) + Padding),
        Values(Rows && Columns ? place<O>(Rows - 1, Columns - 1, Ld, Distance) + 1 : 0) {
    cudaMalloc(&Device, Values.size() * sizeof(T));
  }
  ~Matrix() { cudaFree(Device); }
  float operator()(int R, int C) const { return Values[place<O>(R, C, Ld, Distance)]; }
  /// What lies between elements stays unwritten, so that the simulator tells when it is read.
  void fill() {
    std::vector<T> Elements(Values.size());
    for (size_t I = 0; I < Values.size(); ++I)
      Elements[I] = T(Values[I] = float(int(Random() % 15) - 7) / 8);
    const int Outer = O == Column ? Columns : Rows, Inner = O == Column ? Rows : Columns;
    const size_t Pitch = sizeof(T) * (O == Apart ? 2 : O == Told ? Distance : 1);
    for (int I = 0; I < Outer; ++I) {
      const size_t At = O == Column ? place<O>(0, I, Ld, Distance) : place<O>(I, 0, Ld, Distance);
      cudaMemcpy2D(Device + At, Pitch, &Elements[At], Pitch, sizeof(T), Inner, cudaMemcpyHostToDevice);
    }
  }
};

static const char *Filter = "";
static bool Right = true;

template <class TA, Order OA, class TB, Order OB, Order OC> static void run(const char *Name) {
  if (!std::strstr(Name, Filter))
    return;
  cudaError_t Error;
  int Wrong = 0;
  {
    Matrix<TA, OA> A(M, K, PaddingA);
    Matrix<TB, OB> B(K, N, PaddingB);
    Matrix<float, OC> C(M, N, 0);
    A.fill(), B.fill();
    product<TA, OA, TB, OB, OC><<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A.Device, B.Device, C.Device, M,
                                                                                      N, K, A.Ld, B.Ld, C.Ld, Distance);
    Error = cudaMemcpy(C.Values.data(), C.Device, C.Values.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int R = 0; R < M && !Error; ++R)
      for (int S = 0; S < N; ++S) {
        double Sum = 0;
        for (int T = 0; T < K; ++T)
          Sum += double(A(R, T)) * B(T, S);
        Wrong += !(C(R, S) == Sum);
      }
  }
  if (Error)
    cudaDeviceReset(), cudaGetLastError();
  Right &= !Error && !Wrong;
  std::printf("%s: %s", Name, Error ? cudaGetErrorString(Error) : Wrong ? "wrong" : "right");
  std::printf(Wrong ? ", %d of %d\n" : "\n", Wrong, M * N);
}

int main(int Argc, char **Argv) {
  if (Argc < 7) {
    std::printf("usage: %s M N K PADDING-A PADDING-B DISTANCE [FILTER]\n", Argv[0]);
    return 2;
  }
  M = std::atoi(Argv[1]), N = std::atoi(Argv[2]), K = std::atoi(Argv[3]), PaddingA = std::atoi(Argv[4]);
  PaddingB = std::atoi(Argv[5]), Distance = std::atoi(Argv[6]);
  Filter = Argc > 7 ? Argv[7] : "";
  unsigned Seed = std::random_device{}();
  Random.seed(Seed);
  std::printf("seed %u\n", Seed);
#ifdef ONE
  run<ONE>("one");
#else
  run<__half, Row, __half, Row, Row>("f16-nn");
  run<__half, Row, __half, Column, Row>("f16-nt");
  run<__half, Column, __half, Row, Row>("f16-tn");
  run<__half, Column, __half, Column, Row>("f16-tt");
  run<__half, Row, __half, Row, Column>("f16-nn-columns");
  run<__half, Apart, __half, Row, Row>("f16-apart");
  run<__half, Row, __half, Told, Row>("f16-told-b");
  run<__half, Told, __half, Row, Row>("f16-told-a");
  run<__nv_bfloat16, Row, __nv_bfloat16, Row, Row>("bf16-nn");
  run<float, Row, float, Row, Row>("f32-nn");
  run<float, Row, float, Column, Row>("f32-nt");
  run<float, Column, float, Row, Row>("f32-tn");
  run<float, Column, float, Column, Row>("f32-tt");
  run<float, Row, float, Row, Column>("f32-nn-columns");
  run<float, Row, float, Apart, Row>("f32-apart");
  run<float, Row, float, Told, Row>("f32-told-b");
  run<__half, Row, float, Row, Row>("f16-f32-nn");
#endif
  return !Right;
}
