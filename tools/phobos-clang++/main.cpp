//===- main.cpp - clang++ with everything set -------------------*- C++ -*-===//
//
//     phobos-clang++ ARGS  =  clang++-22 -fplugin=libphobos.so -I<include> --cuda-path=<CUDA> ARGS <cudart>
//
// What belongs to the plugin is found beside this program, so that a copied or installed tree works; clang and CUDA are
// those of the configuration, and the variable CUDA_PATH wins over the latter. All arguments go on to clang as they
// are.
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

/// The user's arguments with ours around them: flags first, so that the user's own win; libraries last, where the
/// linker wants them. Clang says nothing about ours that a compilation has no use for.
std::vector<std::string> buildCommand(const Paths &P, const std::vector<std::string> &User) {
  std::vector<std::string> Command = baseCommand(P);
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
  if (auto Sim = std::find(User.begin(), User.end(), "--sim"); Sim != User.end()) {
    User.erase(Sim);
    return runSimulated(findPaths(), User);
  }
  return execute(buildCommand(findPaths(), User));
}
