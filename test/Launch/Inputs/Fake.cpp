//===- Fake.cpp - A CUDA runtime for tests, without a GPU -------------------===//
//
// The registered functions and images are written before main and by the test's set-up, and only read by launches: so
// that a race in the code under test is not hidden by a lock here, launches take none.
//
//===----------------------------------------------------------------------===//
#include "Fake.h"
#include "FakeState.h"
#include <algorithm>
#include <utility>

using namespace fake;

namespace {

enum Error {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  InvalidConfiguration = 9,
  InvalidDeviceFunction = 98,
  InvalidHandle = 400,
  SymbolNotFound = 500,
  OutOfResources = 701,
  CaptureUnsupported = 900,
  CaptureInvalidated = 901,
  CaptureImplicit = 906,
};
enum CaptureMode { Global, ThreadLocal, Relaxed };

/// Sets the last error as every function of CUDA does that fails.
int finish(int E) {
  if (E != Success)
    Mine.LastError = E;
  return E;
}

/// What is common to every call: counting, failures that the test asked for, and a broken device.
int enter(const char *Name) {
  ++Mine.Calls[Name];
  auto Wanted = Mine.Fail.find(Name);
  if (Wanted != Mine.Fail.end() && Wanted->second.Count > 0) {
    if (Wanted->second.After-- <= 0) {
      --Wanted->second.Count;
      return finish(Wanted->second.Error);
    }
  }
  return finish(Devices[Mine.Device].Broken);
}

/// Gives the device a context, as the first call that needs one does.
void activate() {
  Device &D = Devices[Mine.Device];
  uint64_t None = 0;
  if (D.Context.load() == 0)
    D.Context.compare_exchange_strong(None, ++NextContext);
  Mine.Current[Mine.Device] = true;
}

/// A call that stream capture forbids unless the thread's mode is relaxed. The capture is lost then.
int enterUnsafe(const char *Name) {
  if (int E = enter(Name))
    return E;
  activate();
  std::lock_guard Guard(CaptureLock);
  for (FakeStream *S : Capturing)
    if (Mine.Mode != Relaxed && S->Mode != Relaxed && (S->Mode == Global || S->Thread == std::this_thread::get_id())) {
      S->Invalidated = true;
      return finish(CaptureUnsupported);
    }
  return Success;
}

/// The function that the host's address Key stands for in the thread's device; null where its image lacks it.
Function *findFunction(const void *Key, int &E) {
  auto Host = HostFunctions.find(Key);
  E = InvalidDeviceFunction;
  if (Host == HostFunctions.end())
    return nullptr;
  E = SymbolNotFound;
  auto Found = Functions.find({Host->second.Image, Host->second.Name, Mine.Device});
  return Found == Functions.end() ? nullptr : Found->second.get();
}

int checkShape(const Function &F, const Launch &L) {
  uint64_t Threads = 1;
  const unsigned MaxBlock[] = {1024, 1024, 64}, MaxGrid[] = {0x7fffffff, 65535, 65535};
  for (int D = 0; D != 3; ++D) {
    if (!L.Grid[D] || L.Grid[D] > MaxGrid[D] || !L.Block[D] || L.Block[D] > MaxBlock[D])
      return InvalidConfiguration;
    Threads *= L.Block[D];
  }
  if (Threads > 1024)
    return InvalidConfiguration;
  if (Threads > uint64_t(F.Facts.MaxThreads))
    return OutOfResources;
  return L.SharedBytes > F.maxDynamicShared(Devices[Mine.Device]) ? InvalidValue : Success;
}

int launch(const char *Api, const void *Key, Dim3 Grid, Dim3 Block, void **Arguments, size_t Shared, void *Stream,
           bool PerThread) {
  if (int E = enter(Api))
    return E;
  activate();
  int E;
  Function *F = findFunction(Key, E);
  if (!F)
    return finish(E == SymbolNotFound ? InvalidDeviceFunction : E);
  if (Stream == BadStream)
    return finish(InvalidHandle);
  const HostEntry &Host = HostFunctions.find(Key)->second;
  Launch L = {Host.Image, Host.Name, {Grid.X, Grid.Y, Grid.Z}, {Block.X, Block.Y, Block.Z}, Shared, Stream, Mine.Device,
              PerThread,  {}};
  if (int Wrong = checkShape(*F, L))
    return finish(Wrong);
  for (unsigned I = 0; I != F->Facts.Parameters.size(); ++I)
    L.Arguments.emplace_back(static_cast<const char *>(Arguments[I]), F->Facts.Parameters[I]);
  Mine.Launches.push_back(std::move(L));
  return Success;
}

} // namespace

