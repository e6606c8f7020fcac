//===- GraphNodes.cpp - Nodes and their parameters --------------*- C++ -*-===//
#include "Sim/Cudart/Graphs.h"
#include "Sim/Cudart/Streams.h"
#include "Sim/Memory.h"
#include "llvm/ADT/STLExtras.h"

using namespace phobos::sim;

cudaError_t phobos::sim::fromParameters(const cudaKernelNodeParams &P, Work &Out) {
  if (P.extra)
    return notSimulated("cudaKernelNodeParams with 'extra'");
  KernelWork W;
  W.Function = P.func;
  W.Grid = P.gridDim;
  W.Block = P.blockDim;
  W.Shared = P.sharedMemBytes;
  if (cudaError_t Error = copyArguments(P.func, P.kernelParams, W.Arguments))
    return Error;
  Out = std::move(W);
  return cudaSuccess;
}

Work phobos::sim::fromParameters(const cudaMemsetParams &P) {
  SetWork W;
  W.To = P.dst;
  W.Pitch = P.pitch;
  W.Value = P.value;
  W.ElementBytes = P.elementSize;
  W.Width = P.width;
  W.Height = P.height;
  W.Call = "cudaGraphAddMemsetNode";
  return W;
}

Work phobos::sim::linearCopy(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind, const char *Call) {
  CopyWork W;
  W.To = To;
  W.From = From;
  W.Width = Bytes;
  W.Kind = Kind;
  W.Call = Call;
  return W;
}

/// The checks that every addition makes.
static cudaError_t add(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count, Work W) {
  if (!Out || !isGraph(G) || (Count && !After))
    return result(cudaErrorInvalidValue);
  llvm::ArrayRef<cudaGraphNode_t> Before(After, Count);
  for (cudaGraphNode_t N : Before)
    if (!isNode(N) || N->In != G || llvm::count(Before, N) != 1)
      return result(cudaErrorInvalidValue);
  if (cudaError_t Error = validate(W))
    return result(Error);
  *Out = addNode(*G, std::move(W), Before);
  return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                   const cudaKernelNodeParams *P) {
  SIM_USE_DEVICE
  Work W;
  if (!P)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Error = fromParameters(*P, W))
    return result(Error);
  return add(Out, G, After, Count, std::move(W));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                   const cudaMemcpy3DParms *P) {
  SIM_USE_DEVICE
  Work W;
  if (!P)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Error = fromParameters(*P, W, "cudaGraphAddMemcpyNode"))
    return result(Error);
  return add(Out, G, After, Count, std::move(W));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                     void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  return add(Out, G, After, Count, linearCopy(To, From, Bytes, Kind, "cudaGraphAddMemcpyNode1D"));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After,
                                           size_t Count, const void *Symbol, const void *From, size_t Bytes,
                                           size_t Offset, cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  uint64_t Address, Size;
  if (int Error = Program::get().findVariable(Symbol, Address, Size))
    return result(Error);
  return add(
      Out, G, After, Count,
      linearCopy(reinterpret_cast<char *>(Address) + Offset, From, Bytes, Kind, "cudaGraphAddMemcpyNodeToSymbol"));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After,
                                             size_t Count, void *To, const void *Symbol, size_t Bytes, size_t Offset,
                                             cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  uint64_t Address, Size;
  if (int Error = Program::get().findVariable(Symbol, Address, Size))
    return result(Error);
  return add(
      Out, G, After, Count,
      linearCopy(To, reinterpret_cast<char *>(Address) + Offset, Bytes, Kind, "cudaGraphAddMemcpyNodeFromSymbol"));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                   const cudaMemsetParams *P) {
  SIM_USE_DEVICE
  return P ? add(Out, G, After, Count, fromParameters(*P)) : result(cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                 const cudaHostNodeParams *P) {
  SIM_USE_DEVICE
  return P ? add(Out, G, After, Count, HostWork{P->fn, P->userData}) : result(cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count) {
  SIM_USE_DEVICE
  return add(Out, G, After, Count, EmptyWork());
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                        cudaEvent_t E) {
  SIM_USE_DEVICE
  return add(Out, G, After, Count, RecordWork{E});
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                      cudaEvent_t E) {
  SIM_USE_DEVICE
  return add(Out, G, After, Count, WaitWork{E});
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                       cudaGraph_t Child) {
  SIM_USE_DEVICE
  if (!isGraph(Child) || Child == G)
    return result(cudaErrorInvalidValue);
  auto Clone = std::make_shared<CUgraph_st>();
  cloneInto(*Clone, *Child);
  return add(Out, G, After, Count, ChildWork{std::move(Clone)});
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                     cudaMemAllocNodeParams *P) {
  SIM_USE_DEVICE
  if (!P)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Error = reserveMemory(&P->dptr, P->bytesize))
    return result(Error);
  return add(Out, G, After, Count, AllocateWork{P->dptr, P->bytesize});
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                                    void *At) {
  SIM_USE_DEVICE
  return At ? add(Out, G, After, Count, FreeWork{At}) : result(cudaErrorInvalidValue);
}

/// The node's work if it is of kind W, else null.
template <typename W> static W *workOf(cudaGraphNode_t N) { return isNode(N) ? std::get_if<W>(&N->Does) : nullptr; }

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t N, cudaKernelNodeParams *Out) {
  SIM_USE_DEVICE
  const KernelWork *W = workOf<KernelWork>(N);
  if (!W || !Out)
    return result(cudaErrorInvalidValue);
  *Out = {const_cast<void *>(W->Function), W->Grid, W->Block, unsigned(W->Shared), W->Arguments->pointers(), nullptr};
  return cudaSuccess;
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t N, cudaMemsetParams *Out) {
  SIM_USE_DEVICE
  const SetWork *W = workOf<SetWork>(N);
  if (!W || !Out)
    return result(cudaErrorInvalidValue);
  *Out = {W->To, W->Pitch, W->Value, W->ElementBytes, W->Width, W->Height};
  return cudaSuccess;
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t N, cudaHostNodeParams *Out) {
  SIM_USE_DEVICE
  const HostWork *W = workOf<HostWork>(N);
  if (!W || !Out)
    return result(cudaErrorInvalidValue);
  *Out = {W->Function, W->Data};
  return cudaSuccess;
}

