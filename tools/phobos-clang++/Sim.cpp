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
  /// Why it cannot be done; empty otherwise.
  std::string Error;
};

bool startsWith(const std::string &Text, const char *Prefix) { return Text.rfind(Prefix, 0) == 0; }

bool isCudaFile(const std::string &Name) { return fs::path(Name).extension() == ".cu"; }

/// Options whose value is the next argument.
bool takesValue(const std::string &Option) {
  static const char *const Names[] = {"-I",       "-D",        "-U",       "-isystem",  "-iquote",      "-include", "-Xclang",
                                      "-mllvm",   "-Xlinker",  "-L",       "-l",        "-Xcuda-ptxas", "-MF",      "-MT",
                                      "-MQ",      "-std",      "-target",  "-idirafter", "-imacros",    "-Xarch_host",
                                      "-Xarch_device", "-arch", "-isysroot", "-fplugin-arg"};
  return std::find(std::begin(Names), std::end(Names), Option) != std::end(Names);
}

Request sortArguments(const Strings &User) {
  Request R;
  bool CudaLanguage = false;
  for (size_t I = 0; I < User.size(); ++I) {
    const std::string &A = User[I];
    auto Next = [&] { return I + 1 < User.size() ? User[++I] : std::string(); };
    if (A == "-o") {
      R.Output = Next();
    } else if (A == "-x") {
      CudaLanguage = Next() == "cuda";
    } else if (A == "-c") {
      R.CompileOnly = true;
    } else if (A == "-v" || A == "-###") {
      R.Verbose = true;
    } else if (A == "-S" || A == "-E" || A == "-emit-llvm" || A == "-fsyntax-only" || A == "--cuda-device-only" ||
               A == "--cuda-host-only" || A == "-fgpu-rdc") {
      R.Error = "'" + A + "' does not go with --sim, which makes objects and programs";
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
      R.LinkInputs.push_back(A);
    }
  }
  if (R.Archs.empty())
    R.Archs.push_back("sm_90");
  if (R.CompileOnly && R.CudaFiles.size() > 1 && !R.Output.empty())
    R.Error = "-o with -c and several files";
  return R;
}

int run(const Strings &Command, bool Verbose) {
  std::vector<char *> Argv;
  for (const std::string &A : Command) {
    Argv.push_back(const_cast<char *>(A.c_str()));
    if (Verbose)
      std::fprintf(stderr, " \"%s\"", A.c_str());
  }
  if (Verbose)
    std::fprintf(stderr, "\n");
  Argv.push_back(nullptr);
  const pid_t Child = fork();
  if (Child == 0) {
    execvp(Argv[0], Argv.data());
    std::fprintf(stderr, "phobos-clang++: error: cannot run '%s': %s\n", Argv[0], std::strerror(errno));
    _exit(127);
  }
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) < 0)
    return 1;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
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
  auto compile = [&](const Strings &Last) {
    Strings Command = baseCommand(P);
    // Line tables are what findings are reported with; the user's own -g comes later and wins.
    Command.push_back("-gline-tables-only");
    Command.insert(Command.end(), R.Flags.begin(), R.Flags.end());
    Command.insert(Command.end(), Last.begin(), Last.end());
    Command.insert(Command.end(), {"-c", "-x", "cuda", Source});
    return run(Command, R.Verbose);
  };
  Strings Files;
  for (const std::string &Arch : R.Archs) {
    Files.push_back(Temp.file("device-" + Arch + ".bc"));
    if (int Status = compile({"--cuda-device-only", "--cuda-gpu-arch=" + Arch, "-emit-llvm", "-o", Files.back()}))
      return Status;
  }
  const std::string Image = Temp.file("device.phsim");
  if (!pack(R.Archs, Files, Image)) {
    std::fprintf(stderr, "phobos-clang++: error: cannot pack the device code of '%s'\n", Source.c_str());
    return 1;
  }
  Strings Host = {"--cuda-host-only", "--cuda-gpu-arch=" + R.Archs[0], "-Xclang", "-fcuda-include-gpubinary",
                  "-Xclang",          Image,                           "-o",      Object};
  Host.insert(Host.begin(), R.HostFlags.begin(), R.HostFlags.end());
  return compile(Host);
}

int link(const Paths &P, const Request &R, const Strings &Objects) {
  Strings Command = baseCommand(P);
  for (const std::string &Flag : R.Flags)
    if (!startsWith(Flag, "-fplugin-arg-"))
      Command.push_back(Flag);
  Command.insert(Command.end(), Objects.begin(), Objects.end());
  Command.insert(Command.end(), R.LinkInputs.begin(), R.LinkInputs.end());
  Command.insert(Command.end(), {"--start-no-unused-arguments", "-L" + P.Libraries.string(), "-lphobos-sim-cudart",
                                 "-Wl,-rpath," + P.Libraries.string(), "--end-no-unused-arguments"});
  Command.insert(Command.end(), {"-o", R.Output.empty() ? "a.out" : R.Output});
  return run(Command, R.Verbose);
}

} // namespace

int runSimulated(const Paths &P, const Strings &User) {
  const Request R = sortArguments(User);
  if (!R.Error.empty()) {
    std::fprintf(stderr, "phobos-clang++: error: %s\n", R.Error.c_str());
    return 1;
  }
  if (P.Cuda.empty() && !R.CudaFiles.empty()) {
    std::fprintf(stderr, "phobos-clang++: error: --sim needs CUDA's headers; set CUDA_PATH\n");
    return 1;
  }
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
  return R.CompileOnly ? 0 : link(P, R, Objects);
}
