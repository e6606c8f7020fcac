//===- Places.cpp - Where an address is, in words ---------------*- C++ -*-===//
#include "Sim/Places.h"
#include "Sim/Machine.h"
#include "Sim/Memory.h"
#include "llvm/Demangle/Demangle.h"
#include <cstring>
#include <sys/mman.h>

using namespace phobos::sim;

static std::string count(uint64_t Bytes) { return std::to_string(Bytes) + (Bytes == 1 ? " byte" : " bytes"); }

std::string phobos::sim::globalPlace(uint64_t Address) {
  const Allocation *A = DeviceMemory::get().holding(Address, 1);
  return A ? "byte " + std::to_string(Address - A->Address) + " of " + A->describe() : "in no allocation";
}

std::string phobos::sim::outsideGlobal(uint64_t Address, uint32_t Bytes) {
  const DeviceMemory &Memory = DeviceMemory::get();
  const uint64_t End = Address + Bytes;
  // What starts just before an allocation is meant for it; all else went past the one below.
  constexpr uint64_t Near = 4096;
  const Allocation *Before = Memory.nearest(Address), *After = Memory.next(Address);
  const uint64_t Past = Before ? Address - std::min(Address, Before->Address + Before->Bytes) : ~0ull;
  if (After && (End > After->Address || After->Address - Address < std::min(Near, Past)))
    return " starts " + count(After->Address - Address) + " before " + After->describe();
  if (!Before)
    return " is in no allocation";
  const uint64_t Last = Before->Address + Before->Bytes;
  if (Address >= Last)
    return " is " + count(Address - Last) + " past the end of " + Before->describe();
  return " goes " + count(End - Last) + " past the end of " + Before->describe();
}

/// Whether the host program has memory there.
static bool isMapped(uint64_t Address) {
  unsigned char Resident;
  return mincore(reinterpret_cast<void *>(Address & ~4095ull), 1, &Resident) == 0;
}

std::string phobos::sim::outsideAll(uint64_t Address) {
  if (!Address)
    return " is a null pointer";
  if (Address < 1 << 16)
    return " is " + count(Address) + " past a null pointer";
  return isMapped(Address) ? " is in no device memory: it is memory of the host program" : " is in no device memory";
}

std::string phobos::sim::sharedPlace(uint32_t Offset) {
  const SharedVariable *In = nullptr;
  for (const SharedVariable &V : TheMachine.Shared)
    if (Offset >= V.Offset && (!V.Bytes || Offset - V.Offset < V.Bytes))
      In = &V;
  if (!In)
    return "byte " + std::to_string(Offset) + " of the block's shared memory";
  const uint32_t Bytes = In->Bytes ? In->Bytes : TheMachine.Shape.SharedBytes - In->Offset;
  return "byte " + std::to_string(Offset - In->Offset) + " of '" + In->Name + "' (" + count(Bytes) + ")";
}

std::string phobos::sim::sharedName(uint32_t Offset) {
  for (const SharedVariable &V : TheMachine.Shared)
    if (V.Offset == Offset && V.Bytes)
      return V.Name;
  return "";
}

std::string phobos::sim::kernelText(llvm::StringRef Mangled) {
  if (!isCompanion(Mangled))
    return llvm::demangle(Mangled);
  // "__phobos" is the first, "__phobos_2" the third.
  auto [Kernel, Which] = Mangled.split("__phobos");
  return llvm::demangle(Kernel) + ", companion " + (Which.empty() ? "0" : Which.drop_front().str());
}

bool phobos::sim::isCompanion(llvm::StringRef Mangled) {
  const size_t At = Mangled.find("__phobos");
  if (At == llvm::StringRef::npos || !At)
    return false;
  const llvm::StringRef Which = Mangled.substr(At + strlen("__phobos"));
  return Which.empty() || Which.starts_with("_");
}
