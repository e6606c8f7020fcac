//===- Main.cpp - phobos-bench: original, companion, vendor library -------===//
//
// One program to carry to a machine with a GPU: it needs a driver, and the vendor library if there is to be a comparison.
//
//===----------------------------------------------------------------------===//
#include "Device.h"
#include "Gemm.h"
#include "LaunchTime.h"
#include <cmath>
#include <ctime>
#include <regex>
#include <sstream>
#include <unistd.h>

using namespace bench;

namespace {
struct CommandLine {
  std::vector<int> Sizes = {1024, 4096, 8192};
  std::regex Filter{""};
  GemmOptions Gemm;
  std::string Json;
  bool Launch = true, LaunchOnly = false;
};

constexpr const char *Usage = R"(usage: phobos-bench [options]
  --sizes N,N,...   sides of square products (1024,4096,8192)
  --filter RE       only the cases whose name contains RE
  --repeats N       timed runs of companion and library (20)
  --no-original     leave out the original kernels, which take most of the time
  --no-launch       leave out the host times of launches
  --json FILE       write the results to FILE
)";

struct Row {
  const GemmCase *Case;
  int Size;
  GemmResult Result;

  double tflops(double Milliseconds) const { return 2e-9 * Size * Size * Size / Milliseconds; }
  bool good() const { return Result.CompanionError <= Result.Bound; }
};

/// Microseconds; negative where not measured.
struct LaunchTimes {
  double Plain = -1, Original = -1, Annotated = -1, Disabled = -1;
};
} // namespace

static bool parse(int Count, char **Arguments, CommandLine &Line) {
  for (int I = 1; I < Count; ++I) {
    std::string Name = Arguments[I];
    auto Next = [&] { return std::string(I + 1 < Count ? Arguments[++I] : ""); };
    if (Name == "--sizes") {
      Line.Sizes.clear();
      std::istringstream List(Next());
      for (std::string Each; std::getline(List, Each, ',');)
        Line.Sizes.push_back(std::stoi(Each));
    } else if (Name == "--filter")
      Line.Filter = std::regex(Next());
    else if (Name == "--repeats")
      Line.Gemm.Repeats = std::max(1, std::stoi(Next()));
    else if (Name == "--no-original")
      Line.Gemm.Original = false;
    else if (Name == "--no-launch")
      Line.Launch = false;
    else if (Name == "--json")
      Line.Json = Next();
    else if (Name == "--launch-only") // how this program calls itself
      Line.LaunchOnly = true;
    else
      return false;
  }
  return true;
}

/// The runtime reads PHOBOS_DISABLE as the process starts, so this takes one of its own.
static double disabledLaunchTime() {
  double Time = -1;
  char Self[4096];
  ssize_t Length = readlink("/proc/self/exe", Self, sizeof Self - 1);
  if (Length <= 0)
    return Time;
  std::string Command = "PHOBOS_DISABLE=1 '" + std::string(Self, Length) + "' --launch-only";
  if (FILE *Child = popen(Command.c_str(), "r")) {
    if (std::fscanf(Child, "%lf", &Time) != 1)
      Time = -1;
    pclose(Child);
  }
  return Time;
}

static void printRow(const Row &R) {
  auto Time = [&](double Milliseconds) {
    char Text[40] = "        -       -";
    if (Milliseconds > 0)
      std::snprintf(Text, sizeof Text, "%9.3f %7.1f", Milliseconds, R.tflops(Milliseconds));
    return std::string(Text);
  };
  auto Ratio = [](double Over, double Under) {
    char Text[16] = "     -";
    if (Over > 0 && Under > 0)
      std::snprintf(Text, sizeof Text, "%6.2f", Over / Under);
    return std::string(Text);
  };
  const GemmResult &G = R.Result;
  std::printf("%-34s %5d %s %s %s %s %s  %.1e %.1e %s\n", R.Case->Text, R.Size, Time(G.Original).c_str(),
              Time(G.Companion).c_str(), Time(G.Library).c_str(), Ratio(G.Original, G.Companion).c_str(),
              Ratio(G.Library, G.Companion).c_str(), G.CompanionError, G.Bound, R.good() ? "ok" : "WRONG");
  std::fflush(stdout);
}

