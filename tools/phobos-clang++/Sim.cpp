//===- Sim.cpp - phobos-clang++ --sim ---------------------------*- C++ -*-===//
//
// For each CUDA file: device bitcode for each architecture, packed where a fat binary would be, then the host's object.
// Linking takes the simulator's cudart in place of NVIDIA's. docs/simulator.md is the user's page.
//
//===----------------------------------------------------------------------===//
#include "Command.h"
#include "Sim/ImageFormat.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

namespace {

/// The user's command line, sorted.
struct Request {
  Strings CudaFiles;
  /// Objects, archives, C++ files, -l, -L, -Wl: for the linking step, in order.
  Strings LinkInputs;
  /// What every compilation gets.
  Strings Flags;
  /// Dependency files: the host's compilation makes them.
  Strings HostFlags;
  Strings Archs;
  std::string Output;
  bool CompileOnly = false;
  bool Verbose = false;
  /// -###: commands are printed, and none runs.
  bool PrintOnly = false;
  /// Files that are compiled or linked and are not CUDA's.
  unsigned OtherFiles = 0;
  /// Why it cannot be done; empty otherwise.
  std::string Error;
};

bool startsWith(const std::string &Text, const char *Prefix) { return Text.rfind(Prefix, 0) == 0; }

bool isCudaFile(const std::string &Name) { return fs::path(Name).extension() == ".cu"; }

/// Options whose value is the next argument.
bool takesValue(const std::string &Option) {
  static const char *const Names[] = {
      "-I",       "-D",         "-U",       "-isystem",     "-iquote",       "-include", "-Xclang",   "-mllvm",
      "-Xlinker", "-L",         "-l",       "-Xcuda-ptxas", "-MF",           "-MT",      "-MQ",       "-std",
      "-target",  "-idirafter", "-imacros", "-Xarch_host",  "-Xarch_device", "-arch",    "-isysroot", "-fplugin-arg"};
  return std::find(std::begin(Names), std::end(Names), Option) != std::end(Names);
}

/// Why the option cannot be had with --sim; null where it can.
const char *refusal(const std::string &Option) {
  static const char *const NoObject[] = {"-S",
                                         "-E",
                                         "-M",
                                         "-MM",
                                         "-emit-llvm",
                                         "-fsyntax-only",
                                         "--analyze",
                                         "--precompile",
                                         "-r",
                                         "--cuda-device-only",
                                         "--cuda-host-only",
                                         "-fgpu-rdc"};
  if (std::find(std::begin(NoObject), std::end(NoObject), Option) != std::end(NoObject))
    return "which makes objects and programs that are complete";
  if (Option == "-static" || Option == "-static-pie" || Option == "--static")
    return "whose runtime is a shared library";
  return nullptr;
}

/// Options with which clang says something and compiles nothing.
bool onlyAsks(const std::string &Option) {
  return Option == "--version" || startsWith(Option, "--help") || Option == "-help" || startsWith(Option, "-print-") ||
         startsWith(Option, "--print-") || startsWith(Option, "-dump");
}

Request sortArguments(const Strings &User) {
  Request R;
  bool CudaLanguage = false;
  // Of the next file that is not CUDA's.
  std::string Language;
  for (size_t I = 0; I < User.size(); ++I) {
    const std::string &A = User[I];
    auto Next = [&] { return I + 1 < User.size() ? User[++I] : std::string(); };
    if (startsWith(A, "-o") && !startsWith(A, "-obj")) {
      R.Output = A == "-o" ? Next() : A.substr(2);
      if (R.Output.empty())
        R.Error = "'-o' needs the name of a file";
    } else if (startsWith(A, "-x") && A.size() <= 5) {
      Language = A == "-x" ? Next() : A.substr(2);
      CudaLanguage = Language == "cuda";
    } else if (A == "-c") {
      R.CompileOnly = true;
    } else if (A == "-v" || A == "-###") {
      R.Verbose = true;
      R.PrintOnly |= A == "-###";
    } else if (const char *Why = refusal(A)) {
      R.Error = "'" + A + "' does not go with --sim, " + Why;
    } else if (startsWith(A, "--cuda-gpu-arch=") || startsWith(A, "--offload-arch=")) {
      std::string Names = A.substr(A.find('=') + 1);
      for (size_t At = 0; At <= Names.size();) {
        size_t End = std::min(Names.find(',', At), Names.size());
        R.Archs.push_back(Names.substr(At, End - At));
        At = End + 1;
      }
    } else if (startsWith(A, "-l") || startsWith(A, "-L") || startsWith(A, "-Wl,") || A == "-Xlinker") {
      // NVIDIA's runtime would answer in place of ours.
      const bool Cudart = startsWith(A, "-lcudart");
      if (!Cudart)
        R.LinkInputs.push_back(A);
      if (A == "-l" || A == "-L" || A == "-Xlinker")
        R.LinkInputs.push_back(Next());
    } else if (startsWith(A, "-M")) {
      R.HostFlags.push_back(A);
      if (A == "-MF" || A == "-MT" || A == "-MQ")
        R.HostFlags.push_back(Next());
    } else if (A[0] == '-' && A.size() > 1) {
      R.Flags.push_back(A);
      if (takesValue(A))
        R.Flags.push_back(Next());
    } else if (CudaLanguage || isCudaFile(A)) {
      R.CudaFiles.push_back(A);
    } else {
      if (!Language.empty())
        R.LinkInputs.insert(R.LinkInputs.end(), {"-x", std::exchange(Language, {})});
      R.LinkInputs.push_back(A);
      ++R.OtherFiles;
    }
  }
  if (R.CudaFiles.empty() && !R.OtherFiles)
    R.Error = "no input files";
  if (!R.CudaFiles.empty())
    for (const std::string &File : R.LinkInputs)
      if (File[0] == '@')
        R.Error = "'" + File + "': response files do not go with --sim and CUDA files; give the arguments themselves";
  if (R.Archs.empty())
    R.Archs.push_back("sm_90");
  if (R.CompileOnly && R.CudaFiles.size() + R.OtherFiles > 1 && !R.Output.empty())
    R.Error = "-o with -c and several files";
  return R;
}

/// The simulator's chips, and whether it has one for code of Arch.
std::string simulatedChips(const std::string &Arch, bool &Has) {
  std::string Names;
#define SIM_CHIP(Name, ...)                                                                                            \
  Has |= Arch == Name;                                                                                                 \
  Names += std::string(Names.empty() ? "" : ", ") + Name;
#include "Sim/Chips.def"
  return Names;
}

void warnOfUnknownChips(const Strings &Archs) {
  for (const std::string &Arch : Archs) {
    bool Has = false;
    const std::string Names = simulatedChips(Arch, Has);
    if (!Has)
      std::fprintf(
          stderr,
          "phobos-clang++: warning: the simulator has no chip '%s'; set PHOBOS_SIM_CHIP when the program runs, to "
          "one of %s\n",
          Arch.c_str(), Names.c_str());
  }
}

/// Runs the command, which finds the file Input, if any, in standard input.
int run(const Strings &Command, const Request &R, const std::string &Input = {}) {
  std::vector<char *> Argv;
  for (const std::string &A : Command) {
    Argv.push_back(const_cast<char *>(A.c_str()));
    if (R.Verbose)
      std::fprintf(stderr, " \"%s\"", A.c_str());
  }
  if (R.Verbose)
    std::fprintf(stderr, "\n");
  if (R.PrintOnly)
    return 0;
  Argv.push_back(nullptr);
  const pid_t Child = fork();
  if (Child == 0) {
    if (!Input.empty() && !std::freopen(Input.c_str(), "r", stdin))
      _exit(127);
    execvp(Argv[0], Argv.data());
    std::fprintf(stderr, "phobos-clang++: error: cannot run '%s': %s\n", Argv[0], std::strerror(errno));
    _exit(127);
  }
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) < 0)
    return 1;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

