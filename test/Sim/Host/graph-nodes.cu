// A graph built node by node: order follows the edges and not the order of adding, parameters change in the graph and
// in the executable one, a node can be switched off, children are copies, and a cycle is refused.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: phobos-sim
#include "../Inputs/Device.h"

__global__ void append(int *Log, int Value) { Log[atomicAdd(Log, 1) + 1] = Value; }

static int *Log;

static cudaGraphNode_t add(cudaGraph_t G, int Value, std::vector<cudaGraphNode_t> After = {}) {
  void *Arguments[] = {&Log, &Value};
  cudaKernelNodeParams P = {reinterpret_cast<void *>(append), dim3(1), dim3(1), 0, Arguments, nullptr};
  cudaGraphNode_t N;
  if (cudaError_t Error = cudaGraphAddKernelNode(&N, G, After.data(), After.size(), &P))
    printf("cudaGraphAddKernelNode: %s\n", cudaGetErrorName(Error));
  return N;
}

static void run(const char *What, cudaGraphExec_t E) {
  cudaMemset(Log, 0, 32 * sizeof(int));
  cudaError_t Error = cudaGraphLaunch(E, nullptr);
  std::vector<int> Have = toHost(Log, 32);
  printf("%s: %s", What, cudaGetErrorName(Error));
  for (int I = 1; I <= Have[0]; ++I)
    printf(" %d", Have[I]);
  printf("\n");
}

int main() {
  Log = toDevice(std::vector<int>(32));
  cudaGraph_t G, Child;
  cudaGraphExec_t E;
  cudaGraphCreate(&G, 0);
  cudaGraphNode_t Last = add(G, 30), First = add(G, 10), Second = add(G, 20, {First});
  cudaGraphAddDependencies(G, &Second, &Last, nullptr, 1);
  cudaGraphInstantiate(&E, G, 0);
  run("by edges", E);
  // CHECK: by edges: cudaSuccess 10 20 30

  int Value = 11;
  void *Arguments[] = {&Log, &Value};
  cudaKernelNodeParams P = {reinterpret_cast<void *>(append), dim3(1), dim3(1), 0, Arguments, nullptr};
  cudaGraphExecKernelNodeSetParams(E, First, &P);
  Value = 99;
  run("changed in the executable graph", E);
  // CHECK: changed in the executable graph: cudaSuccess 11 20 30
  cudaKernelNodeParams Read = {};
  cudaGraphKernelNodeGetParams(First, &Read);
  printf("the graph has %d\n", *static_cast<int *>(Read.kernelParams[1]));
  // CHECK: the graph has 10
  cudaGraphNodeSetEnabled(E, Second, 0);
  run("switched off", E);
  // CHECK: switched off: cudaSuccess 11 30
  cudaGraphKernelNodeSetParams(Second, &P);
  cudaGraphExecUpdateResultInfo Info;
  cudaGraphNodeSetEnabled(E, Second, 1);
  printf("update: %s\n", cudaGetErrorName(cudaGraphExecUpdate(E, G, &Info)));
  run("updated", E);
  // CHECK: update: cudaSuccess
  // CHECK: updated: cudaSuccess 10 99 30

  // The child is what it was when it was added.
  cudaGraphCreate(&Child, 0);
  add(Child, 1);
  cudaGraph_t Parent;
  cudaGraphCreate(&Parent, 0);
  cudaGraphNode_t Inner, Before = add(Parent, 0);
  cudaGraphAddChildGraphNode(&Inner, Parent, &Before, 1, Child);
  add(Parent, 2, {Inner});
  add(Child, 100);
  cudaGraphInstantiate(&E, Parent, 0);
  run("child", E);
  // CHECK: child: cudaSuccess 0 1 2

  cudaGraph_t Clone;
  cudaGraphNode_t Copy;
  cudaGraphClone(&Clone, G);
  cudaGraphNodeFindInClone(&Copy, Second, Clone);
  cudaGraphDestroyNode(Copy);
  cudaGraphInstantiate(&E, Clone, 0);
  run("clone without its second node", E);
  // CHECK: clone without its second node: cudaSuccess 30 10

  cudaGraphAddDependencies(G, &Last, &First, nullptr, 1);
  printf("cycle: %s\n", cudaGetErrorName(cudaGraphInstantiate(&E, G, 0)));
  // CHECK: cycle: cudaErrorInvalidValue
  cudaGetLastError();
  return finish();
}
