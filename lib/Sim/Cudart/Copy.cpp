//===- Copy.cpp - memcpy and memset calls -----------------------*- C++ -*-===//
#include "Sim/Cudart/Graphs.h"
#include "Sim/Cudart/Streams.h"
#include "Sim/Memory.h"
#include <cstring>

using namespace phobos::sim;

static bool isOnDevice(const void *P) {
  return isDevicePointer(P) || isRegisteredHost(reinterpret_cast<uint64_t>(P), 1);
}

static bool isEmpty(const CopyWork &W) { return !W.Width || !W.Height || !W.Depth; }

/// "cudaMemcpy2D, row 3": the call that a message names.
static std::string rowOf(const char *Call, size_t Rows, size_t Row) {
  return Rows == 1 ? Call : std::string(Call) + ", row " + std::to_string(Row);
}

/// Calls Do with every row's number and offsets; stops where it returns false.
template <typename Fn> static bool forRows(const CopyWork &W, Fn Do) {
  for (size_t Z = 0; Z < W.Depth; ++Z)
    for (size_t Y = 0; Y < W.Height; ++Y)
      if (!Do(Z * W.Height + Y, static_cast<char *>(W.To) + Z * W.ToSlice + Y * W.ToPitch,
              static_cast<const char *>(W.From) + Z * W.FromSlice + Y * W.FromPitch))
        return false;
  return true;
}

