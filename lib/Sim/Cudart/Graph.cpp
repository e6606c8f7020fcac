//===- Graph.cpp - Graphs as a structure ------------------------*- C++ -*-===//
#include "Sim/Cudart/Graphs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace phobos::sim;

static std::set<cudaGraph_t> &graphs() {
  static auto *All = new std::set<cudaGraph_t>;
  return *All;
}

bool phobos::sim::isGraph(cudaGraph_t G) { return graphs().count(G); }

bool phobos::sim::isNode(cudaGraphNode_t N) {
  return N && llvm::any_of(graphs(), [&](cudaGraph_t G) {
           return llvm::any_of(G->Nodes, [&](auto &Each) { return Each.get() == N; });
         });
}

cudaGraph_t phobos::sim::createGraph() {
  auto *G = new CUgraph_st;
  graphs().insert(G);
  return G;
}

void phobos::sim::destroyGraph(cudaGraph_t G) {
  graphs().erase(G);
  delete G;
}

cudaGraphNode_t phobos::sim::addNode(CUgraph_st &G, Work W, llvm::ArrayRef<cudaGraphNode_t> After) {
  auto N = std::make_unique<CUgraphNode_st>();
  N->In = &G;
  N->Does = std::move(W);
  N->After = After.vec();
  G.Nodes.push_back(std::move(N));
  return G.Nodes.back().get();
}

cudaGraphNodeType phobos::sim::typeOf(const Work &W) {
  // In the order of Work's alternatives.
  constexpr cudaGraphNodeType Types[] = {
      cudaGraphNodeTypeKernel,   cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset,    cudaGraphNodeTypeHost,
      cudaGraphNodeTypeGraph,    cudaGraphNodeTypeEmpty,  cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeEventRecord,
      cudaGraphNodeTypeMemAlloc, cudaGraphNodeTypeMemFree};
  static_assert(std::size(Types) == std::variant_size_v<Work>);
  return Types[W.index()];
}

llvm::DenseMap<cudaGraphNode_t, cudaGraphNode_t> phobos::sim::cloneInto(CUgraph_st &To, const CUgraph_st &From) {
  llvm::DenseMap<cudaGraphNode_t, cudaGraphNode_t> Of;
  for (auto &N : From.Nodes)
    Of[N.get()] = addNode(To, N->Does, {});
  for (auto &N : From.Nodes)
    for (cudaGraphNode_t Before : N->After)
      Of[N.get()]->After.push_back(Of[Before]);
  return Of;
}

bool phobos::sim::sortNodes(const CUgraph_st &G, std::vector<cudaGraphNode_t> &Order) {
  std::set<cudaGraphNode_t> Done;
  while (Done.size() < G.Nodes.size()) {
    const size_t Before = Done.size();
    for (auto &N : G.Nodes)
      if (!Done.count(N.get()) && llvm::all_of(N->After, [&](cudaGraphNode_t B) { return Done.count(B); })) {
        Order.push_back(N.get());
        Done.insert(N.get());
      }
    if (Done.size() == Before)
      return false;
  }
  return true;
}

bool phobos::sim::reaches(llvm::ArrayRef<cudaGraphNode_t> To, llvm::ArrayRef<cudaGraphNode_t> From) {
  std::set<cudaGraphNode_t> Seen(To.begin(), To.end());
  llvm::SmallVector<cudaGraphNode_t, 16> Open(To.begin(), To.end());
  while (!Open.empty())
    for (cudaGraphNode_t N : Open.pop_back_val()->After)
      if (Seen.insert(N).second)
        Open.push_back(N);
  return llvm::all_of(From, [&](cudaGraphNode_t N) { return Seen.count(N); });
}

cudaError_t cudaGraphCreate(cudaGraph_t *Out, unsigned Flags) {
  SIM_USE_DEVICE
  if (!Out || Flags)
    return result(cudaErrorInvalidValue);
  *Out = createGraph();
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t G) {
  SIM_USE_DEVICE
  if (!isGraph(G))
    return result(cudaErrorInvalidValue);
  destroyGraph(G);
  return cudaSuccess;
}

/// Clones know what they were made from until they are changed.
static llvm::DenseMap<cudaGraph_t, llvm::DenseMap<cudaGraphNode_t, cudaGraphNode_t>> &cloned() {
  static auto *All = new llvm::DenseMap<cudaGraph_t, llvm::DenseMap<cudaGraphNode_t, cudaGraphNode_t>>;
  return *All;
}

cudaError_t cudaGraphClone(cudaGraph_t *Out, cudaGraph_t G) {
  SIM_USE_DEVICE
  if (!Out || !isGraph(G))
    return result(cudaErrorInvalidValue);
  *Out = createGraph();
  cloned()[*Out] = cloneInto(**Out, *G);
  return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *Out, cudaGraphNode_t N, cudaGraph_t Clone) {
  SIM_USE_DEVICE
  auto It = cloned().find(Clone);
  if (!Out || !isGraph(Clone) || It == cloned().end() || !It->second.count(N))
    return result(cudaErrorInvalidValue);
  *Out = It->second.lookup(N);
  return cudaSuccess;
}

