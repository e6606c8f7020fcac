// Captured work is replayed: kernels with the arguments of the capture, copies, fills, stream-ordered memory, host
// functions, forks and joins. Data that changed between launches is seen.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: phobos-sim
#include "../Inputs/Device.h"

struct Scale {
  double By;
  int Add[3];
};

__global__ void scale(const int *In, int *Out, int N, Scale S) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Out[I] = int(In[I] * S.By) + S.Add[2];
}

constexpr int N = 1000;

static std::vector<int> numbers(int From) {
  std::vector<int> V(N);
  for (int I = 0; I < N; ++I)
    V[I] = From + I;
  return V;
}

static std::vector<int> scaled(std::vector<int> V, int By, int Add) {
  for (int &Each : V)
    Each = Each * By + Add;
  return V;
}

/// In -> upper half by S, lower half by a fork, through temporary memory; then to the host.
static cudaGraph_t record(cudaStream_t S, const int *In, int *Out, int *Pinned, int &Calls) {
  cudaStream_t Fork;
  cudaEvent_t Begin, End;
  cudaStreamCreateWithFlags(&Fork, cudaStreamNonBlocking);
  cudaEventCreate(&Begin);
  cudaEventCreate(&End);
  cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  int *Temporary;
  cudaMallocAsync(&Temporary, N * sizeof(int), S);
  cudaMemcpyAsync(Temporary, In, N * sizeof(int), cudaMemcpyDeviceToDevice, S);
  cudaMemsetAsync(Out, 0xFF, N * sizeof(int), S);
  cudaEventRecord(Begin, S);
  cudaStreamWaitEvent(Fork, Begin, 0);
  Scale By = {3, {0, 0, 7}};
  int Half = N / 2;
  scale<<<4, 128, 0, S>>>(Temporary, Out, Half, By);
  scale<<<4, 128, 0, Fork>>>(Temporary + Half, Out + Half, Half, By);
  // What the launches were given counts, not what becomes of the variables.
  By = {};
  Half = 0;
  cudaEventRecord(End, Fork);
  cudaStreamWaitEvent(S, End, 0);
  cudaFreeAsync(Temporary, S);
  cudaMemcpyAsync(Pinned, Out, N * sizeof(int), cudaMemcpyDeviceToHost, S);
  cudaLaunchHostFunc(S, [](void *P) { ++*static_cast<int *>(P); }, &Calls);
  cudaGraph_t G;
  cudaStreamEndCapture(S, &G);
  for (cudaEvent_t E : {Begin, End})
    cudaEventDestroy(E);
  cudaStreamDestroy(Fork);
  return G;
}

int main() {
  int *In = toDevice(numbers(1)), *Out = toDevice(std::vector<int>(N)), *Pinned, Calls = 0;
  cudaMallocHost(&Pinned, N * sizeof(int));
  cudaStream_t S;
  cudaStreamCreateWithFlags(&S, cudaStreamNonBlocking);
  cudaGraph_t G = record(S, In, Out, Pinned, Calls);
  check("nothing ran yet", toHost(Out, N), std::vector<int>(N));
  // CHECK: nothing ran yet: right
  size_t Nodes = 0, Edges = 0, Roots = 0;
  cudaGraphGetNodes(G, nullptr, &Nodes);
  cudaGraphGetEdges(G, nullptr, nullptr, nullptr, &Edges);
  cudaGraphGetRootNodes(G, nullptr, &Roots);
  printf("%zu nodes, %zu edges, %zu roots\n", Nodes, Edges, Roots);
  // CHECK: 8 nodes, 8 edges, 1 roots
  cudaGraphExec_t E;
  cudaGraphInstantiate(&E, G, 0);
  cudaGraphDestroy(G);
  cudaGraphLaunch(E, S);
  cudaStreamSynchronize(S);
  check("first", std::vector<int>(Pinned, Pinned + N), scaled(numbers(1), 3, 7));
  // CHECK: first: right
  cudaMemcpyAsync(In, numbers(-500).data(), N * sizeof(int), cudaMemcpyHostToDevice, S);
  cudaGraphLaunch(E, S);
  cudaStreamSynchronize(S);
  check("second", std::vector<int>(Pinned, Pinned + N), scaled(numbers(-500), 3, 7));
  // CHECK: second: right

  // A graph launched into a capture is part of the outer graph.
  cudaGraph_t Outer;
  cudaGraphExec_t Whole;
  cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal);
  cudaGraphLaunch(E, S);
  cudaMemsetAsync(In, 0, N * sizeof(int), S);
  cudaGraphLaunch(E, S);
  cudaStreamEndCapture(S, &Outer);
  cudaGraphExecDestroy(E);
  cudaGraphInstantiate(&Whole, Outer, 0);
  cudaGraphLaunch(Whole, S);
  cudaStreamSynchronize(S);
  check("outer", toHost(Out, N), std::vector<int>(N, 7));
  // CHECK: outer: right
  printf("%d calls, %s\n", Calls, cudaGetErrorName(cudaGetLastError()));
  // CHECK: 4 calls, cudaSuccess
  return finish();
}
