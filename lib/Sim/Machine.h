//===- Machine.h - Threads, warps and the CTA that runs ---------*- C++ -*-===//
//
// One CTA runs at a time, each of its threads on a fiber. A fiber runs until it waits for others or ends, so execution
// is the same from run to run. docs/simulator.md describes the order.
//
// Generated code reads the first fields of Thread and all of LaunchShape by offset (Special.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_MACHINE_H
#define PHOBOS_SIM_MACHINE_H

#include "Sim/Places.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace phobos::sim {

struct Warp;
struct PendingCopies;

struct Dim3 {
  uint32_t X = 1, Y = 1, Z = 1;
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};
/// "(1,2,3)".
std::string str(Dim3 D);

/// What a warp instruction does once all its lanes have arrived; reads Warp::Posts of the lanes in Mask.
using CollectiveFn = void(Warp &W, uint32_t Mask);

/// A lane that arrived at a warp instruction.
struct WarpPost {
  uint32_t Site = 0;
  /// Operands and results, on the lane's own stack.
  void *Data = nullptr;
};

/// Lanes that wait for the rest of their mask at one kind of instruction.
struct WarpGathering {
  CollectiveFn *Fn = nullptr;
  uint32_t Mask = 0;
  uint32_t Arrived = 0;
  /// Where the first of them is, and where one is that is elsewhere.
  uint32_t Site = 0, OtherSite = 0;
};

enum class ThreadStatus : uint8_t { Ready, InWarpCollective, InBarrier, InMBarrier, InActiveMask, Exited };

struct Thread {
  Dim3 Tid;
  uint32_t Lane = 0;
  uint32_t WarpId = 0;
  /// x + y * ntid.x + z * ntid.x * ntid.y.
  uint32_t Linear = 0;

  ThreadStatus Status = ThreadStatus::Ready;
  /// Where it waits; 0 where it does not.
  uint32_t WaitSite = 0;
  /// The barrier it waits at.
  uint32_t WaitBarrier = 0;
  /// Result of the barrier or active mask that it waited for.
  uint32_t WaitResult = 0;
  /// Of the mbarrier that it waits at; and how often it asked in vain since threads last got on.
  uint64_t WaitAddress = 0;
  uint32_t Failures = 0;
  uint64_t FailedAt = 0;
  /// The suspended fiber.
  void *Context = nullptr;
  Warp *InWarp = nullptr;
  /// Atomics since it last gave way to others.
  uint32_t Spins = 0;
  /// cp.async groups; made on first use.
  std::shared_ptr<PendingCopies> Copies;
};

struct Warp {
  uint32_t Id = 0;
  /// Lanes that the CTA has; the last warp may be partial.
  uint32_t Present = 0;
  /// Of these, those that have ended.
  uint32_t Exited = 0;
  Thread *Lanes[32] = {};
  WarpPost Posts[32];
  /// Mostly one; several where lanes have gone different ways.
  std::vector<WarpGathering> Gatherings;
};

/// One of the 16 named barriers.
struct Barrier {
  /// Threads to wait for; 0: all of the CTA.
  uint32_t Expected = 0;
  uint32_t Arrived = 0;
  /// Predicates that were true.
  uint32_t True = 0;
  std::vector<Thread *> Waiting;
  /// Whether any arrival was at an instruction for all threads.
  bool Active = false;
};

/// The running launch, as special registers see it.
struct LaunchShape {
  Dim3 Grid, Block, Cta;
  uint32_t DynamicShared = 0;
  uint32_t SharedBytes = 0;
  uint32_t GridId = 0;
};

/// What ended a launch early.
struct Fault {
  /// A cudaError_t; 0 where there is none.
  int Error = 0;
};

using EntryFn = void(void **Arguments);

struct LaunchRequest {
  EntryFn *Entry = nullptr;
  void **Arguments = nullptr;
  Dim3 Grid, Block;
  uint32_t StaticShared = 0, DynamicShared = 0;
  /// Stack bytes that a thread may use.
  uint64_t StackBytes = 0;
  llvm::StringRef KernelName;
  /// For messages.
  llvm::ArrayRef<SharedVariable> Shared;
};

/// The machine's state. Launches are serialized, so there is one.
struct Machine {
  Thread *Current = nullptr;
  LaunchShape Shape;
  std::string KernelName;
  llvm::ArrayRef<SharedVariable> Shared;
  std::vector<Thread> Threads;
  std::vector<Warp> Warps;
  Barrier Barriers[16];
  uint32_t LiveThreads = 0;
  std::deque<Thread *> Ready;
  Fault Failed;

  /// Runs every CTA; returns the cudaError_t that ended it, or 0.
  int launch(const LaunchRequest &Request);

  /// Gives way until the thread is made ready again. Called on a fiber.
  void block(ThreadStatus Status, uint32_t Site);
  /// Lets every other ready thread run first. Called on a fiber.
  void yieldThread();
  void makeReady(Thread &T);
  /// Ends the launch with an error. Called on a fiber.
  [[noreturn]] void fail(int CudaError);
  /// Ends the calling thread.
  [[noreturn]] void exitThread();

private:
  int runCta(const LaunchRequest &Request);
  void startThreads(const LaunchRequest &Request);
  bool resolveStall();
};

extern Machine TheMachine;

/// The CTA's shared memory: a range below 4 GiB, since code truncates shared addresses to 32 bits.
namespace shared {
/// More than any chip's block may have.
inline constexpr uint64_t Capacity = 1 << 20;
/// Where the system's own part starts, which lies behind every block's, and its bytes. Code finds it as
/// %reserved_smem_offset_1; nothing in it is checked but its bounds.
inline constexpr uint64_t ReservedOffset = Capacity - 1024, ReservedBytes = 1024;
uint64_t base();
inline bool isReserved(uint64_t Offset, uint64_t Bytes) {
  return Offset >= ReservedOffset && Offset + Bytes <= ReservedOffset + ReservedBytes;
}
inline bool contains(uint64_t Address) { return Address - base() < Capacity; }
} // namespace shared

/// Waits until every lane of Mask has arrived here, then runs Fn once. Aligned: all must be at the same instruction.
void warpCollective(uint32_t Site, uint32_t Mask, bool Aligned, CollectiveFn *Fn, void *Data);

/// Barrier operations of bar.sync, bar.arrive and bar.red.
enum class BarrierOp : uint32_t { Sync, Arrive, RedPopc, RedAnd, RedOr };
/// Completes barriers that wait only for threads that have ended.
void threadExited(Thread &T);

} // namespace phobos::sim

#endif
