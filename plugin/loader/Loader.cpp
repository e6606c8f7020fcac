//===- Loader.cpp - Opens the plugin that fits the hosting clang ----------===//
//
// libphobos.so itself. The real plugin links clang's libraries of one version, and a clang of another version dies
// in the middle of loading it. So this file, which knows nothing of LLVM, looks at who loads it first: where all fits
// it opens phobos-plugin-<version>.so beside itself, whose own static constructors register the plugin; otherwise it
// says what is wrong and ends the compilation, since going on would leave every annotation without effect.
//
// Must not include or link anything of LLVM.
//
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

namespace {

enum class Remedy { None, OtherCompiler };

[[noreturn]] void fail(const char *What, const char *Detail, Remedy Way = Remedy::None) {
  std::fprintf(stderr, "phobos: error: %s%s", What, Detail);
  if (Way == Remedy::OtherCompiler)
    std::fprintf(stderr, "; this plugin works with clang %d, e.g. 'clang++-%d'", PHOBOS_LLVM_MAJOR, PHOBOS_LLVM_MAJOR);
  std::fputc('\n', stderr);
  std::fflush(stderr);
  // Not exit(): the destructors of a half-initialized compiler have no business here.
  _exit(1);
}

void checkHost() {
  // Part of LLVM's C interface since version 16, so a plain function pointer is all it takes.
  using VersionFn = void (*)(unsigned *Major, unsigned *Minor, unsigned *Patch);
  auto GetVersion = reinterpret_cast<VersionFn>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!GetVersion)
    fail("the compiler is not clang, or is older than clang 16", "", Remedy::OtherCompiler);
  unsigned Major = 0, Minor = 0, Patch = 0;
  GetVersion(&Major, &Minor, &Patch);
  if (Major != PHOBOS_LLVM_MAJOR) {
    char Version[64];
    std::snprintf(Version, sizeof(Version), "%u.%u.%u", Major, Minor, Patch);
    fail("the compiler is clang ", Version, Remedy::OtherCompiler);
  }
  // A clang with LLVM linked in statically would get a second copy of it with the plugin, which cannot work.
  if (!dlopen(PHOBOS_CLANG_LIBRARY, RTLD_LAZY | RTLD_NOLOAD))
    fail("the compiler does not use the shared library ", PHOBOS_CLANG_LIBRARY, Remedy::OtherCompiler);
}

void openPlugin() {
  Dl_info Self;
  if (!dladdr(reinterpret_cast<void *>(&checkHost), &Self) || !Self.dli_fname)
    fail("the plugin's own path is unknown", "");
  char Path[4096];
  const char *Slash = std::strrchr(Self.dli_fname, '/');
  int Directory = Slash ? static_cast<int>(Slash - Self.dli_fname) : 1;
  int Length = std::snprintf(Path, sizeof(Path), "%.*s/phobos-plugin-%d.so", Directory, Slash ? Self.dli_fname : ".",
                             PHOBOS_LLVM_MAJOR);
  if (Length >= static_cast<int>(sizeof(Path)))
    fail("the plugin's path is too long: ", Self.dli_fname);
  if (!dlopen(Path, RTLD_NOW | RTLD_LOCAL))
    fail("cannot open the plugin: ", dlerror());
}

struct Loader {
  Loader() {
    checkHost();
    openPlugin();
  }
} LoadNow;

} // namespace
