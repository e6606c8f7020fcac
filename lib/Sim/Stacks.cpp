//===- Stacks.cpp - Fiber stacks, and faults on them ------------*- C++ -*-===//
#include "Sim/Stacks.h"
#include "Sim/Checks.h"
#include "Sim/Report.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <driver_types.h>
#include <sys/mman.h>

using namespace phobos::sim;

static constexpr uint64_t GuardBytes = 64 << 10;
static constexpr uint64_t SmallestStack = 192 << 10;

namespace {
struct Pool {
  uint64_t Base = 0;
  uint64_t Mapped = 0;
  /// Guard and stack.
  uint64_t Stride = 0;
};
} // namespace
static Pool Stacks;

void phobos::sim::prepareFiberStacks(uint32_t Count, uint64_t Bytes) {
  uint64_t Stride = llvm::alignTo(std::max(Bytes + (64 << 10), SmallestStack), 4096) + GuardBytes;
  Stride = std::max(Stride, Stacks.Stride);
  if (Stride * Count <= Stacks.Mapped && Stride == Stacks.Stride)
    return;
  if (Stacks.Base)
    munmap(reinterpret_cast<void *>(Stacks.Base), Stacks.Mapped);
  Stacks.Stride = Stride;
  Stacks.Mapped = Stride * std::max(Count, 1024u);
  void *P = mmap(nullptr, Stacks.Mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED) {
    fprintf(stderr, "phobos-sim: error: cannot map %llu bytes of thread stacks\n", (unsigned long long)Stacks.Mapped);
    abort();
  }
  Stacks.Base = reinterpret_cast<uint64_t>(P);
  for (uint64_t At = Stacks.Base; At < Stacks.Base + Stacks.Mapped; At += Stride)
    mprotect(reinterpret_cast<void *>(At), GuardBytes, PROT_NONE);
}

FiberStack phobos::sim::fiberStack(uint32_t Index) {
  return {Stacks.Base + (Index + 1) * Stacks.Stride, Stacks.Stride - GuardBytes};
}

bool phobos::sim::inFiberStacks(uint64_t Address) { return Address - Stacks.Base < Stacks.Mapped; }

static struct sigaction OldSegv, OldBus, OldFpe;

/// Runs on the alternate stack. The faulting fiber is abandoned: the scheduler goes on from its own context.
static void onFault(int Signal, siginfo_t *Info, void *) {
  if (!TheMachine.Current) {
    sigaction(Signal, Signal == SIGSEGV ? &OldSegv : Signal == SIGBUS ? &OldBus : &OldFpe, nullptr);
    return;
  }
  uint64_t Address = reinterpret_cast<uint64_t>(Info->si_addr);
  sigset_t Unblock;
  sigemptyset(&Unblock);
  sigaddset(&Unblock, Signal);
  sigprocmask(SIG_UNBLOCK, &Unblock, nullptr);
  if (Signal == SIGFPE) {
    report(Finding::Trap, 0, "arithmetic fault");
    TheMachine.fail(cudaErrorLaunchFailure);
  }
  if (inFiberStacks(Address)) {
    report(Finding::StackOverflow, checks::lastSite(), "a thread's local memory is used up");
    TheMachine.fail(cudaErrorIllegalAddress);
  }
  std::string Text;
  llvm::raw_string_ostream(Text) << "access to " << llvm::format_hex(Address, 0) << ", which is no device memory";
  report(Finding::OutOfBounds, 0, Text);
  TheMachine.fail(cudaErrorIllegalAddress);
}

FaultScope::FaultScope() {
  static char *AlternateStack = static_cast<char *>(malloc(256 << 10));
  stack_t Alternate = {};
  Alternate.ss_sp = AlternateStack;
  Alternate.ss_size = 256 << 10;
  sigaltstack(&Alternate, nullptr);
  struct sigaction Action = {};
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &Action, &OldSegv);
  sigaction(SIGBUS, &Action, &OldBus);
  sigaction(SIGFPE, &Action, &OldFpe);
}

FaultScope::~FaultScope() {
  sigaction(SIGSEGV, &OldSegv, nullptr);
  sigaction(SIGBUS, &OldBus, nullptr);
  sigaction(SIGFPE, &OldFpe, nullptr);
  stack_t Off = {};
  Off.ss_flags = SS_DISABLE;
  sigaltstack(&Off, nullptr);
}
