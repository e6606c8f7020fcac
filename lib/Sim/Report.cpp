//===- Report.cpp - What the simulator tells its user -----------*- C++ -*-===//
#include "Sim/Report.h"
#include "Sim/Machine.h"
#include "Sim/Places.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace llvm;
using namespace phobos::sim;

StringRef phobos::sim::name(Finding F) {
  switch (F) {
  case Finding::OutOfBounds:
    return "out-of-bounds";
  case Finding::UseAfterFree:
    return "use after free";
  case Finding::Misaligned:
    return "misaligned";
  case Finding::Uninitialized:
    return "uninitialized read";
  case Finding::Race:
    return "race";
  case Finding::DivergentCollective:
    return "divergent collective";
  case Finding::MissingWait:
    return "missing wait";
  case Finding::StackOverflow:
    return "stack overflow";
  case Finding::Trap:
    return "trap";
  case Finding::NotSimulated:
    return "not simulated";
  case Finding::ConstantWrite:
    return "constant written";
  }
  return "";
}

static std::vector<Site> &sites() {
  static std::vector<Site> *Sites = new std::vector<Site>(1);
  return *Sites;
}

uint32_t phobos::sim::addSite(Site S) {
  sites().push_back(std::move(S));
  return sites().size() - 1;
}

const Site &phobos::sim::site(uint32_t Id) { return sites()[Id]; }

static unsigned Findings;
static std::mutex PrintLock;

unsigned phobos::sim::findings() { return Findings; }

static void summarize() {
  fflush(stdout);
  fprintf(stderr, "phobos-sim: %u error%s\n", Findings, Findings == 1 ? "" : "s");
}

void phobos::sim::exitIfStrict() {
  if (!Findings || !Settings::get().Strict)
    return;
  summarize();
  fflush(stderr);
  _exit(86);
}

static void print(const std::string &Text) {
  std::lock_guard<std::mutex> Guard(PrintLock);
  if (!Findings++)
    atexit(summarize);
  // What the program printed comes first, as it happened first.
  fflush(stdout);
  fprintf(stderr, "phobos-sim: error: %s\n", Text.c_str());
}

/// "#12" of what Text says of an allocation; empty where it names none.
static std::string allocationIn(StringRef Text) {
  const size_t At = Text.find("allocation #");
  return At == StringRef::npos ? "" : Text.substr(At).split(' ').second.split(' ').first.str();
}

bool phobos::sim::report(Finding F, uint32_t SiteId, const std::string &Text) {
  const bool Generated = isCompanion(TheMachine.KernelName);
  const std::string Allocation = Generated ? allocationIn(Text) : "";
  // Many places of generated code come from one access in the source.
  static std::set<std::pair<std::pair<Finding, std::string>, std::string>> Causes;
  if (!Allocation.empty() && !Causes.insert({{F, TheMachine.KernelName}, Allocation}).second)
    return false;
  static std::set<std::pair<std::pair<Finding, uint32_t>, std::string>> Reported;
  // Without a place, the text tells findings apart.
  if (!Reported.insert({{F, SiteId}, SiteId ? "" : Text}).second)
    return false;
  const Machine &M = TheMachine;
  const Site &S = site(SiteId);
  std::string Where = "\nphobos-sim:   in kernel '" + kernelText(M.KernelName) + "'";
  if (M.Current)
    Where += ", block " + str(M.Shape.Cta) + ", thread " + str(M.Current->Tid);
  if (!S.Location.empty())
    Where += ", at " + S.Location;
  if (!S.Function.empty() && S.Function != M.KernelName)
    Where += ", in '" + demangle(S.Function) + "'";
  static bool Said = false;
  if (Generated && !std::exchange(Said, true))
    Where += "\nphobos-sim:   generated code; PHOBOS_DISABLE=1 runs the original, whose findings have lines";
  print(name(F).str() + ": " + Text + Where);
  return true;
}

void phobos::sim::reportHost(Finding F, const std::string &Text) {
  print(name(F).str() + ": " + Text);
  exitIfStrict();
}

void phobos::sim::reportSetting(const std::string &Text) { print(Text); }

void phobos::sim::trace(const std::string &Text) {
  if (!Settings::get().Trace)
    return;
  std::lock_guard<std::mutex> Guard(PrintLock);
  fprintf(stderr, "phobos-sim: %s\n", Text.c_str());
}