/// Writes as many items as there is room for; the number of all where there is no array.
template <typename T> static void list(const std::vector<T> &Items, T *Out, size_t *Count) {
  if (!Out) {
    *Count = Items.size();
    return;
  }
  for (size_t I = 0; I < *Count; ++I)
    Out[I] = I < Items.size() ? Items[I] : T();
  *Count = std::min(*Count, Items.size());
}

static std::vector<cudaGraphNode_t> nodesWhere(const CUgraph_st &G, auto Want) {
  std::vector<cudaGraphNode_t> Nodes;
  for (auto &N : G.Nodes)
    if (Want(*N))
      Nodes.push_back(N.get());
  return Nodes;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t G, cudaGraphNode_t *Out, size_t *Count) {
  SIM_USE_DEVICE
  if (!isGraph(G) || !Count)
    return result(cudaErrorInvalidValue);
  list(nodesWhere(*G, [](auto &) { return true; }), Out, Count);
  return cudaSuccess;
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t G, cudaGraphNode_t *Out, size_t *Count) {
  SIM_USE_DEVICE
  if (!isGraph(G) || !Count)
    return result(cudaErrorInvalidValue);
  list(nodesWhere(*G, [](auto &N) { return N.After.empty(); }), Out, Count);
  return cudaSuccess;
}

cudaError_t cudaGraphGetEdges(cudaGraph_t G, cudaGraphNode_t *From, cudaGraphNode_t *To, cudaGraphEdgeData *Data,
                              size_t *Count) {
  SIM_USE_DEVICE
  if (!isGraph(G) || !Count || !From != !To)
    return result(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> Froms, Tos;
  for (auto &N : G->Nodes)
    for (cudaGraphNode_t Before : N->After) {
      Froms.push_back(Before);
      Tos.push_back(N.get());
    }
  size_t Room = *Count;
  list(Froms, From, Count);
  list(Tos, To, To ? &Room : Count);
  if (Data)
    std::fill_n(Data, *Count, cudaGraphEdgeData());
  return cudaSuccess;
}

static cudaError_t listNeighbours(std::vector<cudaGraphNode_t> Nodes, cudaGraphNode_t *Out, cudaGraphEdgeData *Data,
                                  size_t *Count) {
  if (!Count)
    return result(cudaErrorInvalidValue);
  list(Nodes, Out, Count);
  if (Data)
    std::fill_n(Data, *Count, cudaGraphEdgeData());
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t N, cudaGraphNode_t *Out, cudaGraphEdgeData *Data,
                                         size_t *Count) {
  SIM_USE_DEVICE
  if (!isNode(N))
    return result(cudaErrorInvalidValue);
  return listNeighbours(N->After, Out, Data, Count);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t N, cudaGraphNode_t *Out, cudaGraphEdgeData *Data,
                                           size_t *Count) {
  SIM_USE_DEVICE
  if (!isNode(N))
    return result(cudaErrorInvalidValue);
  return listNeighbours(nodesWhere(*N->In, [&](auto &Each) { return llvm::is_contained(Each.After, N); }), Out, Data,
                        Count);
}

/// Whether the edges are between nodes of G, and each is there or each is not.
static bool areEdges(cudaGraph_t G, const cudaGraphNode_t *From, const cudaGraphNode_t *To, size_t Count, bool There) {
  if (!isGraph(G) || (Count && (!From || !To)))
    return false;
  for (size_t I = 0; I < Count; ++I)
    if (!isNode(From[I]) || !isNode(To[I]) || From[I]->In != G || To[I]->In != G || From[I] == To[I] ||
        llvm::is_contained(To[I]->After, From[I]) != There)
      return false;
  return true;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t G, const cudaGraphNode_t *From, const cudaGraphNode_t *To,
                                     const cudaGraphEdgeData *, size_t Count) {
  SIM_USE_DEVICE
  if (!areEdges(G, From, To, Count, false))
    return result(cudaErrorInvalidValue);
  for (size_t I = 0; I < Count; ++I)
    To[I]->After.push_back(From[I]);
  return cudaSuccess;
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t G, const cudaGraphNode_t *From, const cudaGraphNode_t *To,
                                        const cudaGraphEdgeData *, size_t Count) {
  SIM_USE_DEVICE
  if (!areEdges(G, From, To, Count, true))
    return result(cudaErrorInvalidValue);
  for (size_t I = 0; I < Count; ++I)
    std::erase(To[I]->After, From[I]);
  return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t N) {
  SIM_USE_DEVICE
  if (!isNode(N))
    return result(cudaErrorInvalidValue);
  CUgraph_st *G = N->In;
  for (auto &Each : G->Nodes)
    std::erase(Each->After, N);
  std::erase_if(G->Nodes, [&](auto &Each) { return Each.get() == N; });
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t N, cudaGraphNodeType *Type) {
  SIM_USE_DEVICE
  if (!isNode(N) || !Type)
    return result(cudaErrorInvalidValue);
  *Type = typeOf(N->Does);
  return cudaSuccess;
}