/// Flags that a step has no use for are another step's.
void addFlags(Strings &Command, const Strings &Flags) {
  Command.push_back("--start-no-unused-arguments");
  Command.insert(Command.end(), Flags.begin(), Flags.end());
  Command.push_back("--end-no-unused-arguments");
}

/// A directory that is gone when the program ends.
class Temporary {
  fs::path Path;

public:
  Temporary() {
    std::string Template = (fs::temp_directory_path() / "phobos-sim-XXXXXX").string();
    Path = mkdtemp(Template.data());
  }
  ~Temporary() {
    std::error_code Error;
    fs::remove_all(Path, Error);
  }
  std::string file(const std::string &Name) const { return (Path / Name).string(); }
};

/// Puts the bitcode of each architecture into one image.
bool pack(const Strings &Archs, const Strings &Files, const std::string &Image) {
  using namespace phobos::sim;
  std::string Headers, Data;
  ImageHeader Head = {};
  std::memcpy(Head.Magic, ImageMagic, sizeof(ImageMagic));
  Head.Version = ImageVersion;
  Head.Count = Archs.size();
  Headers.assign(reinterpret_cast<const char *>(&Head), sizeof(Head));
  const uint64_t HeaderBytes = sizeof(Head) + Archs.size() * sizeof(ImageEntryHeader);
  Data.resize((ImageAlign - HeaderBytes % ImageAlign) % ImageAlign);
  for (size_t I = 0; I < Archs.size(); ++I) {
    std::ifstream In(Files[I], std::ios::binary);
    const std::string Bitcode((std::istreambuf_iterator<char>(In)), {});
    if (Bitcode.empty())
      return false;
    ImageEntryHeader Entry = {};
    std::strncpy(Entry.Arch, Archs[I].c_str(), sizeof(Entry.Arch) - 1);
    Entry.Offset = HeaderBytes + Data.size();
    Entry.Size = Bitcode.size();
    Headers.append(reinterpret_cast<const char *>(&Entry), sizeof(Entry));
    Data += Bitcode;
    Data.resize((Data.size() + HeaderBytes + ImageAlign - 1) / ImageAlign * ImageAlign - HeaderBytes);
  }
  std::ofstream Out(Image, std::ios::binary);
  Out << Headers << Data;
  return bool(Out);
}

