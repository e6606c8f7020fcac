//===- Main.cpp - phobos-e2e: every form against float64 ------------------===//
//
// Each form runs at a few fixed sizes and at random ones. A fault prints what is needed to run that trial alone. The last
// line is 'N passed, N failed, N skipped', over trials.
//
//===----------------------------------------------------------------------===//
#include "Decisions.h"
#include "Supervise.h"
#include <cuda_runtime_api.h>
#include <cstdlib>
#include <map>
#include <random>
#include <regex>

using namespace e2e;

std::vector<Form> &e2e::forms() {
  static std::vector<Form> All;
  return All;
}

namespace {
struct CommandLine {
  std::regex Filter{""};
  TrialOptions Options;
  bool List = false, ExpectMoved = false, Fork = true;
  /// For one trial.
  int Seconds = 60;
  /// The one trial to run of each form; -1 for all.
  int Only = -1;
  int RandomTrials = 0;
  std::string Json;
};

constexpr const char *Usage = R"(usage: phobos-e2e [options]
  --filter RE     only the forms whose name contains RE
  --seed N        repeat a run; otherwise the seed is fresh
  --trial N       only trial N of each form
  --random N      random sizes a form (6; 1 with --small)
  --small         sizes and forms that a CPU simulator can bear
  --exact         both copies must agree bit for bit: for phobos-e2e-scalar, and where PHOBOS_DISABLE is set
  --expect-moved  the runtime must have launched a companion for every form that is promised to move
  --no-fork       run in this process, up to the first fault of a kernel
  --timeout S     seconds that one trial may take (60; 0: any)
  --tight         allocations without guards, for compute-sanitizer
  --json FILE     write every trial to FILE
  --list          the forms' names
)";
} // namespace

static std::vector<Sizes> fixedSizes(const Form &F, bool Small) {
  if (Small)
    return {{17, 24, 40}, {7, 2, 0}};
  std::vector<Sizes> Fixed = {{17, 24, 40}, {65, 129, 100}, {128, 128, 64}, {1, 1, 1}, {64, 257, 0}};
  if (F.Traits & Large) {
    Fixed.push_back({1000, 1000, 1000});
    Fixed.push_back({257, 1000, 1000});
  }
  return Fixed;
}

static Sizes randomSizes(Random &Rng, bool Small) {
  if (Small) {
    constexpr int Few[] = {1, 2, 7, 16, 17, 24, 40, 65};
    return {Few[Rng.below(7)], Few[Rng.below(7)], Few[Rng.below(8)]};
  }
  constexpr int Many[] = {1, 2, 7, 16, 17, 24, 40, 63, 64, 65, 100, 128, 129, 255, 257, 1000};
  for (;;) {
    Sizes S{Many[Rng.below(16)], Many[Rng.below(16)], Many[Rng.below(16)]};
    if (double(S.M) * S.N * S.K <= 7e7)
      return S;
  }
}

static uint64_t mix(uint64_t Seed, const char *Name, int Trial) {
  for (; *Name; ++Name)
    Seed = Random(Seed ^ uint64_t(*Name)).next();
  return Random(Seed ^ uint64_t(Trial)).next();
}

/// Runs one trial. False if the device is lost.
static bool runTrial(Record &R, const CommandLine &Line, Decisions &Log) {
  TrialOptions Options = Line.Options;
  Options.Seed = mix(Line.Options.Seed, R.Of->Name, R.Number);
  Options.Exact &= !(R.Of->Traits & Loose);
  bool Alive = true;
  try {
    Trial T(R.Size, Options);
    R.Of->Run(T);
    Outcome Result = T.check();
    std::copy_n(Result.Error, 2, R.Error);
    std::copy_n(Result.Bound, 2, R.Bound);
    R.Differs = Result.Differs;
    R.fail(Result.Fault);
  } catch (const DeviceError &Error) {
    R.fail(Error.what());
    Alive = cudaDeviceSynchronize() == cudaSuccess;
  }
  R.Moved = Log.companionRan();
  if (R.Fault[0])
    printFault(R, Line.Options.Seed);
  return Alive;
}

