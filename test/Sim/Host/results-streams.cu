// What calls on streams and events return.
// RUN: %phobos --sim -O1 --cuda-gpu-arch=sm_90 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: WRONG
// CHECK-NOT: phobos-sim
// CHECK: == host functions
// CHECK-NOT: WRONG
// CHECK-NOT: phobos-sim
#include "../Inputs/Results.h"

static void streams() {
  cudaStream_t S;
  int Priority = 1, Least = 1, Greatest = 1;
  unsigned Flags = 9;
  expect("cudaStreamCreate(null)", Docs, cudaErrorInvalidValue, cudaStreamCreate(nullptr));
  expect("cudaStreamCreateWithFlags(flags 16)", Docs, cudaErrorInvalidValue, cudaStreamCreateWithFlags(&S, 16));
  expect("cudaStreamCreate", Docs, cudaSuccess, cudaStreamCreate(&S));
  expect("cudaStreamQuery", Docs, cudaSuccess, cudaStreamQuery(S));
  expect("cudaStreamSynchronize", Docs, cudaSuccess, cudaStreamSynchronize(S));
  expect("cudaStreamGetFlags", Docs, cudaSuccess, cudaStreamGetFlags(S, &Flags));
  expectThat("the flags are 0", Docs, Flags == cudaStreamDefault);
  expect("cudaStreamGetFlags(null)", Docs, cudaErrorInvalidValue, cudaStreamGetFlags(S, nullptr));
  expect("cudaStreamDestroy", Docs, cudaSuccess, cudaStreamDestroy(S));
  expect("cudaStreamDestroy(null)", Docs, cudaErrorInvalidResourceHandle, cudaStreamDestroy(nullptr));
  expect("cudaDeviceGetStreamPriorityRange", Docs, cudaSuccess, cudaDeviceGetStreamPriorityRange(&Least, &Greatest));
  expectThat("priorities are 0 to -5", Gpu, Least == 0 && Greatest == -5);
  expect("cudaStreamCreateWithPriority(-99)", Docs, cudaSuccess,
         cudaStreamCreateWithPriority(&S, cudaStreamNonBlocking, -99));
  cudaStreamGetPriority(S, &Priority);
  expectThat("the priority is the highest", Docs, Priority == Greatest);
  cudaStreamGetFlags(S, &Flags);
  expectThat("the flags are kept", Docs, Flags == cudaStreamNonBlocking);
  cudaStreamDestroy(S);
  cudaStreamCreateWithPriority(&S, 0, 99);
  cudaStreamGetPriority(S, &Priority);
  expectThat("the priority is the lowest", Docs, Priority == Least);
}

static void events() {
  cudaEvent_t A, B, NoTiming;
  float Milliseconds = -1;
  expect("cudaEventCreate(null)", Docs, cudaErrorInvalidValue, cudaEventCreate(static_cast<cudaEvent_t *>(nullptr)));
  expect("cudaEventCreateWithFlags(flags 64)", Docs, cudaErrorInvalidValue, cudaEventCreateWithFlags(&A, 64));
  expect("cudaEventCreateWithFlags(interprocess, timing)", Docs, cudaErrorInvalidValue,
         cudaEventCreateWithFlags(&A, cudaEventInterprocess));
  expect("cudaEventCreate", Docs, cudaSuccess, cudaEventCreate(&A));
  cudaEventCreate(&B);
  cudaEventCreateWithFlags(&NoTiming, cudaEventDisableTiming);
  expect("cudaEventQuery(never recorded)", Docs, cudaSuccess, cudaEventQuery(A));
  expect("cudaEventSynchronize(never recorded)", Docs, cudaSuccess, cudaEventSynchronize(A));
  expect("cudaEventElapsedTime(never recorded)", Docs, cudaErrorInvalidResourceHandle,
         cudaEventElapsedTime(&Milliseconds, A, B));
  expect("cudaStreamWaitEvent(never recorded)", Docs, cudaSuccess, cudaStreamWaitEvent(nullptr, A, 0));
  expect("cudaEventRecord", Docs, cudaSuccess, cudaEventRecord(A, nullptr));
  cudaEventRecord(B, nullptr);
  cudaEventRecord(NoTiming, nullptr);
  expect("cudaEventSynchronize", Docs, cudaSuccess, cudaEventSynchronize(B));
  expect("cudaEventQuery", Docs, cudaSuccess, cudaEventQuery(A));
  expect("cudaEventElapsedTime", Docs, cudaSuccess, cudaEventElapsedTime(&Milliseconds, A, B));
  expectThat("time goes on", Docs, Milliseconds >= 0);
  expect("cudaEventElapsedTime(no timing)", Docs, cudaErrorInvalidResourceHandle,
         cudaEventElapsedTime(&Milliseconds, A, NoTiming));
  expect("cudaEventElapsedTime(null)", Docs, cudaErrorInvalidValue, cudaEventElapsedTime(nullptr, A, B));
  expect("cudaEventElapsedTime(null event)", Docs, cudaErrorInvalidResourceHandle,
         cudaEventElapsedTime(&Milliseconds, nullptr, B));
  expect("cudaEventRecord(null)", Docs, cudaErrorInvalidResourceHandle, cudaEventRecord(nullptr, nullptr));
  expect("cudaEventQuery(null)", Docs, cudaErrorInvalidResourceHandle, cudaEventQuery(nullptr));
  expect("cudaEventDestroy", Docs, cudaSuccess, cudaEventDestroy(A));
  expect("cudaEventDestroy(null)", Docs, cudaErrorInvalidResourceHandle, cudaEventDestroy(nullptr));
}

static void add(void *P) { *static_cast<int *>(P) += 1; }
static void addLater(cudaStream_t, cudaError_t Status, void *P) {
  if (Status == cudaSuccess)
    *static_cast<int *>(P) += 10;
}

static void hostFunctions() {
  int N = 0;
  expect("cudaLaunchHostFunc", Docs, cudaSuccess, cudaLaunchHostFunc(nullptr, add, &N));
  expect("cudaLaunchHostFunc(null)", Gpu, cudaErrorInvalidValue, cudaLaunchHostFunc(nullptr, nullptr, &N));
  expect("cudaStreamAddCallback", Docs, cudaSuccess, cudaStreamAddCallback(nullptr, addLater, &N, 0));
  expect("cudaStreamAddCallback(flags 1)", Docs, cudaErrorInvalidValue,
         cudaStreamAddCallback(nullptr, addLater, &N, 1));
  expect("cudaStreamAddCallback(null)", Gpu, cudaErrorInvalidValue, cudaStreamAddCallback(nullptr, nullptr, &N, 0));
  cudaDeviceSynchronize();
  expectThat("both ran once", Docs, N == 11);
}

int main() {
  part("streams", streams);
  part("events", events);
  part("host functions", hostFunctions);
  return Wrong != 0;
}
