//===- GraphExec.cpp - Executable graphs ------------------------*- C++ -*-===//
//
// Nodes run one after another, in an order that the edges allow.
//
//===----------------------------------------------------------------------===//
#include "Sim/Cudart/Graphs.h"
#include "Sim/Cudart/Streams.h"
#include "Sim/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace phobos::sim;

static std::set<cudaGraphExec_t> &execs() {
  static auto *All = new std::set<cudaGraphExec_t>;
  return *All;
}

bool phobos::sim::isExec(cudaGraphExec_t E) { return execs().count(E); }

static cudaError_t runNodes(const std::vector<cudaGraphNode_t> &Order) {
  for (cudaGraphNode_t N : Order) {
    if (!N->Enabled)
      continue;
    if (cudaError_t Error = run(N->Does))
      return Error;
    // The rest of a graph does not run after a fault; the next call tells of it.
    if (hasFault())
      return cudaSuccess;
  }
  return cudaSuccess;
}

cudaError_t phobos::sim::run(const ChildWork &W) {
  std::vector<cudaGraphNode_t> Order;
  return sortNodes(*W.Graph, Order) ? runNodes(Order) : cudaErrorInvalidValue;
}

static cudaError_t instantiate(cudaGraphExec_t *Out, cudaGraph_t G, unsigned long long Flags) {
  SIM_USE_DEVICE
  constexpr unsigned long long All = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                                     cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
  if (!Out || !isGraph(G) || (Flags & ~All))
    return result(cudaErrorInvalidValue);
  if (Flags & cudaGraphInstantiateFlagDeviceLaunch)
    return notSimulated("cudaGraphInstantiate for launches by the device");
  auto E = std::make_unique<CUgraphExec_st>();
  E->Flags = Flags;
  E->Of = cloneInto(E->Graph, *G);
  if (!sortNodes(E->Graph, E->Order))
    return result(cudaErrorInvalidValue);
  *Out = E.release();
  execs().insert(*Out);
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Out, cudaGraph_t G, unsigned long long Flags) {
  return instantiate(Out, G, Flags);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *Out, cudaGraph_t G, unsigned long long Flags) {
  return instantiate(Out, G, Flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *Out, cudaGraph_t G, cudaGraphInstantiateParams *P) {
  if (!P)
    return result(cudaErrorInvalidValue);
  const cudaError_t Error = instantiate(Out, G, P->flags);
  P->result_out = Error ? cudaGraphInstantiateError : cudaGraphInstantiateSuccess;
  return Error;
}
SIM_PER_THREAD(cudaGraphInstantiateWithParams, (cudaGraphExec_t * Out, cudaGraph_t G, cudaGraphInstantiateParams *P),
               Out, G, P)

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t E) {
  SIM_USE_DEVICE
  if (!execs().erase(E))
    return result(cudaErrorInvalidValue);
  delete E;
  return cudaSuccess;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t E, unsigned long long *Flags) {
  SIM_USE_DEVICE
  if (!isExec(E) || !Flags)
    return result(cudaErrorInvalidValue);
  *Flags = E->Flags;
  return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t E, cudaStream_t S) {
  SIM_USE_STREAM(S)
  return isExec(E) ? cudaSuccess : result(cudaErrorInvalidValue);
}
SIM_PER_THREAD(cudaGraphUpload, (cudaGraphExec_t E, cudaStream_t S), E, perThread(S))

/// What an earlier launch allocated and nobody freed.
static void freeLeftOvers(const CUgraphExec_st &E) {
  for (cudaGraphNode_t N : E.Order)
    if (auto *W = std::get_if<AllocateWork>(&N->Does))
      DeviceMemory::get().release(reinterpret_cast<uint64_t>(W->At));
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t E, cudaStream_t S) {
  SIM_USE_DEVICE
  if (!isExec(E))
    return result(cudaErrorInvalidValue);
  Stream *Of;
  if (cudaError_t Error = useStream(S, Of))
    return result(Error);
  if (Of->InCapture) {
    auto Clone = std::make_shared<CUgraph_st>();
    cloneInto(*Clone, E->Graph);
    return result(addToCapture(*Of, ChildWork{std::move(Clone)}));
  }
  if (E->Flags & cudaGraphInstantiateFlagAutoFreeOnLaunch)
    freeLeftOvers(*E);
  return result(runNodes(E->Order));
}
SIM_PER_THREAD(cudaGraphLaunch, (cudaGraphExec_t E, cudaStream_t S), E, perThread(S))

/// Why node I of a graph cannot take the place of node I of another, whose nodes have the same numbers.
static cudaGraphExecUpdateResult compare(const CUgraph_st &Have, const CUgraph_st &Want, size_t I) {
  const CUgraphNode_st &H = *Have.Nodes[I], &W = *Want.Nodes[I];
  auto NumberIn = [](const CUgraph_st &G, cudaGraphNode_t N) {
    return llvm::find_if(G.Nodes, [&](auto &Each) { return Each.get() == N; }) - G.Nodes.begin();
  };
  auto Before = [&](const CUgraph_st &G, const CUgraphNode_st &N) {
    std::set<ptrdiff_t> Numbers;
    for (cudaGraphNode_t B : N.After)
      Numbers.insert(NumberIn(G, B));
    return Numbers;
  };
  if (Before(Have, H) != Before(Want, W))
    return cudaGraphExecUpdateErrorTopologyChanged;
  if (H.Does.index() != W.Does.index())
    return cudaGraphExecUpdateErrorNodeTypeChanged;
  if (std::holds_alternative<AllocateWork>(W.Does) || std::holds_alternative<FreeWork>(W.Does))
    return cudaGraphExecUpdateErrorNotSupported;
  return cudaGraphExecUpdateSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t E, cudaGraph_t G, cudaGraphExecUpdateResultInfo *Info) {
  SIM_USE_DEVICE
  if (!isExec(E) || !isGraph(G) || !Info)
    return result(cudaErrorInvalidValue);
  *Info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  if (G->Nodes.size() != E->Graph.Nodes.size())
    Info->result = cudaGraphExecUpdateErrorTopologyChanged;
  for (size_t I = 0; I < G->Nodes.size() && Info->result == cudaGraphExecUpdateSuccess; ++I) {
    Info->result = compare(E->Graph, *G, I);
    if (Info->result != cudaGraphExecUpdateSuccess)
      Info->errorNode = G->Nodes[I].get();
  }
  if (Info->result != cudaGraphExecUpdateSuccess)
    return result(cudaErrorGraphExecUpdateFailure);
  for (size_t I = 0; I < G->Nodes.size(); ++I)
    E->Graph.Nodes[I]->Does = G->Nodes[I]->Does;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t E, cudaGraphNode_t N, unsigned Enabled) {
  SIM_USE_DEVICE
  cudaGraphNode_t Copy = isExec(E) ? E->Of.lookup(N) : nullptr;
  if (!Copy || !(std::holds_alternative<KernelWork>(Copy->Does) || std::holds_alternative<CopyWork>(Copy->Does) ||
                 std::holds_alternative<SetWork>(Copy->Does)))
    return result(cudaErrorInvalidValue);
  Copy->Enabled = Enabled;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t E, cudaGraphNode_t N, unsigned *Enabled) {
  SIM_USE_DEVICE
  cudaGraphNode_t Copy = isExec(E) ? E->Of.lookup(N) : nullptr;
  if (!Copy || !Enabled)
    return result(cudaErrorInvalidValue);
  *Enabled = Copy->Enabled;
  return cudaSuccess;
}
