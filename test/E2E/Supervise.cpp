//===- Supervise.cpp - Runs the work list in a process of its own ---------===//
#include "Supervise.h"
#include <csignal>
#include <cstdio>
#include <ctime>
#include <new>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace e2e;

Record *e2e::sharedRecords(size_t Count) {
  void *Memory =
      mmap(nullptr, (Count + 1) * sizeof(Record), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    throw std::bad_alloc();
  return static_cast<Record *>(Memory);
}

void e2e::runHere(Record *Records, size_t Count, const RunRecord &Run) {
  for (size_t I = 0; I < Count; ++I) {
    if (Records[I].Done)
      continue;
    bool Alive = Run(Records[I]);
    Records[I].Done = true;
    if (!Alive)
      return;
  }
}

static size_t firstOpen(const Record *Records, size_t Count) {
  size_t I = 0;
  while (I < Count && Records[I].Done)
    ++I;
  return I;
}

/// Waits for the child to end, or kills it where it makes no progress for Seconds. Returns why it ended.
static std::string waitFor(pid_t Child, const Record *Records, size_t Count, int Seconds) {
  size_t At = firstOpen(Records, Count);
  time_t Since = time(nullptr);
  for (int Status;;) {
    if (waitpid(Child, &Status, WNOHANG) == Child)
      return WIFSIGNALED(Status) ? "killed by signal " + std::to_string(WTERMSIG(Status))
                                 : "exited with status " + std::to_string(WEXITSTATUS(Status));
    if (size_t Now = firstOpen(Records, Count); Now != At) {
      At = Now;
      Since = time(nullptr);
    }
    if (Seconds && time(nullptr) - Since > Seconds) {
      kill(Child, SIGKILL);
      waitpid(Child, &Status, 0);
      return "no end after " + std::to_string(Seconds) + " seconds";
    }
    usleep(20000);
  }
}

void e2e::supervise(Record *Records, size_t Count, const RunRecord &Run, int Seconds,
                    const std::function<void(const Record &)> &Lost) {
  while (firstOpen(Records, Count) != Count) {
    size_t Before = firstOpen(Records, Count);
    std::fflush(nullptr);
    pid_t Child = fork();
    if (Child == 0) {
      runHere(Records, Count, Run);
      std::fflush(nullptr);
      _exit(0); // no destructors: the parent's state is not the child's to end
    }
    std::string Why = waitFor(Child, Records, Count, Seconds);
    size_t After = firstOpen(Records, Count);
    bool LostAndNoted = Why == "exited with status 0" && After != Before;
    if (After != Count && !LostAndNoted) {
      Records[After].fail(Why);
      Records[After].Done = true;
      Lost(Records[After]);
    }
  }
}
