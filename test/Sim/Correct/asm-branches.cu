// Labels and branches inside one asm statement: a loop that counts, a branch forward over code, names made different by %=, and the
// loop that waits for an mbarrier as many programs write it.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// RUN: %phobos --sim -O0 %s -o %t.0
// RUN: env PHOBOS_SIM=strict %t.0 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: loop: right
// CHECK-NEXT: forward: right
// CHECK-NEXT: wait: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include "../Inputs/MBarrier.h"

__device__ int triple(int N) {
  int R;
  asm volatile("{\n.reg .pred P;\nmov.s32 %0, 0;\nLoop%=:\nsetp.le.s32 P, %1, 0;\n@P bra Done%=;\nadd.s32 %0, %0, 3;\n"
               "sub.s32 %1, %1, 1;\nbra.uni Loop%=;\nDone%=:\n}" : "=&r"(R), "+r"(N));
  return R;
}
__global__ void loop(int *Out) { Out[threadIdx.x] = triple(threadIdx.x) + 1000 * triple(7); }

__global__ void forward(float *Out) {
  float V = threadIdx.x;
  asm volatile("{\n.reg .pred P;\n.reg .f32 T;\nsetp.lt.f32 P, %0, 0f41800000;\n@!P bra Else;\nadd.f32 T, %0, %0;\n"
               "@P mov.f32 %0, T;\nbra End;\nElse: mul.f32 %0, %0, 0f3F000000;\nEnd:\n}" : "+f"(V));
  Out[threadIdx.x] = V;
}

__global__ void exchange(int *Out) {
  __shared__ uint64_t B;
  __shared__ int Data[64];
  if (threadIdx.x == 0)
    initBarrier(&B, 64);
  __syncthreads();
  Data[threadIdx.x] = threadIdx.x;
  arrive(&B);
  asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra DONE;\n"
               "bra LAB_WAIT;\nDONE:\n}" ::"r"(sharedAddress(&B)), "r"(0) : "memory");
  Out[threadIdx.x] = Data[63 - threadIdx.x];
}

int main() {
  int *Out = toDevice(std::vector<int>(64));
  std::vector<int> Want(64);
  loop<<<1, 64>>>(Out);
  for (int I = 0; I < 64; ++I)
    Want[I] = 3 * I + 21000;
  int Bad = check("loop", toHost(Out, 64), Want);
  float *Halves = toDevice(std::vector<float>(32));
  forward<<<1, 32>>>(Halves);
  std::vector<float> WantHalves(32);
  for (int I = 0; I < 32; ++I)
    WantHalves[I] = I < 16 ? 2 * I : I * 0.5f;
  Bad |= check("forward", toHost(Halves, 32), WantHalves);
  exchange<<<1, 64>>>(Out);
  for (int I = 0; I < 64; ++I)
    Want[I] = 63 - I;
  return Bad | check("wait", toHost(Out, 64), Want) | finish();
}