int compileCuda(const Paths &P, const Request &R, const Temporary &Temp, const std::string &Source,
                const std::string &Object) {
  // Standard input can be read once, and is compiled several times.
  std::string Input;
  if (Source == "-" && !R.PrintOnly) {
    Input = Temp.file("input");
    std::ofstream Copy(Input, std::ios::binary);
    for (int C; (C = std::getchar()) != EOF;)
      Copy.put(char(C));
  }
  auto compile = [&](const Strings &Last) {
    Strings Command = baseCommand(P);
    // Line tables are what findings are reported with; the user's own -g comes later and wins.
    Command.push_back("-gline-tables-only");
    addFlags(Command, R.Flags);
    Command.insert(Command.end(), Last.begin(), Last.end());
    Command.insert(Command.end(), {"-c", "-x", "cuda", Source});
    return run(Command, R, Input);
  };
  Strings Files;
  for (const std::string &Arch : R.Archs) {
    Files.push_back(Temp.file("device-" + Arch + ".bc"));
    if (int Status = compile({"--cuda-device-only", "--cuda-gpu-arch=" + Arch, "-emit-llvm", "-o", Files.back()}))
      return Status;
  }
  const std::string Image = Temp.file("device.phsim");
  if (!R.PrintOnly && !pack(R.Archs, Files, Image)) {
    std::fprintf(stderr, "phobos-clang++: error: cannot pack the device code of '%s'\n", Source.c_str());
    return 1;
  }
  Strings Host = {"--cuda-host-only",
                  "--cuda-gpu-arch=" + R.Archs[0],
                  "-Xclang",
                  "-fcuda-include-gpubinary",
                  "-Xclang",
                  Image,
                  "-o",
                  Object};
  // Where it is not named, the dependency file lies beside what is made, not beside the temporary object.
  auto IsMD = [](const std::string &Flag) { return Flag == "-MD" || Flag == "-MMD"; };
  auto IsMF = [](const std::string &Flag) { return startsWith(Flag, "-MF"); };
  if (!R.CompileOnly && std::any_of(R.HostFlags.begin(), R.HostFlags.end(), IsMD) &&
      std::none_of(R.HostFlags.begin(), R.HostFlags.end(), IsMF))
    Host.insert(Host.end(), {"-MF", fs::path(Source).stem().string() + ".d"});
  Host.insert(Host.begin(), R.HostFlags.begin(), R.HostFlags.end());
  return compile(Host);
}

/// The step that has everything but the CUDA files: linking, or with -c the other files' compilation.
int finish(const Paths &P, const Request &R, const Strings &Objects) {
  Strings Command = baseCommand(P), Flags;
  for (const std::string &Flag : R.Flags)
    if (R.CompileOnly || !startsWith(Flag, "-fplugin-arg-"))
      Flags.push_back(Flag);
  addFlags(Command, Flags);
  if (R.CompileOnly) {
    Command.insert(Command.end(), R.HostFlags.begin(), R.HostFlags.end());
    addFlags(Command, R.LinkInputs);
    Command.push_back("-c");
  } else {
    Command.insert(Command.end(), Objects.begin(), Objects.end());
    Command.insert(Command.end(), R.LinkInputs.begin(), R.LinkInputs.end());
    Command.insert(Command.end(), {"--start-no-unused-arguments", "-L" + P.Libraries.string(), "-lphobos-sim-cudart",
                                   "-Wl,-rpath," + P.Libraries.string(), "--end-no-unused-arguments"});
  }
  if (!R.CompileOnly || !R.Output.empty())
    Command.insert(Command.end(), {"-o", R.Output.empty() ? "a.out" : R.Output});
  return run(Command, R);
}

} // namespace

int runSimulated(const Paths &P, const Strings &User) {
  Request R = sortArguments(User);
  if (std::any_of(User.begin(), User.end(), onlyAsks)) {
    Strings Command = baseCommand(P);
    Command.insert(Command.end(), User.begin(), User.end());
    R.Verbose = R.PrintOnly = false;
    return run(Command, R);
  }
  if (!R.Error.empty()) {
    std::fprintf(stderr, "phobos-clang++: error: %s\n", R.Error.c_str());
    return 1;
  }
  if (P.Cuda.empty() && !R.CudaFiles.empty()) {
    std::fprintf(stderr, "phobos-clang++: error: --sim needs CUDA's headers; set CUDA_PATH\n");
    return 1;
  }
  if (!R.CudaFiles.empty())
    warnOfUnknownChips(R.Archs);
  Temporary Temp;
  Strings Objects;
  for (const std::string &Source : R.CudaFiles) {
    std::string Object = Temp.file(fs::path(Source).stem().string() + std::to_string(Objects.size()) + ".o");
    if (R.CompileOnly)
      Object = R.Output.empty() ? fs::path(Source).stem().string() + ".o" : R.Output;
    if (int Status = compileCuda(P, R, Temp, Source, Object))
      return Status;
    Objects.push_back(Object);
  }
  return R.CompileOnly && !R.OtherFiles && !R.CudaFiles.empty() ? 0 : finish(P, R, Objects);
}