static bool parse(int Count, char **Arguments, CommandLine &Line) {
  for (int I = 1; I < Count; ++I) {
    std::string Name = Arguments[I];
    auto Next = [&] { return I + 1 < Count ? Arguments[++I] : ""; };
    if (Name == "--filter")
      Line.Filter = std::regex(Next());
    else if (Name == "--seed")
      Line.Options.Seed = std::stoull(Next());
    else if (Name == "--trial")
      Line.Only = std::stoi(Next());
    else if (Name == "--random")
      Line.RandomTrials = std::stoi(Next());
    else if (Name == "--json")
      Line.Json = Next();
    else if (Name == "--small")
      Line.Options.Small = true;
    else if (Name == "--exact")
      Line.Options.Exact = true;
    else if (Name == "--tight")
      Line.Options.Tight = true;
    else if (Name == "--no-fork")
      Line.Fork = false;
    else if (Name == "--timeout")
      Line.Seconds = std::stoi(Next());
    else if (Name == "--expect-moved")
      Line.ExpectMoved = true;
    else if (Name == "--list")
      Line.List = true;
    else
      return false;
  }
  const char *Disable = std::getenv("PHOBOS_DISABLE");
  Line.Options.Exact |= Disable && std::string(Disable) == "1";
  if (!Line.RandomTrials)
    Line.RandomTrials = Line.Options.Small ? 1 : 6;
  return true;
}

static bool selected(const Form &F, const CommandLine &Line) {
  return std::regex_search(F.Name, Line.Filter) && !(Line.Options.Small && (F.Traits & NeedsGpu));
}

static std::vector<Record> workList(const CommandLine &Line) {
  std::vector<Record> Work;
  for (Form &F : forms()) {
    if (!selected(F, Line))
      continue;
    std::vector<Sizes> All = fixedSizes(F, Line.Options.Small);
    Random Rng(mix(Line.Options.Seed, F.Name, -1));
    for (int I = 0; I < Line.RandomTrials; ++I)
      All.push_back(randomSizes(Rng, Line.Options.Small));
    for (int I = 0; I < int(All.size()); ++I) {
      if (Line.Only >= 0 && Line.Only != I)
        continue;
      Record R{};
      R.Of = &F;
      R.Number = I;
      R.Size = All[I];
      Work.push_back(R);
    }
  }
  return Work;
}

/// The promised forms of which no companion ran. A kernel's decision is logged once, so any trial may tell.
static std::vector<std::string> unmoved(const Record *Records, size_t Count) {
  std::map<Form *, bool> Moved;
  for (size_t I = 0; I < Count; ++I)
    if (!(Records[I].Of->Traits & MayStay))
      Moved[Records[I].Of] |= Records[I].Moved;
  std::vector<std::string> Texts;
  for (auto [Of, Any] : Moved)
    if (!Any)
      Texts.push_back(std::string(Of->Name) + ": no companion ran");
  return Texts;
}

int main(int Count, char **Arguments) {
  CommandLine Line;
  std::random_device Fresh;
  Line.Options.Seed = Fresh() % 1000000000;
  if (!parse(Count, Arguments, Line)) {
    std::fputs(Usage, stderr);
    return 2;
  }
  std::sort(forms().begin(), forms().end(),
            [](const Form &L, const Form &R) { return std::string(L.Name) < R.Name; });
  if (Line.List) {
    for (const Form &F : forms())
      if (selected(F, Line))
        std::puts(F.Name);
    return 0;
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(Line.Options.Seed));
  std::vector<Record> Work = workList(Line);
  Record *Records = sharedRecords(Work.size());
  std::copy(Work.begin(), Work.end(), Records);
  Decisions Log;
  if (Line.ExpectMoved)
    Log.start();
  auto Run = [&](Record &R) { return runTrial(R, Line, Log); };
  if (Line.Fork)
    supervise(Records, Work.size(), Run, Line.Seconds, [&](const Record &R) { printFault(R, Line.Options.Seed); });
  else
    runHere(Records, Work.size(), Run);

  Summary Out{Line.Options.Seed, Records, Work.size(), {}};
  if (Line.ExpectMoved)
    Out.Faults = unmoved(Records, Work.size());
  return Out.finish(Line.Json) ? 0 : 1;
}
