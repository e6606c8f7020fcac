//===- main.cpp - clang++ with everything set -------------------*- C++ -*-===//
//
//     phobos-clang++ ARGS  =  clang++-22 -fplugin=libphobos.so -I<include> --cuda-path=<CUDA> ARGS <cudart>
//
// What belongs to the plugin is found beside this program, so that a copied or installed tree works; clang and CUDA are
// those of the configuration, and the variable CUDA_PATH wins over the latter. All arguments go on to clang as they
// are. Where CUDA code is compiled and no architecture is named, there is one.
//
//===----------------------------------------------------------------------===//
#include "Command.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

Paths findPaths() {
  std::error_code Error;
  fs::path Prefix = fs::read_symlink("/proc/self/exe", Error).parent_path().parent_path();
  Paths P;
  P.Clang = fs::exists(PHOBOS_CLANG, Error) ? PHOBOS_CLANG : PHOBOS_CLANG_NAME;
  P.Libraries = Prefix / "lib";
  P.Plugin = P.Libraries / "libphobos.so";
  fs::path Installed = Prefix / "include";
  P.Include = fs::exists(Installed / "phobos", Error) ? Installed : fs::path(PHOBOS_INCLUDE);
  const char *Wanted = std::getenv("CUDA_PATH");
  P.Cuda = Wanted && *Wanted ? Wanted : PHOBOS_CUDA;
  return P;
}

/// Whether cudart should be on the command line: there is an input, and no relocatable object is made of it. Where
/// clang does not link, it ignores libraries.
bool mayLink(const std::vector<std::string> &User) {
  bool HasInput = false;
  for (const std::string &Argument : User) {
    if (Argument == "-r")
      return false;
    HasInput |= Argument == "-" || Argument.front() != '-';
  }
  return HasInput;
}

bool hasCudaInput(const std::vector<std::string> &User) {
  for (size_t I = 0; I != User.size(); ++I)
    if (User[I] == "-xcuda" || (User[I] == "cuda" && I && User[I - 1] == "-x") ||
        (User[I].front() != '-' && fs::path(User[I]).extension() == ".cu" && !(I && User[I - 1] == "-o")))
      return true;
  return false;
}

/// Whether the user names an architecture; what is in a response file, we do not know.
bool hasArchitecture(const std::vector<std::string> &User) {
  return std::any_of(User.begin(), User.end(), [](const std::string &A) {
    return A.rfind("--cuda-gpu-arch=", 0) == 0 || A.rfind("--offload-arch=", 0) == 0 || A.front() == '@';
  });
}

/// Clang would say that it finds no libdevice, and not who told it where to look.
void checkCudaPath(const Paths &P, const std::vector<std::string> &User) {
  const char *Wanted = std::getenv("CUDA_PATH");
  std::error_code Error;
  if (Wanted && *Wanted && hasCudaInput(User) && !fs::exists(P.Cuda / "include" / "cuda.h", Error))
    std::fprintf(
        stderr,
        "phobos-clang++: warning: there is no CUDA toolkit in '%s', which CUDA_PATH names; correct the variable or "
        "unset it\n",
        Wanted);
}

/// The user's arguments with ours around them: flags first, so that the user's own win; libraries last, where the
/// linker wants them. Clang says nothing about ours that a compilation has no use for.
std::vector<std::string> buildCommand(const Paths &P, const std::vector<std::string> &User) {
  std::vector<std::string> Command = baseCommand(P);
  // The oldest chip that we emit for, and PTX, which newer ones compile. Clang's own default, sm_52, is unknown to the
  // assembler of CUDA 13.
  if (hasCudaInput(User) && !hasArchitecture(User))
    Command.insert(Command.end(), {"--start-no-unused-arguments", "--cuda-gpu-arch=sm_80", "--cuda-include-ptx=sm_80",
                                   "--end-no-unused-arguments"});
  Command.insert(Command.end(), User.begin(), User.end());
  if (!P.Cuda.empty() && mayLink(User))
    // The static runtime: a program then needs nothing but a driver where it runs.
    Command.insert(Command.end(), {"--start-no-unused-arguments", "-L" + (P.Cuda / "lib64").string(), "-lcudart_static",
                                   "-ldl", "-lrt", "-lpthread", "--end-no-unused-arguments"});
  return Command;
}

int execute(const std::vector<std::string> &Command) {
  std::vector<char *> Argv;
  for (const std::string &Argument : Command)
    Argv.push_back(const_cast<char *>(Argument.c_str()));
  Argv.push_back(nullptr);
  execvp(Argv[0], Argv.data());
  std::fprintf(stderr, "phobos-clang++: error: cannot run '%s': %s\n", Argv[0], std::strerror(errno));
  return 1;
}

} // namespace

std::vector<std::string> baseCommand(const Paths &P) {
  std::vector<std::string> Command = {P.Clang, "--start-no-unused-arguments", "-fplugin=" + P.Plugin.string(),
                                      "-I" + P.Include.string(), "-Wno-unknown-cuda-version"};
  if (!P.Cuda.empty())
    Command.push_back("--cuda-path=" + P.Cuda.string());
  // Where CUDA 13 has libcu++, CUB and Thrust; nvcc looks there by itself.
  std::error_code Error;
  if (fs::path Cccl = P.Cuda / "include" / "cccl"; !P.Cuda.empty() && fs::exists(Cccl, Error))
    Command.push_back("-idirafter" + Cccl.string());
  Command.push_back("--end-no-unused-arguments");
  return Command;
}

int main(int Argc, char **Argv) {
  // Modes of our own are taken out of User here; what is left is clang's.
  std::vector<std::string> User;
  for (int I = 1; I < Argc; ++I)
    if (*Argv[I])
      User.push_back(Argv[I]);
  const auto Sim = std::remove(User.begin(), User.end(), "--sim");
  const bool Simulated = Sim != User.end();
  User.erase(Sim, User.end());
  const Paths P = findPaths();
  checkCudaPath(P, User);
  return Simulated ? runSimulated(P, User) : execute(buildCommand(P, User));
}