/// Replaces the work of a node, or of its copy in an executable graph, by work of the same kind.
static cudaError_t replace(cudaGraphNode_t N, Work W) {
  if (!N || N->Does.index() != W.index())
    return result(cudaErrorInvalidValue);
  if (cudaError_t Error = validate(W))
    return result(Error);
  N->Does = std::move(W);
  return cudaSuccess;
}

static cudaGraphNode_t known(cudaGraphNode_t N) { return isNode(N) ? N : nullptr; }
static cudaGraphNode_t copyIn(cudaGraphExec_t E, cudaGraphNode_t N) { return isExec(E) ? E->Of.lookup(N) : nullptr; }

static cudaError_t setKernel(cudaGraphNode_t N, const cudaKernelNodeParams *P) {
  Work W;
  if (!P)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Error = fromParameters(*P, W))
    return result(Error);
  return replace(N, std::move(W));
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t N, const cudaKernelNodeParams *P) {
  SIM_USE_DEVICE
  return setKernel(known(N), P);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t E, cudaGraphNode_t N, const cudaKernelNodeParams *P) {
  SIM_USE_DEVICE
  return setKernel(copyIn(E, N), P);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t N, void *To, const void *From, size_t Bytes,
                                           cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  return replace(known(N), linearCopy(To, From, Bytes, Kind, "cudaGraphMemcpyNodeSetParams1D"));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t E, cudaGraphNode_t N, void *To, const void *From,
                                               size_t Bytes, cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  return replace(copyIn(E, N), linearCopy(To, From, Bytes, Kind, "cudaGraphExecMemcpyNodeSetParams1D"));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t N, const cudaMemsetParams *P) {
  SIM_USE_DEVICE
  return P ? replace(known(N), fromParameters(*P)) : result(cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t E, cudaGraphNode_t N, const cudaMemsetParams *P) {
  SIM_USE_DEVICE
  return P ? replace(copyIn(E, N), fromParameters(*P)) : result(cudaErrorInvalidValue);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t N, const cudaHostNodeParams *P) {
  SIM_USE_DEVICE
  return P ? replace(known(N), HostWork{P->fn, P->userData}) : result(cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t E, cudaGraphNode_t N, const cudaHostNodeParams *P) {
  SIM_USE_DEVICE
  return P ? replace(copyIn(E, N), HostWork{P->fn, P->userData}) : result(cudaErrorInvalidValue);
}
