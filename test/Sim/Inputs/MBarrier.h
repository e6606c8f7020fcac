// mbarrier as inline PTX, in the words of the PTX manual.
#ifndef MBARRIER_H
#define MBARRIER_H

#include <cstdint>

__device__ inline unsigned sharedAddress(const void *P) { return unsigned(__cvta_generic_to_shared(P)); }

__device__ inline void initBarrier(uint64_t *B, unsigned Count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(B)), "r"(Count) : "memory");
}
__device__ inline uint64_t arrive(uint64_t *B) {
  uint64_t State;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(State) : "r"(sharedAddress(B)) : "memory");
  return State;
}
__device__ inline bool tryWait(uint64_t *B, unsigned Parity) {
  unsigned Done;
  asm volatile("{\n.reg .pred P;\nmbarrier.try_wait.parity.shared::cta.b64 P, [%1], %2;\nselp.u32 %0, 1, 0, P;\n}"
               : "=r"(Done) : "r"(sharedAddress(B)), "r"(Parity) : "memory");
  return Done;
}
__device__ inline void wait(uint64_t *B, unsigned Parity) {
  while (!tryWait(B, Parity))
    ;
}
__device__ inline bool testState(uint64_t *B, uint64_t State) {
  unsigned Done;
  asm volatile("{\n.reg .pred P;\nmbarrier.test_wait.shared::cta.b64 P, [%1], %2;\nselp.u32 %0, 1, 0, P;\n}"
               : "=r"(Done) : "r"(sharedAddress(B)), "l"(State) : "memory");
  return Done;
}
__device__ inline void copyAsync(void *To, const void *From) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(To)), "l"(From) : "memory");
}
/// The barrier was made for this arrival.
__device__ inline void arriveAfterCopies(uint64_t *B) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(sharedAddress(B)) : "memory");
}
/// The barrier was not made for this arrival.
__device__ inline void alsoAfterCopies(uint64_t *B) {
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(sharedAddress(B)) : "memory");
}

#endif
