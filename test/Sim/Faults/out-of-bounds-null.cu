// A null pointer, and a member of what it points to.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "../Inputs/Device.h"

struct Node {
  int Value[4];
  Node *Next;
};
__global__ void follow(Node *N, int *Out) { *Out = N->Next->Value[2]; }
// CHECK: error: out-of-bounds: load of 4 bytes at 0x8 is 8 bytes past a null pointer
// CHECK-NEXT: in kernel 'follow(Node*, int*)', block (0,0,0), thread (0,0,0), at {{.*}}out-of-bounds-null.cu:[[@LINE-2]]:
// CHECK: run: cudaErrorIllegalAddress
__global__ void store(int *P) { *P = 1; }
// CHECK: error: out-of-bounds: store of 4 bytes at 0x0 is a null pointer
// CHECK-NEXT: in kernel 'store(int*)', block (0,0,0), thread (0,0,0), at {{.*}}out-of-bounds-null.cu:[[@LINE-2]]:
// CHECK: run: cudaErrorIllegalAddress

int main() {
  Node *N = toDevice(std::vector<Node>(1));
  int *Out = toDevice(std::vector<int>(1));
  follow<<<1, 1>>>(N, Out);
  finish();
  cudaDeviceReset();
  cudaGetLastError();
  store<<<1, 1>>>(nullptr);
  return finish();
}
