// phobos-e2e finds what is wrong: in each form but the first, the annotated copy is broken in one way.
// RUN: %phobos --sim -std=c++20 -O1 --cuda-gpu-arch=sm_90 %s %frame -o %t
// RUN: not env PHOBOS_SIM=none %t --small --trial 0 --timeout 3 --seed 5 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out

// CHECK: seed 5
// CHECK-NEXT: FAIL broken/guard-after {{.*}}: annotated kernel: array 2: written 0 bytes after its last element
// CHECK: FAIL broken/guard-before {{.*}}: annotated kernel: array 2: written {{[0-9]+}} bytes before its first element
// CHECK: FAIL broken/hang {{.*}}: no end after 3 seconds
// CHECK: FAIL broken/infinity {{.*}}: annotated kernel: array 2: 1 of 408 elements wrong, the first is element 5: 1 instead of inf
// CHECK: FAIL broken/input {{.*}}: annotated kernel: array 0: element 3 of 680 was written, and must not be
// CHECK: FAIL broken/last-term {{.*}}: annotated kernel: array 2: {{[0-9]+}} of 408 elements wrong
// CHECK: FAIL broken/nan {{.*}}: annotated kernel: array 2: 1 of 408 elements wrong, the first is element 5: nan instead of
// CHECK: FAIL broken/nan-lost {{.*}}: annotated kernel: array 2: 24 of 408 elements wrong, the first is element 0: 1 instead of nan
// CHECK: FAIL broken/one-element {{.*}}: annotated kernel: array 2: 1 of 408 elements wrong, the first is element 407
// CHECK: FAIL broken/padding {{.*}}: annotated kernel: array 2: element {{[0-9]+}} of {{[0-9]+}} was written, and must not be
// CHECK: FAIL broken/scaled {{.*}}: annotated kernel: array 2: {{error .* exceeds|.* of 408 elements wrong}}
// CHECK: FAIL broken/trap {{.*}}: kernel:
// CHECK: FAIL broken/unwritten {{.*}}: annotated kernel: array 2: 1 of 408 elements wrong, the first is element 5: 3.{{[0-9]+}}e+35 instead of
// CHECK: 1 passed, 13 failed, 0 skipped
#include "Forms.h"

enum class Fault {
  None,
  GuardAfter,
  GuardBefore,
  Hang,
  Infinity,
  Input,
  LastTerm,
  Nan,
  NanLost,
  OneElement,
  Padding,
  Scaled,
  Trap,
  Unwritten
};

template <Fault F>
__global__ void product(float *A, const float *B, float *C, int M, int N, int K, int ldc, bool original) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N)
    return;
  int i = row * N + col;
  float sum = 0.0f;
  for (int k = 0; k < (F == Fault::LastTerm && !original ? K - 1 : K); ++k)
    sum += A[row * K + k] * B[k * N + col];
  float *c = &C[row * ldc + col];
  if (!original) {
    if (F == Fault::GuardAfter && i == 0)
      C[(M - 1) * ldc + N] = 1;
    if (F == Fault::GuardBefore && i == 0)
      C[-7] = 1;
    if (F == Fault::Hang)
      while (*const_cast<const volatile float *>(B) < 1e30f)
        ;
    if (F == Fault::Input && i == 3)
      A[i] = 7;
    if (F == Fault::Padding && i == 0)
      C[N] = 1;
    if (F == Fault::Trap)
      __trap();
    if (F == Fault::Unwritten && i == 5)
      return;
    if (F == Fault::Infinity && i == 5)
      sum = 1;
    if (F == Fault::Nan && i == 5)
      sum = NAN;
    if (F == Fault::NanLost && isnan(sum))
      sum = 1;
    if (F == Fault::OneElement && i == M * N - 1)
      sum += 0.25f;
    if (F == Fault::Scaled)
      sum *= 1.01f;
  }
  *c = sum;
}

using namespace e2e;

template <Fault F> static void broken(Trial &T) {
  auto A = T.packed<float>(T.M, T.K), B = T.packed<float>(T.K, T.N);
  auto C = F == Fault::Padding ? T.output<float>(T.M, T.N) : T.packedOutput<float>(T.M, T.N);
  while (F == Fault::Padding && C.Ld == T.N)
    C = T.output<float>(T.M, T.N);
  // The trial's own NaN and infinities would make it depend on the seed.
  for (int Row = 0; Row < T.M; ++Row)
    for (int I = 0; I < T.K; ++I)
      A.set(Row, I, 0.5 + 0.01 * ((Row * 7 + I) % 40));
  for (int I = 0; I < T.K; ++I)
    for (int Column = 0; Column < T.N; ++Column)
      B.set(I, Column, 0.5 + 0.01 * ((I + Column * 11) % 40));
  if (F == Fault::NanLost)
    A.set(0, 0, NAN);
  if (F == Fault::Infinity)
    A.set(0, 0, INFINITY);
  dim3 Block(16, 16), Grid((T.N + 15) / 16, (T.M + 15) / 16);
  T.each([&](Copy Which) {
    product<F><<<Grid, Block>>>(A.data(), B.data(), C.data(), T.M, T.N, T.K, C.Ld, Which == Copy::Original);
  });
  T.expectProduct(C, A, B);
}

static const RegisterForms Registered{
    {"broken/Not", broken<Fault::None>},
    {"broken/guard-after", broken<Fault::GuardAfter>},
    {"broken/guard-before", broken<Fault::GuardBefore>},
    {"broken/hang", broken<Fault::Hang>},
    {"broken/infinity", broken<Fault::Infinity>},
    {"broken/input", broken<Fault::Input>},
    {"broken/last-term", broken<Fault::LastTerm>},
    {"broken/nan", broken<Fault::Nan>},
    {"broken/nan-lost", broken<Fault::NanLost>},
    {"broken/one-element", broken<Fault::OneElement>},
    {"broken/padding", broken<Fault::Padding>},
    {"broken/scaled", broken<Fault::Scaled>},
    {"broken/trap", broken<Fault::Trap>},
    {"broken/unwritten", broken<Fault::Unwritten>},
};
