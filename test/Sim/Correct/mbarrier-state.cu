// The states that arrivals return, pending counts, arrivals that drop out or must not complete the phase, expected bytes, and the
// intrinsics: each as the PTX manual says, in the order of one thread.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: env PHOBOS_SIM=strict %t 2>&1 | FileCheck %s
// CHECK-NOT: {{error|WRONG}}
// CHECK: states: right
// CHECK-NEXT: launch: cudaSuccess, run: cudaSuccess
#include "../Inputs/Device.h"
#include "../Inputs/MBarrier.h"

__device__ unsigned pending(uint64_t State) {
  unsigned N;
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(N) : "l"(State));
  return N;
}

__global__ void one(int *Out) {
  __shared__ uint64_t B;
  int *At = Out;
  initBarrier(&B, 4);
  *At++ = tryWait(&B, 1);       // 1: the phase before the first is complete
  *At++ = testState(&B, arrive(&B)); // 0: three are missing
  uint64_t State;
  asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 2;" : "=l"(State) : "r"(sharedAddress(&B)) : "memory");
  *At++ = pending(State); // 3
  State = arrive(&B);
  *At++ = pending(State);                 // 1
  *At++ = testState(&B, State);           // 1
  *At++ = tryWait(&B, 0);                 // 1
  asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(State) : "r"(sharedAddress(&B)) : "memory");
  *At++ = pending(State); // 4
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 3;" : "=l"(State) : "r"(sharedAddress(&B)) : "memory");
  *At++ = testState(&B, State); // 1
  *At++ = tryWait(&B, 1);       // 1: phase 1 is complete
  State = arrive(&B);
  *At++ = pending(State); // 3: one has dropped out
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 %0, [%1], 64;" : "=l"(State) : "r"(sharedAddress(&B)) : "memory");
  State = arrive(&B);
  // All have arrived; the bytes are missing.
  asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 48;" ::"r"(sharedAddress(&B)) : "memory");
  *At++ = testState(&B, State); // 0
  asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(sharedAddress(&B)) : "memory");
  *At++ = testState(&B, State); // 1
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(sharedAddress(&B)) : "memory");

  // The builtins.
  auto *S = reinterpret_cast<long *>(&B);
  __nvvm_mbarrier_init(S, 2);
  long T = __nvvm_mbarrier_arrive_noComplete(S, 1);
  *At++ = __nvvm_mbarrier_pending_count(T); // 2
  T = __nvvm_mbarrier_arrive(S);
  *At++ = __nvvm_mbarrier_test_wait(S, T); // 1
  T = __nvvm_mbarrier_arrive_drop(S);
  *At++ = __nvvm_mbarrier_test_wait(S, T); // 0
  __nvvm_mbarrier_arrive(S);
  *At++ = __nvvm_mbarrier_test_wait(S, T); // 1
  T = __nvvm_mbarrier_arrive(S);
  *At++ = __nvvm_mbarrier_pending_count(T); // 1
  __nvvm_mbarrier_inval(S);
}

int main() {
  const std::vector<int> Want = {1, 0, 3, 1, 1, 1, 4, 1, 1, 3, 0, 1, 2, 1, 0, 1, 1};
  int *Out = toDevice(std::vector<int>(Want.size()));
  one<<<1, 1>>>(Out);
  return check("states", toHost(Out, Want.size()), Want) | finish();
}
