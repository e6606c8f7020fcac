//===- gemm_naive.cu - A naive matrix product on tensor cores -------------===//
//
// C = A * B, row-major, one thread per element of C. 'gemm' and 'gemm_original' are the same text but for one attribute.
//
//     phobos-clang++ -O3 --cuda-gpu-arch=sm_90 gemm_naive.cu -o gemm_naive -Rpass=phobos && ./gemm_naive [M N K]
//
// What to expect: one remark at the annotated loop for each element type. The program compares both kernels with a
// float64 product (whole up to 2^28 multiplications, 4,096 random elements beyond), prints the largest error relative to
// the sum of |a * b|, and the speed of each. Half inputs lose nothing: their products are exact in float. Float inputs are
// rounded to half, so their error grows from about 1e-7 to at most 1e-3. Compiled without the plugin, the attribute is
// ignored and both kernels are the same.
//
//===----------------------------------------------------------------------===//
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <random>
#include <vector>

template <typename T> __global__ void gemm(const T *A, const T *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    [[phobos::tensorcore]]
    for (int k = 0; k < K; ++k)
      sum += float(A[row * K + k]) * float(B[k * N + col]);
    C[row * N + col] = sum;
  }
}

template <typename T> __global__ void gemm_original(const T *A, const T *B, float *C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += float(A[row * K + k]) * float(B[k * N + col]);
    C[row * N + col] = sum;
  }
}

static void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::printf("CUDA error: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

template <typename T> static T *upload(const std::vector<T> &host) {
  T *device = nullptr;
  check(cudaMalloc(&device, host.size() * sizeof(T)));
  check(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

// The largest |C - reference| / sum |a * b| over all elements, or over a random choice of them.
template <typename T>
static double largestError(const std::vector<T> &A, const std::vector<T> &B, const std::vector<float> &C, int M, int N,
                           int K) {
  bool whole = double(M) * N * K <= double(1 << 28);
  size_t count = whole ? size_t(M) * N : 4096;
  std::mt19937_64 random(7);
  double worst = 0;
  for (size_t i = 0; i < count; ++i) {
    size_t element = whole ? i : random() % (size_t(M) * N);
    size_t row = element / N, col = element % N;
    double sum = 0, magnitude = 0;
    for (int k = 0; k < K; ++k) {
      double product = double(float(A[row * K + k])) * double(float(B[size_t(k) * N + col]));
      sum += product;
      magnitude += std::fabs(product);
    }
    double error = std::fabs(C[element] - sum) / (magnitude > 0 ? magnitude : 1);
    worst = error <= worst ? worst : error; // a NaN becomes the worst
  }
  return worst;
}

template <typename T, typename Kernel>
static bool run(const char *name, Kernel kernel, const std::vector<T> &A, const std::vector<T> &B, int M, int N, int K,
                double bound) {
  std::vector<float> C(size_t(M) * N, NAN);
  T *deviceA = upload(A), *deviceB = upload(B);
  float *deviceC = upload(C);
  dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  float best = INFINITY;
  for (int repeat = 0; repeat < 4; ++repeat) { // the first one warms up
    check(cudaEventRecord(begin));
    kernel<<<grid, block>>>(deviceA, deviceB, deviceC, M, N, K);
    check(cudaGetLastError());
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    best = repeat ? std::fmin(best, milliseconds) : best;
  }
  check(cudaMemcpy(C.data(), deviceC, C.size() * sizeof(float), cudaMemcpyDeviceToHost));
  double error = largestError(A, B, C, M, N, K);
  bool good = error <= bound;
  std::printf("%-14s largest error %.2e (at most %.0e)  %8.3f ms  %7.2f TFLOP/s  %s\n", name, error, bound, best,
              2e-9 * M * N * K / best, good ? "ok" : "WRONG");
  for (void *pointer : {(void *)deviceA, (void *)deviceB, (void *)deviceC})
    check(cudaFree(pointer));
  return good;
}

int main(int argc, char **argv) {
  int M = argc > 3 ? std::atoi(argv[1]) : 1000, N = argc > 3 ? std::atoi(argv[2]) : 1000;
  int K = argc > 3 ? std::atoi(argv[3]) : 1000;
  if (M < 1 || N < 1 || K < 0 || double(M) * K > INT32_MAX || double(K) * N > INT32_MAX || double(M) * N > INT32_MAX) {
    std::printf("usage: %s [M N K]; each matrix below 2^31 elements\n", argv[0]);
    return 2;
  }
#ifdef __PHOBOS__
  std::printf("M=%d N=%d K=%d, compiled with phobos\n", M, N, K);
#else
  std::printf("M=%d N=%d K=%d, compiled without phobos: both kernels are the original\n", M, N, K);
#endif
  std::mt19937 random(std::random_device{}());
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  std::vector<float> A(size_t(M) * K), B(size_t(K) * N);
  for (float &a : A) a = uniform(random);
  for (float &b : B) b = uniform(random);
  std::vector<__half> halfA(A.begin(), A.end()), halfB(B.begin(), B.end());

  double exact = 1e-6 + 1e-5 * std::sqrt(K / 64.0); // sums of K products in float
  bool good = run("f16 original", gemm_original<__half>, halfA, halfB, M, N, K, exact);
  good &= run("f16 annotated", gemm<__half>, halfA, halfB, M, N, K, exact);
  good &= run("f32 original", gemm_original<float>, A, B, M, N, K, exact);
  good &= run("f32 annotated", gemm<float>, A, B, M, N, K, 1e-3 + exact);
  return good ? 0 : 1;
}
