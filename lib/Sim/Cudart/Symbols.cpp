//===- Symbols.cpp - Device variables by name -------------------*- C++ -*-===//
#include "Sim/Cudart/Graphs.h"
#include "Sim/Cudart/Streams.h"

using namespace phobos::sim;

cudaError_t cudaGetSymbolAddress(void **P, const void *Symbol) {
  SIM_USE_DEVICE
  uint64_t Address, Bytes;
  if (!P)
    return result(cudaErrorInvalidValue);
  if (int Error = Program::get().findVariable(Symbol, Address, Bytes))
    return result(Error);
  *P = reinterpret_cast<void *>(Address);
  return cudaSuccess;
}

cudaError_t cudaGetSymbolSize(size_t *Size, const void *Symbol) {
  SIM_USE_DEVICE
  uint64_t Address, Bytes;
  if (!Size)
    return result(cudaErrorInvalidValue);
  if (int Error = Program::get().findVariable(Symbol, Address, Bytes))
    return result(Error);
  *Size = Bytes;
  return cudaSuccess;
}

/// Finds Bytes bytes of a variable, from Offset.
static cudaError_t part(const void *Symbol, size_t Bytes, size_t Offset, char *&Out) {
  uint64_t Address, Size;
  if (int Error = Program::get().findVariable(Symbol, Address, Size))
    return static_cast<cudaError_t>(Error);
  if (Offset > Size || Bytes > Size - Offset)
    return cudaErrorInvalidValue;
  Out = reinterpret_cast<char *>(Address) + Offset;
  return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol, const void *From, size_t Bytes, size_t Offset,
                                    cudaMemcpyKind Kind, cudaStream_t S) {
  SIM_USE_DEVICE
  char *To;
  if (Kind != cudaMemcpyHostToDevice && Kind != cudaMemcpyDeviceToDevice && Kind != cudaMemcpyDefault)
    return result(cudaErrorInvalidMemcpyDirection);
  if (cudaError_t Error = part(Symbol, Bytes, Offset, To))
    return result(Error);
  return issue(S, linearCopy(To, From, Bytes, Kind, "cudaMemcpyToSymbol"));
}
SIM_PER_THREAD(cudaMemcpyToSymbolAsync,
               (const void *Symbol, const void *From, size_t Bytes, size_t Offset, cudaMemcpyKind Kind, cudaStream_t S),
               Symbol, From, Bytes, Offset, Kind, perThread(S))

cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Bytes, size_t Offset, cudaMemcpyKind Kind,
                                      cudaStream_t S) {
  SIM_USE_DEVICE
  char *From;
  if (Kind != cudaMemcpyDeviceToHost && Kind != cudaMemcpyDeviceToDevice && Kind != cudaMemcpyDefault)
    return result(cudaErrorInvalidMemcpyDirection);
  if (cudaError_t Error = part(Symbol, Bytes, Offset, From))
    return result(Error);
  return issue(S, linearCopy(To, From, Bytes, Kind, "cudaMemcpyFromSymbol"));
}
SIM_PER_THREAD(cudaMemcpyFromSymbolAsync,
               (void *To, const void *Symbol, size_t Bytes, size_t Offset, cudaMemcpyKind Kind, cudaStream_t S), To,
               Symbol, Bytes, Offset, Kind, perThread(S))

cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *From, size_t Bytes, size_t Offset, cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  return cudaMemcpyToSymbolAsync(Symbol, From, Bytes, Offset, Kind, cudaStreamLegacy);
}
SIM_ALIAS(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds)

cudaError_t cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Bytes, size_t Offset, cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  return cudaMemcpyFromSymbolAsync(To, Symbol, Bytes, Offset, Kind, cudaStreamLegacy);
}
SIM_ALIAS(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds)
