//===- Cublas.cpp - Finds and calls the vendor library --------------------===//
#include "Cublas.h"
#include <cstdlib>
#include <dlfcn.h>
#include <glob.h>
#include <vector>

using namespace bench;

namespace {
constexpr int OpN = 0, OpT = 1;
constexpr int Compute32F = 68;
constexpr int DefaultAlgorithm = -1;
} // namespace

struct Cublas::Functions {
  int (*Create)(void **);
  int (*Destroy)(void *);
  int (*Version)(void *, int *);
  int (*GemmEx)(void *, int, int, int, int, int, const void *, const void *, cudaDataType, int, const void *,
                cudaDataType, int, const void *, void *, cudaDataType, int, int, int);
};

/// Folders in which Python's wheels keep the library.
static std::vector<std::string> wheelFolders() {
  std::vector<std::string> Found;
  std::string Home = std::getenv("HOME") ? std::getenv("HOME") : "";
  for (const std::string &Pattern :
       {std::string("/usr/local/lib/python3*/*-packages/nvidia/c*/lib"), std::string("/usr/lib/python3*/*-packages/nvidia/c*/lib"),
        std::string("/opt/*/lib/python3*/*-packages/nvidia/c*/lib"), Home + "/.local/lib/python3*/*-packages/nvidia/c*/lib"}) {
    glob_t Matches{};
    if (glob(Pattern.c_str(), 0, nullptr, &Matches) == 0)
      for (size_t I = 0; I < Matches.gl_pathc; ++I)
        Found.push_back(std::string(Matches.gl_pathv[I]) + "/");
    globfree(&Matches);
  }
  return Found;
}

static void *openLibrary(std::string &Why) {
  std::vector<std::string> Folders = {"", "/usr/local/cuda/lib64/"};
  for (const std::string &Folder : wheelFolders())
    Folders.push_back(Folder);
  for (const std::string &Folder : Folders)
    for (const char *Version : {".13", ".12", ""}) {
      // In a wheel the companion library lies beside it, where the loader may not look.
      dlopen((Folder + "libcublasLt.so" + Version).c_str(), RTLD_NOW | RTLD_GLOBAL);
      if (void *Library = dlopen((Folder + "libcublas.so" + Version).c_str(), RTLD_NOW))
        return Library;
      if (Why.empty())
        Why = dlerror();
    }
  return nullptr;
}

Cublas::Cublas() : F(new Functions) {}
Cublas::~Cublas() {
  if (Handle)
    F->Destroy(Handle);
}

std::unique_ptr<Cublas> Cublas::open(std::string &Why) {
  void *Library = openLibrary(Why);
  if (!Library)
    return nullptr;
  std::unique_ptr<Cublas> C(new Cublas);
  auto Load = [&](auto &Function, const char *Name) {
    Function = reinterpret_cast<std::remove_reference_t<decltype(Function)>>(dlsym(Library, Name));
    return Function != nullptr;
  };
  if (!Load(C->F->Create, "cublasCreate_v2") || !Load(C->F->Destroy, "cublasDestroy_v2") ||
      !Load(C->F->Version, "cublasGetVersion_v2") || !Load(C->F->GemmEx, "cublasGemmEx")) {
    Why = "the library lacks a function that is needed";
    return nullptr;
  }
  if (C->F->Create(&C->Handle) != 0) {
    Why = "cublasCreate failed";
    C->Handle = nullptr;
    return nullptr;
  }
  return C;
}

// The library is column-major: what it sees of row-major C is its transpose, which is op(B)^T * op(A)^T.
bool Cublas::gemm(const GemmCall &Call) const {
  float One = 1, Zero = 0;
  int LdA = Call.TransposeA ? Call.M : Call.K, LdB = Call.TransposeB ? Call.K : Call.N;
  return F->GemmEx(Handle, Call.TransposeB ? OpT : OpN, Call.TransposeA ? OpT : OpN, Call.N, Call.M, Call.K, &One, Call.B,
                   Call.Operands, LdB, Call.A, Call.Operands, LdA, &Zero, Call.C, Call.Output, Call.N, Compute32F,
                   DefaultAlgorithm) == 0;
}

std::string Cublas::version() const {
  int Version = 0;
  F->Version(Handle, &Version);
  return std::to_string(Version / 10000) + "." + std::to_string(Version / 100 % 100) + "." + std::to_string(Version % 100);
}
