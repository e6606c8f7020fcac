//===- DeviceLibrary.cpp - printf, malloc, assert and traps -----*- C++ -*-===//
#include "Sim/Checks.h"
#include "Sim/Memory.h"
#include "Sim/Report.h"
#include "llvm/Support/MathExtras.h"
#include <chrono>
#include <cstdio>
#include <cstring>
#include <driver_types.h>
#include <string>

using namespace phobos::sim;

namespace {

/// The packed arguments of one printf call.
class Arguments {
  const char *At;

public:
  explicit Arguments(const void *P) : At(static_cast<const char *>(P)) {}
  template <typename T> T next() {
    At = reinterpret_cast<const char *>(llvm::alignTo(reinterpret_cast<uint64_t>(At), sizeof(T)));
    T V;
    memcpy(&V, At, sizeof(T));
    At += sizeof(T);
    return V;
  }
};

template <typename... Ts> void append(std::string &Out, const std::string &Spec, Ts... Values) {
  char Small[256];
  int Need = snprintf(Small, sizeof(Small), Spec.c_str(), Values...);
  if (Need < int(sizeof(Small))) {
    Out += Small;
    return;
  }
  std::string Large(Need + 1, 0);
  snprintf(Large.data(), Large.size(), Spec.c_str(), Values...);
  Large.pop_back();
  Out += Large;
}

} // namespace

extern "C" int32_t phsim_vprintf(const char *Format, const void *Packed) {
  Arguments Args(Packed);
  std::string Out;
  int32_t Count = 0;
  for (const char *P = Format; *P;) {
    if (*P != '%') {
      Out += *P++;
      continue;
    }
    std::string Spec(1, *P++);
    unsigned Longs = 0;
    // Flags, width, precision and length modifiers; '*' takes an argument.
    for (; *P && strchr("-+ #0123456789.*lhjzt", *P); ++P) {
      if (*P == '*')
        Spec += std::to_string(Args.next<int32_t>());
      else if (strchr("lzjt", *P))
        Longs += *P == 'l' ? 1 : 2;
      else
        Spec += *P;
    }
    const char Conversion = *P ? *P++ : '%';
    switch (Conversion) {
    case '%':
      Out += '%';
      continue;
    case 'd':
    case 'i':
      if (Longs)
        append(Out, Spec + "lld", (long long)Args.next<int64_t>());
      else
        append(Out, Spec + "d", Args.next<int32_t>());
      break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      if (Longs)
        append(Out, Spec + "ll" + Conversion, (unsigned long long)Args.next<uint64_t>());
      else
        append(Out, Spec + Conversion, Args.next<uint32_t>());
      break;
    case 'c':
      append(Out, Spec + "c", Args.next<int32_t>());
      break;
    case 's':
      append(Out, Spec + "s", Args.next<const char *>());
      break;
    case 'p':
      append(Out, Spec + "p", Args.next<void *>());
      break;
    default:
      append(Out, Spec + Conversion, Args.next<double>());
      break;
    }
    ++Count;
  }
  fputs(Out.c_str(), stdout);
  return Count;
}

extern "C" uint64_t phsim_malloc(uint64_t Bytes) {
  constexpr uint64_t HeapLimit = 1ull << 30;
  return DeviceMemory::get().allocate(Bytes, Allocation::Kind::Heap, HeapLimit);
}

extern "C" void phsim_free(uint32_t Site, uint64_t Address) {
  if (Address && !DeviceMemory::get().release(Address)) {
    report(Finding::UseAfterFree, Site, "device free of an address that is not allocated");
    TheMachine.fail(cudaErrorIllegalAddress);
  }
}

extern "C" void phsim_assert_fail(const char *Message, const char *File, uint32_t Line, const char *Function) {
  fflush(stdout);
  fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", File, Line, Function,
          TheMachine.Shape.Cta.X, TheMachine.Shape.Cta.Y, TheMachine.Shape.Cta.Z, TheMachine.Current->Tid.X,
          TheMachine.Current->Tid.Y, TheMachine.Current->Tid.Z, Message);
  report(Finding::Trap, 0,
         std::string("the assertion '") + Message + "' fails, at " + File + ":" + std::to_string(Line));
  TheMachine.fail(cudaErrorAssert);
}

extern "C" void phsim_trap(uint32_t Site) {
  report(Finding::Trap, Site, "the program executes a trap");
  TheMachine.fail(cudaErrorLaunchFailure);
}

extern "C" void phsim_exit() { TheMachine.exitThread(); }

/// Something that generated code holds and the simulator has no meaning for.
extern "C" void phsim_unsupported(uint32_t Site, const char *Text) {
  report(Finding::NotSimulated, Site, Text);
  TheMachine.fail(cudaErrorNotSupported);
}

extern "C" uint64_t phsim_clock() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

extern "C" void phsim_nanosleep() { TheMachine.yieldThread(); }

extern "C" uint32_t phsim_is_space(uint64_t Address, uint32_t Space) {
  switch (Space) {
  case 3:
    return shared::contains(Address);
  case 1:
    return DeviceMemory::get().inRange(Address);
  default:
    return !shared::contains(Address) && !DeviceMemory::get().inRange(Address);
  }
}