cudaError_t phobos::sim::validate(const CopyWork &W) {
  if (W.Height == 1 && isEmpty(W))
    return cudaSuccess;
  if (unsigned(W.Kind) > unsigned(cudaMemcpyDefault))
    return cudaErrorInvalidMemcpyDirection;
  const bool Rows = W.Height > 1 || W.Depth > 1;
  if (Rows && (W.Width > W.ToPitch || W.Width > W.FromPitch))
    return cudaErrorInvalidPitchValue;
  if (isEmpty(W))
    return cudaSuccess;
  const bool ToDevice = W.Kind == cudaMemcpyHostToDevice || W.Kind == cudaMemcpyDeviceToDevice;
  const bool FromDevice = W.Kind == cudaMemcpyDeviceToHost || W.Kind == cudaMemcpyDeviceToDevice;
  if (!W.To || !W.From || (ToDevice && !isOnDevice(W.To)) || (FromDevice && !isOnDevice(W.From)))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

cudaError_t phobos::sim::run(const CopyWork &W) {
  if (isEmpty(W))
    return cudaSuccess;
  const size_t Rows = W.Height * W.Depth;
  DeviceMemory &Memory = DeviceMemory::get();
  const bool Good = forRows(W, [&](size_t Row, char *To, const char *From) {
    const std::string Call = rowOf(W.Call, Rows, Row);
    if (!checkRange(To, W.Width, Call.c_str()) || !checkRange(From, W.Width, Call.c_str()))
      return false;
    memmove(To, From, W.Width);
    if (isDevicePointer(To) && isDevicePointer(From))
      Memory.copyInitialized(reinterpret_cast<uint64_t>(To), reinterpret_cast<uint64_t>(From), W.Width);
    else if (isDevicePointer(To))
      Memory.markInitialized(reinterpret_cast<uint64_t>(To), W.Width);
    return true;
  });
  return Good ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t phobos::sim::validate(const SetWork &W) {
  if (W.ElementBytes != 1 && W.ElementBytes != 2 && W.ElementBytes != 4)
    return cudaErrorInvalidValue;
  if (!W.Width || !W.Height || !W.Depth)
    return cudaSuccess;
  if (!isOnDevice(W.To) || reinterpret_cast<uint64_t>(W.To) % W.ElementBytes)
    return cudaErrorInvalidValue;
  return (W.Height > 1 || W.Depth > 1) && W.Width * W.ElementBytes > W.Pitch ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t phobos::sim::run(const SetWork &W) {
  const size_t Rows = W.Height * W.Depth, Bytes = W.Width * W.ElementBytes;
  for (size_t Row = 0; Bytes && Row < Rows; ++Row) {
    char *To = static_cast<char *>(W.To) + Row / W.Height * W.Slice + Row % W.Height * W.Pitch;
    if (!checkRange(To, Bytes, rowOf(W.Call, Rows, Row).c_str()))
      return cudaErrorInvalidValue;
    for (size_t I = 0; I < Bytes; I += W.ElementBytes)
      memcpy(To + I, &W.Value, W.ElementBytes);
    if (isDevicePointer(To))
      DeviceMemory::get().markInitialized(reinterpret_cast<uint64_t>(To), Bytes);
  }
  return cudaSuccess;
}

/// A call that returns when all is done. It may be made while other streams are captured.
static cudaError_t issueAndWait(cudaStream_t S, Work W) {
  Stream *Of;
  if (cudaError_t Error = useStream(S, Of))
    return result(Error);
  if (Of->InCapture) {
    invalidate(*Of);
    return result(cudaErrorStreamCaptureUnsupported);
  }
  return issue(S, std::move(W));
}

static Work rows(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width, size_t Height,
                 cudaMemcpyKind Kind, const char *Call) {
  CopyWork W;
  W.To = To;
  W.From = From;
  W.ToPitch = ToPitch;
  W.FromPitch = FromPitch;
  W.Width = Width;
  W.Height = Height;
  W.Kind = Kind;
  W.Call = Call;
  return W;
}

static Work fill(void *To, size_t Pitch, int Value, size_t Width, size_t Height, const char *Call) {
  SetWork W;
  W.To = To;
  W.Pitch = Pitch;
  W.Value = Value;
  W.Width = Width;
  W.Height = Height;
  W.Call = Call;
  return W;
}

cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  return issueAndWait(cudaStreamLegacy, linearCopy(To, From, Bytes, Kind, "cudaMemcpy"));
}
SIM_ALIAS(cudaMemcpy, cudaMemcpy_ptds)

cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind, cudaStream_t S) {
  SIM_USE_DEVICE
  return issue(S, linearCopy(To, From, Bytes, Kind, "cudaMemcpyAsync"));
}
SIM_PER_THREAD(cudaMemcpyAsync, (void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind, cudaStream_t S), To,
               From, Bytes, Kind, perThread(S))

cudaError_t cudaMemcpyPeer(void *To, int ToDevice, const void *From, int FromDevice, size_t Bytes) {
  SIM_USE_DEVICE
  if (ToDevice || FromDevice)
    return result(cudaErrorInvalidDevice);
  return issueAndWait(cudaStreamLegacy, linearCopy(To, From, Bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyPeer"));
}

cudaError_t cudaMemcpyPeerAsync(void *To, int ToDevice, const void *From, int FromDevice, size_t Bytes,
                                cudaStream_t S) {
  SIM_USE_DEVICE
  if (ToDevice || FromDevice)
    return result(cudaErrorInvalidDevice);
  return issue(S, linearCopy(To, From, Bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyPeerAsync"));
}

cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind) {
  SIM_USE_DEVICE
  if (Width > ToPitch || Width > FromPitch)
    return result(cudaErrorInvalidPitchValue);
  return issueAndWait(cudaStreamLegacy, rows(To, ToPitch, From, FromPitch, Width, Height, Kind, "cudaMemcpy2D"));
}
SIM_ALIAS(cudaMemcpy2D, cudaMemcpy2D_ptds)

cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width, size_t Height,
                              cudaMemcpyKind Kind, cudaStream_t S) {
  SIM_USE_DEVICE
  if (Width > ToPitch || Width > FromPitch)
    return result(cudaErrorInvalidPitchValue);
  return issue(S, rows(To, ToPitch, From, FromPitch, Width, Height, Kind, "cudaMemcpy2DAsync"));
}
SIM_PER_THREAD(cudaMemcpy2DAsync,
               (void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width, size_t Height,
                cudaMemcpyKind Kind, cudaStream_t S),
               To, ToPitch, From, FromPitch, Width, Height, Kind, perThread(S))

cudaError_t phobos::sim::fromParameters(const cudaMemcpy3DParms &P, Work &Out, const char *Call) {
  if (P.srcArray || P.dstArray)
    return notSimulated((std::string(Call) + " of a CUDA array").c_str());
  CopyWork W;
  auto Place = [](const cudaPitchedPtr &Of, const cudaPos &At) {
    return Of.ptr ? static_cast<char *>(Of.ptr) + (At.z * Of.ysize + At.y) * Of.pitch + At.x : nullptr;
  };
  W.To = Place(P.dstPtr, P.dstPos);
  W.From = Place(P.srcPtr, P.srcPos);
  W.ToPitch = P.dstPtr.pitch;
  W.FromPitch = P.srcPtr.pitch;
  W.ToSlice = P.dstPtr.pitch * P.dstPtr.ysize;
  W.FromSlice = P.srcPtr.pitch * P.srcPtr.ysize;
  W.Width = P.extent.width;
  W.Height = P.extent.height;
  W.Depth = P.extent.depth;
  W.Kind = P.kind;
  W.Call = Call;
  Out = W;
  return cudaSuccess;
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *P) {
  SIM_USE_DEVICE
  Work W;
  if (!P)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Error = fromParameters(*P, W, "cudaMemcpy3D"))
    return result(Error);
  return issueAndWait(cudaStreamLegacy, std::move(W));
}
SIM_ALIAS(cudaMemcpy3D, cudaMemcpy3D_ptds)

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *P, cudaStream_t S) {
  SIM_USE_DEVICE
  Work W;
  if (!P)
    return result(cudaErrorInvalidValue);
  if (cudaError_t Error = fromParameters(*P, W, "cudaMemcpy3DAsync"))
    return result(Error);
  return issue(S, std::move(W));
}
SIM_PER_THREAD(cudaMemcpy3DAsync, (const cudaMemcpy3DParms *P, cudaStream_t S), P, perThread(S))

// A memset of device memory waits for nothing.
cudaError_t cudaMemset(void *To, int Value, size_t Bytes) {
  SIM_USE_DEVICE
  return issue(cudaStreamLegacy, fill(To, 0, Value, Bytes, 1, "cudaMemset"));
}
SIM_ALIAS(cudaMemset, cudaMemset_ptds)

cudaError_t cudaMemsetAsync(void *To, int Value, size_t Bytes, cudaStream_t S) {
  SIM_USE_DEVICE
  return issue(S, fill(To, 0, Value, Bytes, 1, "cudaMemsetAsync"));
}
SIM_PER_THREAD(cudaMemsetAsync, (void *To, int Value, size_t Bytes, cudaStream_t S), To, Value, Bytes, perThread(S))

cudaError_t cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width, size_t Height) {
  SIM_USE_DEVICE
  return issue(cudaStreamLegacy, fill(To, Pitch, Value, Width, Height, "cudaMemset2D"));
}
SIM_ALIAS(cudaMemset2D, cudaMemset2D_ptds)

