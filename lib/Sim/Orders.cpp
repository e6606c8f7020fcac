//===- Orders.cpp - Order by atomics, flags and fences ----------*- C++ -*-===//
#include "Sim/Orders.h"
#include "Sim/Machine.h"
#include "Sim/Races.h"
#include "Sim/Report.h"
#include <unordered_map>

using namespace phobos::sim;

namespace {

struct ThreadOrder {
  /// What the last fence releases with the strong writes after it.
  races::Clocks Fenced;
  /// What strong reads have seen; the next fence acquires it.
  races::Clocks Observed;
};

std::vector<ThreadOrder> Threads;
/// What the last write of an address releases, and the atomics on it since.
std::unordered_map<uint64_t, races::Clocks> Released;
/// Whether there was any fence or release: most kernels have none, and their atomics need not look.
bool Any = false;

ThreadOrder &current() {
  Threads.resize(TheMachine.Threads.size());
  return Threads[TheMachine.Current->Linear];
}

} // namespace

void orders::startCta() {
  Any = false;
  Threads.clear();
  Released.clear();
}

extern "C" void phsim_fence() {
  if (!Settings::get().Check)
    return;
  Any = true;
  ThreadOrder &T = current();
  races::acquire(T.Observed);
  T.Observed.clear();
  races::releaseInto(T.Fenced);
}

/// A strong access of the current thread, which follows at once.
extern "C" void phsim_order(uint64_t Address, uint32_t What) {
  if (!Any && !(What & OrderReleases))
    return;
  if (!Settings::get().Check)
    return;
  Any = true;
  ThreadOrder &T = current();
  races::Clocks Mine;
  if (What & OrderReleases)
    races::releaseInto(Mine);
  const races::Clocks &Source = What & OrderReleases ? Mine : T.Fenced;
  auto It = Released.find(Address);
  if (What & OrderReads && It != Released.end()) {
    if (What & OrderAcquires)
      races::acquire(It->second);
    else
      races::join(T.Observed, It->second);
  }
  if (!(What & OrderWrites))
    return;
  if (!(What & OrderReads) && It != Released.end())
    It->second.clear();
  if (!Source.empty())
    races::join(Released[Address], Source);
}