//===- What tests call --------------------------------------------------------===//

template <typename Add> static void forDevices(int Device, Add Each) {
  for (int D = 0; D != NumDevices; ++D)
    if (Device < 0 || Device == D)
      Each(D);
}

void fake::addFunction(const char *Image, const std::string &Name, FunctionFacts Facts, int Device) {
  forDevices(Device, [&](int D) { Functions[{Image, Name, D}] = std::make_unique<Function>(Facts); });
}

void fake::addVariable(const char *Image, const std::string &Name, const void *Contents, size_t Bytes, int Device) {
  forDevices(Device, [&](int D) { Variables[{Image, Name, D}].assign(static_cast<const char *>(Contents), Bytes); });
}

std::vector<Launch> fake::takeLaunches() { return std::exchange(Mine.Launches, {}); }
int fake::calls(const char *Name) { return std::exchange(Mine.Calls[Name], 0); }
void fake::fail(const char *Name, int E, int Count, int After) { Mine.Fail[Name] = {E, Count, After}; }
size_t fake::allocatedBytes() {
  std::lock_guard Guard(MemoryLock);
  size_t Bytes = 0;
  for (const auto &[Place, A] : Allocations)
    Bytes += A.Bytes;
  return Bytes;
}
void *fake::allocationStream() { return Mine.AllocationStream; }
void fake::breakDevice(int E) { Devices[Mine.Device].Broken = E; }

//===- What objects call before main ------------------------------------------===//