cudaError_t cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width, size_t Height, cudaStream_t S) {
  SIM_USE_DEVICE
  return issue(S, fill(To, Pitch, Value, Width, Height, "cudaMemset2DAsync"));
}
SIM_PER_THREAD(cudaMemset2DAsync, (void *To, size_t Pitch, int Value, size_t Width, size_t Height, cudaStream_t S), To,
               Pitch, Value, Width, Height, perThread(S))

static Work fill(cudaPitchedPtr To, int Value, cudaExtent Extent, const char *Call) {
  SetWork W;
  W.To = To.ptr;
  W.Pitch = To.pitch;
  W.Slice = To.pitch * To.ysize;
  W.Value = Value;
  W.Width = Extent.width;
  W.Height = Extent.height;
  W.Depth = Extent.depth;
  W.Call = Call;
  return W;
}

cudaError_t cudaMemset3D(cudaPitchedPtr To, int Value, cudaExtent Extent) {
  SIM_USE_DEVICE
  return issue(cudaStreamLegacy, fill(To, Value, Extent, "cudaMemset3D"));
}
SIM_ALIAS(cudaMemset3D, cudaMemset3D_ptds)

cudaError_t cudaMemset3DAsync(cudaPitchedPtr To, int Value, cudaExtent Extent, cudaStream_t S) {
  SIM_USE_DEVICE
  return issue(S, fill(To, Value, Extent, "cudaMemset3DAsync"));
}
SIM_PER_THREAD(cudaMemset3DAsync, (cudaPitchedPtr To, int Value, cudaExtent Extent, cudaStream_t S), To, Value, Extent,
               perThread(S))