static bool writeJson(const std::string &File, const std::string &Gpu, const std::string &Library,
                      const std::vector<Row> &Rows, const LaunchTimes &Launch) {
  FILE *Out = std::fopen(File.c_str(), "w");
  if (!Out)
    return false;
  auto Number = [](double X) {
    char Text[32] = "null";
    if (std::isfinite(X) && X >= 0)
      std::snprintf(Text, sizeof Text, "%.6g", X);
    return std::string(Text);
  };
  char Date[32];
  time_t Now = time(nullptr);
  std::strftime(Date, sizeof Date, "%Y-%m-%d", std::gmtime(&Now));
  std::fprintf(Out, "{\"version\":1,\"date\":\"%s\",\"gpu\":\"%s\",\"library\":\"%s\",\n\"products\":[", Date, Gpu.c_str(),
               Library.c_str());
  for (size_t I = 0; I < Rows.size(); ++I) {
    const GemmResult &G = Rows[I].Result;
    std::fprintf(Out,
                 "%s\n{\"case\":\"%s\",\"size\":%d,\"original_ms\":%s,\"companion_ms\":%s,\"library_ms\":%s,"
                 "\"original_error\":%s,\"companion_error\":%s,\"library_error\":%s,\"bound\":%s}",
                 I ? "," : "", Rows[I].Case->Name, Rows[I].Size, Number(G.Original).c_str(), Number(G.Companion).c_str(),
                 Number(G.Library).c_str(), Number(G.OriginalError).c_str(), Number(G.CompanionError).c_str(),
                 Number(G.LibraryError).c_str(), Number(G.Bound).c_str());
  }
  std::fprintf(Out, "],\n\"launch_us\":{\"plain\":%s,\"original\":%s,\"annotated\":%s,\"disabled\":%s}}\n",
               Number(Launch.Plain).c_str(), Number(Launch.Original).c_str(), Number(Launch.Annotated).c_str(),
               Number(Launch.Disabled).c_str());
  return std::fclose(Out) == 0;
}

int main(int Count, char **Arguments) {
  CommandLine Line;
  if (!parse(Count, Arguments, Line)) {
    std::fputs(Usage, stderr);
    return 2;
  }
  if (Line.LaunchOnly) {
    std::printf("%.6f\n", launchTimeAnnotated());
    return 0;
  }
  cudaDeviceProp Device;
  check(cudaGetDeviceProperties(&Device, 0));
  std::string Why, Gpu = std::string(Device.name) + ", sm_" + std::to_string(Device.major) + std::to_string(Device.minor) +
                         ", " + std::to_string(Device.multiProcessorCount) + " SMs";
  std::unique_ptr<Cublas> Library = Cublas::open(Why);
  std::string LibraryName = Library ? "cuBLAS " + Library->version() : "";
  std::printf("%s; %s\n", Gpu.c_str(), Library ? LibraryName.c_str() : ("no cuBLAS: " + Why).c_str());
  std::printf("\n%-34s %5s %17s %17s %17s %6s %6s  %7s %7s\n%-34s %5s %17s %17s %17s %6s %6s  %7s %7s\n", "", "", "original",
              "companion", "cuBLAS", "x orig", "x lib", "error", "bound", "product", "size", "ms TFLOP/s", "ms TFLOP/s",
              "ms TFLOP/s", "", "", "", "");
  std::vector<Row> Rows;
  bool Good = true;
  for (const GemmCase &Case : gemmCases()) {
    if (!std::regex_search(Case.Name, Line.Filter))
      continue;
    for (int Size : Line.Sizes) {
      Rows.push_back({&Case, Size, Case.Run(Size, Line.Gemm, Library.get())});
      printRow(Rows.back());
      Good &= Rows.back().good();
    }
  }
  LaunchTimes Launch;
  if (Line.Launch) {
    Launch = {launchTimePlain(), launchTimeOriginal(), launchTimeAnnotated(), disabledLaunchTime()};
    std::printf("\nhost time of a launch, call to return, median of 1,000 with the device idle before each, in us:\n"
                "  without the plugin  %.3f\n  not annotated       %.3f (%+.3f)\n  annotated           %.3f (%+.3f)\n"
                "  PHOBOS_DISABLE=1    %.3f (%+.3f)\n",
                Launch.Plain, Launch.Original, Launch.Original - Launch.Plain, Launch.Annotated,
                Launch.Annotated - Launch.Plain, Launch.Disabled, Launch.Disabled - Launch.Plain);
  }
  if (!Line.Json.empty() && !writeJson(Line.Json, Gpu, LibraryName, Rows, Launch)) {
    std::fprintf(stderr, "phobos-bench: cannot write %s\n", Line.Json.c_str());
    return 2;
  }
  return Good ? 0 : 1;
}
