//===- Graphs.h - Graphs and their nodes ------------------------*- C++ -*-===//
#ifndef PHOBOS_SIM_CUDART_GRAPHS_H
#define PHOBOS_SIM_CUDART_GRAPHS_H

#include "Sim/Cudart/Work.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <vector>

struct CUgraphNode_st {
  CUgraph_st *In = nullptr;
  phobos::sim::Work Does;
  std::vector<cudaGraphNode_t> After;
  /// Of an executable graph's node.
  bool Enabled = true;
};

struct CUgraph_st {
  /// In the order in which they were added.
  std::vector<std::unique_ptr<CUgraphNode_st>> Nodes;
};

struct CUgraphExec_st {
  CUgraph_st Graph;
  /// Every node after those that it depends on; of several the one that was added first.
  std::vector<cudaGraphNode_t> Order;
  /// From the nodes that the program knows.
  llvm::DenseMap<cudaGraphNode_t, cudaGraphNode_t> Of;
  unsigned long long Flags = 0;
};

namespace phobos::sim {

bool isGraph(cudaGraph_t G);
bool isNode(cudaGraphNode_t N);
bool isExec(cudaGraphExec_t E);
cudaGraph_t createGraph();
void destroyGraph(cudaGraph_t G);

cudaGraphNode_t addNode(CUgraph_st &G, Work W, llvm::ArrayRef<cudaGraphNode_t> After);
cudaGraphNodeType typeOf(const Work &W);
/// Adds the nodes of From to the empty graph To.
llvm::DenseMap<cudaGraphNode_t, cudaGraphNode_t> cloneInto(CUgraph_st &To, const CUgraph_st &From);
/// False where there is a cycle.
bool sortNodes(const CUgraph_st &G, std::vector<cudaGraphNode_t> &Order);
/// Whether From's nodes are all To's or come before them.
bool reaches(llvm::ArrayRef<cudaGraphNode_t> To, llvm::ArrayRef<cudaGraphNode_t> From);

/// From the parameters that programs give; the other way needs the node's own storage.
cudaError_t fromParameters(const cudaKernelNodeParams &P, Work &Out);
cudaError_t fromParameters(const cudaMemcpy3DParms &P, Work &Out, const char *Call);
Work fromParameters(const cudaMemsetParams &P);
Work linearCopy(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind, const char *Call);

} // namespace phobos::sim

#endif
