// From the attribute to the launch, with the whole plugin on the host side: the annotated kernels of a program launch their
// companions, wherever the loop stands, and the others are launched as they are.
// REQUIRES: plugin
// RUN: %phobos-host -O0 %s -o %t.0.o && %link %t.0.o -o %t.0 && %t.0
// RUN: %phobos-host -O3 -g %s -o %t.3.o && %link %t.3.o -o %t.3 && %t.3
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %phobos-host -O2 -save-temps %s -o %t.2.o && %link %t.2.o -o %t.2 && %t.2
#include "Fake.h"

__host__ __device__ inline float dot(const float *A, const float *B, int M, int N) {
  float Sum = 0;
  [[phobos::tensorcore]] for (int K = 0; K < M; ++K)
    Sum += A[K] * B[K * N];
  return Sum;
}

__global__ void direct(float *a, int m, int n) {
  float Sum = 0;
  [[phobos::tensorcore]] for (int K = 0; K < m; ++K)
    Sum += a[K] * a[K * n];
  *a = Sum;
}
__global__ void calls(float *a, int m, int n) { *a = dot(a, a, m, n); }
template <typename T> static __global__ void generic(T *a, int m, int n) { *a = dot(a, a, m, n); }
template <typename F> __global__ void apply(F f, int m, int n) { f(m, n); }
namespace {
__global__ void hidden(float *a, int m, int n) { *a = dot(a, a, m, n); }
} // namespace
__global__ void other(float *a, int m, int n) { *a = m; }

int main() {
  const char *Marked[] = {"_Z6directPfii", "_Z5callsPfii", "_ZL7genericIfEvPT_ii", "_Z5applyIZ4mainEUliiE_EvT_ii",
                          "_ZN12_GLOBAL__N_16hiddenEPfii"};
  for (const char *Name : Marked)
    fake::addKernel("a", Name, fake::ThreeParameters, fake::makeRecord());
  // Its image has a companion as well; nothing asks for it.
  fake::addKernel("a", "_Z5otherPfii", fake::ThreeParameters, fake::makeRecord());

  float *A = nullptr;
  direct<<<100, 256>>>(A, 1280, 1280);
  calls<<<100, 256>>>(A, 1280, 1280);
  generic<<<100, 256>>>(A, 1280, 1280);
  apply<<<100, 256>>>([=] __device__(int M, int N) { *A = dot(A, A, M, N); }, 1280, 1280);
  hidden<<<100, 256>>>(A, 1280, 1280);
  other<<<100, 256>>>(A, 1280, 1280);

  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() == 6);
  for (int I = 0; I != 5; ++I)
    CHECK(All[I].Name == std::string(Marked[I]) + "__phobos");
  CHECK(All[5].Name == "_Z5otherPfii");
  CHECK(cudaGetLastError() == cudaSuccess);
  return fake::Failures;
}
