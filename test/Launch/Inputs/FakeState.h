//===- FakeState.h - What the fake CUDA runtime knows -----------------------===//
#ifndef PHOBOS_TEST_FAKESTATE_H
#define PHOBOS_TEST_FAKESTATE_H

#include "Fake.h"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>
#include <unordered_map>

namespace fake {

struct Dim3 {
  unsigned X, Y, Z;
};

/// cudaFuncAttributes as of CUDA 12.
struct Attributes {
  size_t SharedBytes, ConstBytes, LocalBytes;
  int MaxThreads, Registers, PtxVersion, BinaryVersion, CacheModeCA, MaxDynamicSharedBytes, PreferredCarveout;
  int ClusterDimMustBeSet, ClusterWidth;
};

/// cudaMemPoolProps.
struct PoolProperties {
  int AllocationType, HandleTypes, LocationType, Device;
  void *SecurityAttributes;
  unsigned char Reserved[64];
};

struct Device {
  /// Id of the context; 0: none.
  std::atomic<uint64_t> Context{0};
  std::atomic<int> Broken{0};
};
inline Device Devices[NumDevices];
inline std::atomic<uint64_t> NextContext{0};

struct Function {
  FunctionFacts Facts;
  /// Dynamic shared memory that was asked for, and the context in which.
  std::atomic<unsigned> Allowed{0};
  std::atomic<uint64_t> AllowedIn{0};

  explicit Function(FunctionFacts Facts) : Facts(std::move(Facts)) {}
  size_t maxDynamicShared(const Device &D) const {
    bool Asked = AllowedIn.load(std::memory_order_relaxed) == D.Context && D.Context;
    return Asked ? Allowed.load(std::memory_order_relaxed) : 48 * 1024 - Facts.StaticSharedBytes;
  }
};

/// Image, name, device.
using DeviceKey = std::tuple<std::string, std::string, int>;
struct HostEntry {
  std::string Image, Name;
};

// A shared library's constructors run before those of the program that registers its kernels here.
inline std::map<DeviceKey, std::unique_ptr<Function>> Functions;
inline std::map<DeviceKey, std::string> Variables;
inline std::unordered_map<const void *, HostEntry> HostFunctions, HostVariables;

struct FakeStream {
  int Mode = 0;
  bool Invalidated = false;
  std::thread::id Thread;
};
/// A memory pool, and an allocation from one.
struct FakePool {
  int Device;
  uint64_t ReleaseThreshold = 0;
  int AllowInternalDependencies = 1;
};
struct Allocation {
  FakePool *From;
  size_t Bytes;
  void *Stream;
};
inline std::mutex MemoryLock;
inline std::map<void *, Allocation> Allocations;
inline constexpr size_t DeviceBytes = size_t(1) << 32;

inline void *const BadStream = reinterpret_cast<void *>(0xbad);
inline std::mutex CaptureLock;
inline std::vector<FakeStream *> Capturing;

struct Configuration {
  Dim3 Grid, Block;
  size_t Shared;
  void *Stream;
};
struct WantedFailure {
  int Error = 0, Count = 0, After = 0;
};

/// What belongs to one thread.
struct ThreadState {
  int Device = 0, LastError = 0, Mode = 0;
  bool Current[NumDevices] = {};
  std::vector<Configuration> Configurations;
  std::vector<Launch> Launches;
  void *AllocationStream = nullptr;
  std::map<std::string, int> Calls;
  std::map<std::string, WantedFailure> Fail;
};
inline thread_local ThreadState Mine;

} // namespace fake

#endif