extern "C" {

FAKE_API void **__cudaRegisterFatBinary(void *Wrapper) {
  struct FatBinary {
    int Magic, Version;
    const char *Data;
    void *Unused;
  };
  const char *Text = static_cast<FatBinary *>(Wrapper)->Data;
  return reinterpret_cast<void **>(new std::string(Text, strcspn(Text, "\n")));
}
FAKE_API void __cudaRegisterFatBinaryEnd(void **) {}
FAKE_API void __cudaUnregisterFatBinary(void **) {}
FAKE_API int __cudaRegisterFunction(void **Image, const void *Host, char *, const char *Name, int, void *, void *,
                                    void *, void *, int *) {
  HostFunctions.insert({Host, {*reinterpret_cast<std::string *>(Image), Name}});
  return 0;
}
FAKE_API void __cudaRegisterVar(void **Image, const void *Host, char *, const char *Name, int, size_t Bytes, int, int) {
  HostVariables.insert({Host, {*reinterpret_cast<std::string *>(Image), Name}});
}

FAKE_API unsigned __cudaPushCallConfiguration(Dim3 Grid, Dim3 Block, size_t Shared, void *Stream) {
  Mine.Configurations.push_back({Grid, Block, Shared, Stream});
  return 0;
}
FAKE_API int __cudaPopCallConfiguration(Dim3 *Grid, Dim3 *Block, size_t *Shared, void **Stream) {
  const Configuration &C = Mine.Configurations.back();
  *Grid = C.Grid, *Block = C.Block, *Shared = C.Shared, *Stream = C.Stream;
  Mine.Configurations.pop_back();
  return 0;
}

//===- What programs call -----------------------------------------------------===//

FAKE_API int cudaLaunchKernel(const void *F, Dim3 Grid, Dim3 Block, void **Arguments, size_t Shared, void *Stream) {
  return launch("cudaLaunchKernel", F, Grid, Block, Arguments, Shared, Stream, false);
}
FAKE_API int cudaLaunchKernel_ptsz(const void *F, Dim3 Grid, Dim3 Block, void **Arguments, size_t Shared,
                                   void *Stream) {
  return launch("cudaLaunchKernel_ptsz", F, Grid, Block, Arguments, Shared, Stream, true);
}

FAKE_API int cudaPeekAtLastError() {
  enter("cudaPeekAtLastError");
  return Mine.LastError;
}
FAKE_API int cudaGetLastError() {
  enter("cudaGetLastError");
  return std::exchange(Mine.LastError, Devices[Mine.Device].Broken.load());
}

FAKE_API int cudaSetDevice(int D) {
  if (D < 0 || D >= NumDevices)
    return finish(101);
  Mine.Device = D;
  return Success;
}
FAKE_API int cudaGetDevice(int *D) {
  *D = Mine.Device;
  return enter("cudaGetDevice");
}
FAKE_API int cudaDeviceReset() {
  Device &D = Devices[Mine.Device];
  D.Broken = Success;
  Mine.LastError = Success;
  D.Context = 0;
  return Success;
}
FAKE_API int cudaDeviceGetAttribute(int *Value, int Attribute, int) {
  const std::pair<int, int> Known[] = {{2, 1024},  {3, 1024},  {4, 64},     {5, 0x7fffffff},
                                       {6, 65535}, {7, 65535}, {16, NumSMs}, {115, 1}};
  for (auto [Id, Answer] : Known)
    if (Id == Attribute) {
      *Value = Answer;
      return enter("cudaDeviceGetAttribute");
    }
  return finish(InvalidValue);
}

FAKE_API int cudaFuncGetAttributes(Attributes *A, const void *Key) {
  if (int E = enterUnsafe("cudaFuncGetAttributes"))
    return E;
  int E;
  Function *F = findFunction(Key, E);
  if (!F)
    return finish(E);
  *A = {};
  A->SharedBytes = F->Facts.StaticSharedBytes;
  A->MaxThreads = F->Facts.MaxThreads;
  A->ClusterWidth = F->Facts.ClusterWidth;
  A->MaxDynamicSharedBytes = int(F->maxDynamicShared(Devices[Mine.Device]));
  return Success;
}
FAKE_API int cudaFuncSetAttribute(const void *Key, int Attribute, int Value) {
  if (int E = enterUnsafe("cudaFuncSetAttribute"))
    return E;
  int E;
  Function *F = findFunction(Key, E);
  if (!F)
    return finish(E);
  if (Attribute != 8 || Value < 0 || Value + int(F->Facts.StaticSharedBytes) > OptInSharedBytes)
    return finish(InvalidValue);
  F->Allowed.store(unsigned(Value), std::memory_order_relaxed);
  F->AllowedIn.store(Devices[Mine.Device].Context, std::memory_order_relaxed);
  return Success;
}

FAKE_API int cudaGetSymbolAddress(void **Address, const void *Key) {
  if (int E = enterUnsafe("cudaGetSymbolAddress"))
    return E;
  auto Host = HostVariables.find(Key);
  if (Host == HostVariables.end())
    return finish(13);
  auto Found = Variables.find({Host->second.Image, Host->second.Name, Mine.Device});
  if (Found == Variables.end())
    return finish(SymbolNotFound);
  *Address = Found->second.data();
  return Success;
}

//===- Streams and their capture ----------------------------------------------===//

FAKE_API int cudaStreamCreateWithFlags(void **S, unsigned) {
  int E = enterUnsafe("cudaStreamCreateWithFlags");
  *S = E ? nullptr : new FakeStream;
  return E;
}
FAKE_API int cudaStreamDestroy(void *S) {
  delete static_cast<FakeStream *>(S);
  return enterUnsafe("cudaStreamDestroy");
}
FAKE_API int cudaStreamSynchronize(void *) { return enterUnsafe("cudaStreamSynchronize"); }
FAKE_API int cudaMemcpyAsync(void *To, const void *From, size_t Bytes, int, void *S) {
  if (int E = enterUnsafe("cudaMemcpyAsync"))
    return E;
  std::lock_guard Guard(CaptureLock);
  // The legacy stream waits for all others; a capture does not survive that in any mode.
  if (!S && !Capturing.empty()) {
    for (FakeStream *Lost : Capturing)
      Lost->Invalidated = true;
    return finish(CaptureImplicit);
  }
  memcpy(To, From, Bytes);
  return Success;
}
FAKE_API int cudaThreadExchangeStreamCaptureMode(int *Mode) {
  std::swap(*Mode, Mine.Mode);
  return enter("cudaThreadExchangeStreamCaptureMode");
}
FAKE_API int cudaStreamBeginCapture(void *S, int Mode) {
  std::lock_guard Guard(CaptureLock);
  auto *Stream = static_cast<FakeStream *>(S);
  Stream->Mode = Mode;
  Stream->Thread = std::this_thread::get_id();
  Capturing.push_back(Stream);
  return Success;
}
FAKE_API int cudaStreamEndCapture(void *S, void **Graph) {
  std::lock_guard Guard(CaptureLock);
  auto *Stream = static_cast<FakeStream *>(S);
  Capturing.erase(std::remove(Capturing.begin(), Capturing.end(), Stream), Capturing.end());
  *Graph = nullptr;
  return Stream->Invalidated ? finish(CaptureInvalidated) : Success;
}

FAKE_API int cudaStreamIsCapturing(void *S, int *Status) {
  if (int E = enter("cudaStreamIsCapturing"))
    return E;
  std::lock_guard Guard(CaptureLock);
  // Work on the legacy stream would wait for the streams that are captured.
  if (!S && std::any_of(Capturing.begin(), Capturing.end(), [](FakeStream *C) { return C->Mode != Relaxed; }))
    return finish(CaptureImplicit);
  *Status = std::find(Capturing.begin(), Capturing.end(), S) != Capturing.end();
  return Success;
}

//===- Memory pools -----------------------------------------------------------===//

FAKE_API int cudaMemPoolCreate(void **P, const PoolProperties *Properties) {
  if (int E = enterUnsafe("cudaMemPoolCreate"))
    return E;
  if (Properties->AllocationType != 1 || Properties->HandleTypes || Properties->LocationType != 1 ||
      Properties->Device < 0 || Properties->Device >= NumDevices)
    return finish(InvalidValue);
  *P = new FakePool{Properties->Device};
  return Success;
}
FAKE_API int cudaMemPoolDestroy(void *P) {
  delete static_cast<FakePool *>(P);
  return enter("cudaMemPoolDestroy");
}
FAKE_API int cudaMemPoolSetAttribute(void *P, int Attribute, void *Value) {
  if (int E = enter("cudaMemPoolSetAttribute"))
    return E;
  auto *Pool = static_cast<FakePool *>(P);
  if (Attribute == 4)
    Pool->ReleaseThreshold = *static_cast<uint64_t *>(Value);
  else if (Attribute == 3)
    Pool->AllowInternalDependencies = *static_cast<int *>(Value);
  else
    return finish(InvalidValue);
  return Success;
}
FAKE_API int cudaMallocFromPoolAsync(void **Address, size_t Bytes, void *P, void *S) {
  if (int E = enter("cudaMallocFromPoolAsync"))
    return E;
  activate();
  auto *Pool = static_cast<FakePool *>(P);
  if (S == BadStream || Pool->Device != Mine.Device || Pool->AllowInternalDependencies || !Pool->ReleaseThreshold)
    return finish(InvalidValue);
  std::lock_guard Guard(MemoryLock);
  size_t Used = Bytes;
  for (const auto &[Place, A] : Allocations)
    Used += A.From->Device == Pool->Device ? A.Bytes : 0;
  if (Used > DeviceBytes)
    return finish(OutOfMemory);
  *Address = aligned_alloc(256, 256);
  Allocations[*Address] = {Pool, Bytes, S};
  Mine.AllocationStream = S;
  return Success;
}
FAKE_API int cudaFreeAsync(void *Address, void *S) {
  std::lock_guard Guard(MemoryLock);
  auto Found = Allocations.find(Address);
  if (Found == Allocations.end() || Found->second.Stream != S)
    return finish(InvalidValue);
  Allocations.erase(Found);
  free(Address);
  return enter("cudaFreeAsync");
}

#ifndef FAKE_WITHOUT_CONTEXT_IDS
FAKE_API int cuCtxGetId(void *, unsigned long long *Id) {
  ++Mine.Calls["cuCtxGetId"];
  *Id = Devices[Mine.Device].Context;
  return *Id && Mine.Current[Mine.Device] ? 0 : 201;
}
#endif
}
